import { fromThousandths, toThousandths } from '../../lib/money.ts'
import { cleanText, plainText } from '../../lib/typed/clean-text.ts'

/** A number that its format shows in another way than we would write it: 42 as `00042`, 0.15 as `15%`. */
export type ShownNumber = { value: number; shown: string }

export const isShownNumber = (cell: unknown): cell is ShownNumber =>
  typeof cell === 'object' && cell !== null && 'shown' in cell && 'value' in cell

/** A cell as one clean text, as the sheet shows it; empty when the cell is blank. */
export const cellText = (cell: unknown): string => {
  if (isShownNumber(cell)) return cleanText(cell.shown)
  if (typeof cell === 'number') return Number.isFinite(cell) ? numberText(cell) : ''
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if (typeof cell !== 'string') return ''
  return cleanText(cell)
}

/** The same as numbers and telephones are read, with digits of ours. */
export const digitText = (cell: unknown): string => plainText(cellText(cell))

export const isBlankCell = (cell: unknown): boolean => cellText(cell) === ''

/** What a formula left of a sum: `0.30000000000000004` is 0.3. */
export const cleanNumber = (value: number): number => {
  const rounded = fromThousandths(toThousandths(value))
  return Math.abs(rounded - value) < 1e-7 ? rounded : value
}

/** `String` writes large numbers as `1e+21`; a phone must keep its digits. */
const numberText = (value: number): string =>
  Number.isInteger(value) ? BigInt(value).toString() : String(cleanNumber(value))
