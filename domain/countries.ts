/** The six countries: ISO code, currency with its decimals, time zone and telephone plan. Source: DESIGN section 4. */
export const countries = {
  ic: {
    iso: 'CI',
    currency: 'XOF',
    decimals: 0,
    timeZone: 'Africa/Abidjan',
    dialCode: '225',
    grouping: [2, 2, 2, 2, 2],
  },
  sn: {
    iso: 'SN',
    currency: 'XOF',
    decimals: 0,
    timeZone: 'Africa/Dakar',
    dialCode: '221',
    grouping: [2, 3, 2, 2],
  },
  bf: {
    iso: 'BF',
    currency: 'XOF',
    decimals: 0,
    timeZone: 'Africa/Ouagadougou',
    dialCode: '226',
    grouping: [2, 2, 2, 2],
  },
  tn: {
    iso: 'TN',
    currency: 'TND',
    decimals: 3,
    timeZone: 'Africa/Tunis',
    dialCode: '216',
    grouping: [2, 3, 3],
  },
  fr: {
    iso: 'FR',
    currency: 'EUR',
    decimals: 2,
    timeZone: 'Europe/Paris',
    dialCode: '33',
    grouping: [1, 2, 2, 2, 2],
  },
  lib: {
    iso: 'LY',
    currency: 'LYD',
    decimals: 3,
    timeZone: 'Africa/Tripoli',
    dialCode: '218',
    grouping: [2, 3, 4],
  },
} as const

export type CountryCode = keyof typeof countries
export type Country = (typeof countries)[CountryCode]

export const countryCodes = Object.keys(countries) as CountryCode[]
export const defaultCountry: CountryCode = 'ic'

export const isCountryCode = (value: unknown): value is CountryCode =>
  typeof value === 'string' && Object.hasOwn(countries, value)
