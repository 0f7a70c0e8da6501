import { readKey } from '../lib/typed/read-key.ts'
import { readRecordNumber } from '../lib/typed/read-record-number.ts'

/**
 * What a printed code means. `control` codes are no records: they are printed on a sheet beside the scanner and end
 * what is being scanned.
 */
export const scanKinds = {
  shippings: 1,
  orders: 2,
  products: 3,
  expeditions: 4,
  invoices: 5,
  manifests: 6,
  control: 9,
} as const

export type ScanKind = keyof typeof scanKinds

/** What a `control` code says, by its number. `done` commits the scan session in view. */
export const controlCodes = { done: 1 } as const

export type ControlName = keyof typeof controlCodes

export type ScanCode = { kind: ScanKind; number: number }

/** Digits of a code: the kind, ten of the number, and the check digit. */
export const scanCodeLength = 12

const numberLength = 10

/** The highest number that a code can hold. */
export const maxScanNumber = 10 ** numberLength - 1

/**
 * The digits that are printed for a record: its kind, its number with leading zeros, and a check digit (ISO/IEC 7812-1,
 * the Luhn algorithm), which finds each wrong digit and each swap of neighbours but 09 and 90.
 * @throws RangeError where the number is negative, no integer, or has more than ten digits
 */
export const encodeScan = ({ kind, number }: ScanCode): string => {
  if (!Number.isInteger(number) || number < 0 || number > maxScanNumber)
    throw new RangeError(`no scan code has the number ${number}`)
  const body = `${scanKinds[kind]}${String(number).padStart(numberLength, '0')}`
  return `${body}${luhnDigit(body)}`
}

/** What a scanned code means; null where it is none of ours, among them every one with a wrong check digit. */
export const decodeScan = (code: string): ScanCode | null => {
  const digits = readKey(code)
  if (digits.length !== scanCodeLength || !/^\d+$/.test(digits)) return null
  const body = digits.slice(0, -1)
  const kind = kindOf(Number(digits[0]))
  return kind !== null && luhnDigit(body) === digits.at(-1) ? { kind, number: Number(body.slice(1)) } : null
}

/**
 * The digits of the parcel that a person typed in place of a scan: the code under a torn barcode, or the number on its label.
 * What is neither, a reference or a telephone, comes back as it is, which `decodeScan` refuses: its digits are no number.
 */
export const typedShippingCode = (text: string): string => {
  const number = readRecordNumber(text)
  return number !== null && number.digits.length <= numberLength
    ? encodeScan({ kind: 'shippings', number: number.value })
    : readKey(text).replace(/[\s.-]/g, '')
}

/** The digits of a control code, which are printed on a sheet beside the scanner. */
export const controlCode = (name: ControlName): string =>
  encodeScan({ kind: 'control', number: controlCodes[name] })

/**
 * Whether digits are laid out as a printed code is, right or wrong: a kind, then a number below a hundred million. The
 * telephone numbers and amounts that have as many digits are not.
 */
export const looksLikeScan = (digits: string): boolean =>
  digits.length === scanCodeLength && /^\d00\d+$/.test(digits) && kindOf(Number(digits[0])) !== null

const kindOf = (digit: number): ScanKind | null =>
  (Object.keys(scanKinds) as ScanKind[]).find((kind) => scanKinds[kind] === digit) ?? null

/** The digit that makes the Luhn sum of `body` and itself a multiple of ten. */
const luhnDigit = (body: string): string => {
  const sum = [...body].reduceRight((total, digit, index) => {
    const isDoubled = (body.length - index) % 2 === 1
    const value = isDoubled ? Number(digit) * 2 : Number(digit)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}
