import { countryCodes } from '../core/countries.ts'
import { fold } from '../lib/fold.ts'
import { wholePhone } from '../lib/phone-digits.ts'
import { readKey } from '../lib/typed/read-key.ts'
import { readRecordNumber } from '../lib/typed/read-record-number.ts'
import type { ResourceName } from '../resources.ts'
import { decodeScan } from '../scans/scan-code.ts'

/**
 * What a typed text names as a whole: records of that number (`isNumberOnly`: the text says that it is one), the record of a
 * scan code, and the records that have it among their `keys` (`SearchEntry`).
 */
export type ExactKeys = {
  number: number | null
  isNumberOnly: boolean
  code: { resource: ResourceName; number: number } | null
  /** Digits of the telephone numbers that it is, in whichever of our countries it was written. */
  phones: readonly string[]
  /** The whole text, folded; empty where it has no letter and no digit. */
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

/** The keys of entries that the text names, each once. */
export const keysNamed = ({ phones, name }: ExactKeys): string[] =>
  [...new Set([...phones, name])].filter((key) => key !== '')
