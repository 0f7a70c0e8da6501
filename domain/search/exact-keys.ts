import { countryCodes } from '../core/countries.ts'
import { fold } from '../lib/fold.ts'
import { wholePhone } from '../lib/phone-digits.ts'
import { readKey } from '../lib/typed/read-key.ts'
import { readRecordNumber } from '../lib/typed/read-record-number.ts'
import type { ResourceName } from '../resources.ts'
import { decodeScan } from '../scans/scan-code.ts'

/**
 * Identifiers in a typed text: a record number (`isNumberOnly`: written as one), a scan code, and texts to compare with `keys`
 * of search entries.
 */
export type ExactKeys = {
  number: number | null
  isNumberOnly: boolean
  code: { resource: ResourceName; number: number } | null
  /** E.164 digits: one for each of our countries where the text is a complete phone number. */
  phones: readonly string[]
  /** The whole text, folded; empty without letters and digits. */
  name: string
}

export const readExactKeys = (text: string): ExactKeys => {
  const typed = readKey(text)
  const number = readRecordNumber(typed)
  const code = decodeScan(typed.replace(/\s/g, ''))
  return {
    number: number?.value ?? null,
    isNumberOnly: number?.isSaid ?? false,
    code: code === null || code.kind === 'control' ? null : { resource: code.kind, number: code.number },
    phones: phonesOf(typed),
    name: fold(text),
  }
}

const phonesOf = (text: string): string[] => {
  const phones = countryCodes.flatMap((country) => wholePhone(text, country) ?? [])
  return [...new Set(phones)].map((phone) => phone.replace(/\D/g, ''))
}

export const keysNamed = ({ phones, name }: ExactKeys): string[] =>
  [...new Set([...phones, name])].filter((key) => key !== '')
