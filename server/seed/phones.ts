import { type CountryCode, countries } from '../../domain/countries.ts'
import type { Random } from './random.ts'

/** The beginnings that operators give to mobile numbers, and how many digits follow the dial code. */
const ranges: Record<CountryCode, { prefixes: readonly string[]; length: number }> = {
  ic: {
    prefixes: ['0707', '0708', '0709', '0747', '0757', '0504', '0505', '0544', '0101', '0102', '0141'],
    length: 10,
  },
  sn: { prefixes: ['77', '78', '76', '70'], length: 9 },
  bf: { prefixes: ['70', '71', '76', '65', '66', '55'], length: 8 },
  tn: { prefixes: ['20', '22', '23', '50', '52', '54', '95', '98'], length: 8 },
  fr: { prefixes: ['61', '62', '66', '67', '68', '75', '76'], length: 9 },
  lib: { prefixes: ['91', '92', '94'], length: 9 },
}

/** A mobile number of the country in E.164. */
export const mobileNumber = (random: Random, country: CountryCode): string => {
  const { prefixes, length } = ranges[country]
  const prefix = random.pick(prefixes)
  const rest = String(random.between(0, 10 ** (length - prefix.length) - 1))
  return `+${countries[country].dialCode}${prefix}${rest.padStart(length - prefix.length, '0')}`
}
