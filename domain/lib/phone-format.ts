import { type Country, countries } from '../core/countries.ts'

const byDialCode = Object.values(countries)

/** Groups an E.164 number as its country writes it: `+225 07 08 09 10 11`. Other countries: unchanged. */
export const formatPhone = (e164: string): string => {
  const country = byDialCode.find(({ dialCode }) => e164.startsWith(`+${dialCode}`))
  if (country === undefined) return e164
  const national = e164.slice(country.dialCode.length + 1)
  return `+${country.dialCode} ${grouped(national, country.grouping)}`
}

const grouped = (digits: string, sizes: Country['grouping']): string => {
  const groups: string[] = []
  let at = 0
  for (const size of sizes) {
    groups.push(digits.slice(at, at + size))
    at += size
  }
  groups.push(digits.slice(at))
  return groups.filter((group) => group !== '').join(' ')
}
