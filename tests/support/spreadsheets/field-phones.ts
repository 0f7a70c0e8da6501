import { type CountryCode, countries } from '../../../domain/countries.ts'
import type { Random } from '../../../server/seed/row-writer.ts'

/** How a national number is made: the digits after the trunk 0 where E.164 drops it. */
const plans: Record<CountryCode, { prefixes: readonly string[]; length: number; hasTrunkZero: boolean }> = {
  ic: { prefixes: ['0707', '0708', '0709', '0504', '0505', '0101', '0102'], length: 10, hasTrunkZero: false },
  sn: { prefixes: ['77', '78', '76'], length: 9, hasTrunkZero: false },
  bf: { prefixes: ['70', '76', '65'], length: 8, hasTrunkZero: false },
  tn: { prefixes: ['20', '22', '98'], length: 8, hasTrunkZero: false },
  fr: { prefixes: ['61', '62', '66'], length: 9, hasTrunkZero: true },
  lib: { prefixes: ['91', '92', '94'], length: 9, hasTrunkZero: true },
}

export type FieldPhone = { cell: string | number; e164: string; isRepaired: boolean }

/** A telephone number in one of the ways in which people give it: number cell, spaces, `+225`, `00225`, dots. */
export const fieldPhone = (random: Random, country: CountryCode, taken: Set<string>): FieldPhone => {
  const { prefixes, length, hasTrunkZero } = plans[country]
  const { dialCode } = countries[country]
  const national = uniqueNumber(random, prefixes, length, taken)
  const written = hasTrunkZero ? `0${national}` : national
  const e164 = `+${dialCode}${national}`
  const losesZero = country === 'ic'
  const forms: FieldPhone[] = [
    { cell: Number(written), e164, isRepaired: losesZero },
    { cell: Number(`${dialCode}${national}`), e164, isRepaired: false },
    { cell: written, e164, isRepaired: false },
    { cell: inPairs(written), e164, isRepaired: false },
    { cell: `+${dialCode} ${inPairs(national)}`, e164, isRepaired: false },
    { cell: `+${dialCode}${national}`, e164, isRepaired: false },
    { cell: `00${dialCode}${national}`, e164, isRepaired: false },
    { cell: ` ${inPairs(written).replaceAll(' ', '.')} `, e164, isRepaired: false },
  ]
  return random.pick(forms)
}

const uniqueNumber = (
  random: Random,
  prefixes: readonly string[],
  length: number,
  taken: Set<string>,
): string => {
  for (;;) {
    let number = random.pick(prefixes)
    while (number.length < length) number += random.between(0, 9)
    if (!taken.has(number)) {
      taken.add(number)
      return number
    }
  }
}

const inPairs = (digits: string): string => digits.replace(/(\d\d)(?=\d)/g, '$1 ')
