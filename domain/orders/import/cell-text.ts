import { fromThousandths, toThousandths } from '../../lib/money.ts'
import { cleanText, plainText } from '../../lib/typed/clean-text.ts'

/** A number displayed in a custom format: 42 as `00042`, 0.15 as `15%`. */
export type ShownNumber = { value: number; shown: string }

export const isShownNumber = (cell: unknown): cell is ShownNumber =>
  typeof cell === 'object' && cell !== null && 'shown' in cell && 'value' in cell

/** A cell's displayed text, cleaned; empty for a blank cell. */
export const cellText = (cell: unknown): string => {
  if (isShownNumber(cell)) return cleanText(cell.shown)
  if (typeof cell === 'number') return Number.isFinite(cell) ? numberText(cell) : ''
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if (typeof cell !== 'string') return ''
  return cleanText(cell)
}

/** The same for parsing numbers and phones: ASCII digits. */
export const digitText = (cell: unknown): string => plainText(cellText(cell))

export const isBlankCell = (cell: unknown): boolean => cellText(cell) === ''

/** Removes float noise of formulas: `0.30000000000000004` is 0.3. */
export const cleanNumber = (value: number): number => {
  const rounded = fromThousandths(toThousandths(value))
  return Math.abs(rounded - value) < 1e-7 ? rounded : value
}

/** `String` gives `1e+21` for large numbers; phones need all digits. */
const numberText = (value: number): string =>
  Number.isInteger(value) ? BigInt(value).toString() : String(cleanNumber(value))
