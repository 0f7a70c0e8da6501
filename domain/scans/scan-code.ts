import { readKey } from '../lib/typed/read-key.ts'
import { readRecordNumber } from '../lib/typed/read-record-number.ts'
import { type ResourceName, resourceNames, resources } from '../resources.ts'

/** The resources with printed codes. */
type Scanned<R extends ResourceName = ResourceName> = R extends R
  ? (typeof resources)[R]['scanDigit'] extends number
    ? R
    : never
  : never

/** Kinds of printed codes. `control`: not a record; printed on a sheet beside the scanner, ends the scan session. */
export type ScanKind = Scanned | 'control'

/** First digit of each kind. */
export const scanKinds = {
  ...Object.fromEntries(
    resourceNames.flatMap((name) => {
      const { scanDigit } = resources[name]
      return scanDigit === undefined ? [] : [[name, scanDigit] as const]
    }),
  ),
  control: 9,
} as Readonly<Record<ScanKind, number>>

/** Control codes by number. `done` commits the current scan session. */
export const controlCodes = { done: 1 } as const

export type ControlName = keyof typeof controlCodes

export type ScanCode = { kind: ScanKind; number: number }

/** One digit for the kind, ten for the number, one check digit. */
export const scanCodeLength = 12

const numberLength = 10

export const maxScanNumber = 10 ** numberLength - 1

/**
 * The printed digits of a record: kind, number with leading zeros, Luhn check digit (ISO/IEC 7812-1), which detects every wrong
 * digit and all swaps of neighbours except 09/90.
 * @throws RangeError if the number is negative, not an integer, or longer than ten digits
 */
export const encodeScan = ({ kind, number }: ScanCode): string => {
  if (!Number.isInteger(number) || number < 0 || number > maxScanNumber)
    throw new RangeError(`no scan code has the number ${number}`)
  const body = `${scanKinds[kind]}${String(number).padStart(numberLength, '0')}`
  return `${body}${luhnDigit(body)}`
}

/** Decodes a scan; null for other codes or a wrong check digit. */
export const decodeScan = (code: string): ScanCode | null => {
  const digits = readKey(code)
  if (digits.length !== scanCodeLength || !/^\d+$/.test(digits)) return null
  const body = digits.slice(0, -1)
  const kind = kindOf(Number(digits[0]))
  return kind !== null && luhnDigit(body) === digits.at(-1) ? { kind, number: Number(body.slice(1)) } : null
}

/**
 * The code of a parcel typed by hand: the digits under a torn barcode, or the label's number. Digits before a whole code were
 * left in the field by an earlier attempt. Other text is returned unchanged, which `decodeScan` refuses.
 */
export const typedShippingCode = (text: string): string => {
  const number = readRecordNumber(text)
  if (number !== null && number.digits.length <= numberLength)
    return encodeScan({ kind: 'shippings', number: number.value })
  const digits = readKey(text).replace(/[\s.-]/g, '')
  const end = digits.slice(-scanCodeLength)
  return /^\d+$/.test(digits) && looksLikeScan(end) && decodeScan(end) !== null ? end : digits
}

/** The digits of a control code. */
export const controlCode = (name: ControlName): string =>
  encodeScan({ kind: 'control', number: controlCodes[name] })

/**
 * Whether digits have the layout of a printed code, valid or not: a kind, then a number below a hundred million. Phones and
 * amounts of that length do not.
 */
export const looksLikeScan = (digits: string): boolean =>
  digits.length === scanCodeLength && /^\d00\d+$/.test(digits) && kindOf(Number(digits[0])) !== null

const kindOf = (digit: number): ScanKind | null =>
  (Object.keys(scanKinds) as ScanKind[]).find((kind) => scanKinds[kind] === digit) ?? null

/** Luhn check digit of `body`. */
const luhnDigit = (body: string): string => {
  const sum = [...body].reduceRight((total, digit, index) => {
    const isDoubled = (body.length - index) % 2 === 1
    const value = isDoubled ? Number(digit) * 2 : Number(digit)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}
