import { type CountryCode, countries } from '../countries.ts'
import { isoYearOf } from '../lib/iso-week.ts'

/** The number on the paper, `INV-CI-2026-00001`: they follow each other within a country and an ISO year. */
export const invoiceCode = (country: CountryCode, week: string, sequence: number): string =>
  `INV-${countries[country].iso}-${isoYearOf(week)}-${String(sequence).padStart(5, '0')}`
