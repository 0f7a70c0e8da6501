/**
 * The six countries: ISO code, currency with decimals, time zone, phone plan (docs/domain.md#countries). `vat`: standard rate
 * in percent; null for Libya, which has none. `trunk`: dialled before a national number, not part of E.164.
 */
export const countries = {
  ic: {
    iso: 'CI',
    currency: 'XOF',
    decimals: 0,
    timeZone: 'Africa/Abidjan',
    dialCode: '225',
    trunk: null,
    grouping: [2, 2, 2, 2, 2],
    vat: 18,
  },
  sn: {
    iso: 'SN',
    currency: 'XOF',
    decimals: 0,
    timeZone: 'Africa/Dakar',
    dialCode: '221',
    trunk: null,
    grouping: [2, 3, 2, 2],
    vat: 18,
  },
  bf: {
    iso: 'BF',
    currency: 'XOF',
    decimals: 0,
    timeZone: 'Africa/Ouagadougou',
    dialCode: '226',
    trunk: null,
    grouping: [2, 2, 2, 2],
    vat: 18,
  },
  tn: {
    iso: 'TN',
    currency: 'TND',
    decimals: 3,
    timeZone: 'Africa/Tunis',
    dialCode: '216',
    trunk: null,
    grouping: [2, 3, 3],
    vat: 19,
  },
  fr: {
    iso: 'FR',
    currency: 'EUR',
    decimals: 2,
    timeZone: 'Europe/Paris',
    dialCode: '33',
    trunk: '0',
    grouping: [1, 2, 2, 2, 2],
    vat: 20,
  },
  lib: {
    iso: 'LY',
    currency: 'LYD',
    decimals: 3,
    timeZone: 'Africa/Tripoli',
    dialCode: '218',
    trunk: '0',
    grouping: [2, 3, 4],
    vat: null,
  },
} as const

export type CountryCode = keyof typeof countries
export type Country = (typeof countries)[CountryCode]

export const countryCodes = Object.keys(countries) as CountryCode[]
export const defaultCountry: CountryCode = 'ic'

export const isCountryCode = (value: unknown): value is CountryCode =>
  typeof value === 'string' && Object.hasOwn(countries, value)
