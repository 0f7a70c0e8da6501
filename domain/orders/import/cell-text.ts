import { fromThousandths, toThousandths } from '../../lib/money.ts'

/** Marks of direction and of no width that come along when a contact is pasted into a sheet. */
const invisible = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
const otherSpaces = /[\u00a0\u2007\u202f]/g
const foreignDigits = /[\u0660-\u0669\u06f0-\u06f9]/g

/** A cell as one clean text; empty when the cell is blank. */
export const cellText = (cell: unknown): string => {
  if (typeof cell === 'number') return Number.isFinite(cell) ? numberText(cell) : ''
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if (typeof cell !== 'string') return ''
  return cell.normalize('NFC').replace(invisible, '').replace(otherSpaces, ' ').trim()
}

/** The same with Arabic digits as ours, for cells that hold numbers. */
export const digitText = (cell: unknown): string =>
  cellText(cell).replace(foreignDigits, (digit) => String(digit.charCodeAt(0) & 0xf))

export const isBlankCell = (cell: unknown): boolean => cellText(cell) === ''

/** What a formula left of a sum: `0.30000000000000004` is 0.3. */
export const cleanNumber = (value: number): number => {
  const rounded = fromThousandths(toThousandths(value))
  return Math.abs(rounded - value) < 1e-7 ? rounded : value
}

/** `String` writes large numbers as `1e+21`; a phone must keep its digits. */
const numberText = (value: number): string =>
  Number.isInteger(value) ? BigInt(value).toString() : String(cleanNumber(value))
