import { numberFormat } from '../../../domain/lib/number-format.ts'

const units = [
  { unit: 'gigabyte', size: 1_000_000_000, digits: 1 },
  { unit: 'megabyte', size: 1_000_000, digits: 1 },
  { unit: 'kilobyte', size: 1_000, digits: 0 },
] as const

/** Figures in the unit of the total; `Intl` has no binary units. */
export const bytesFormat = (locale: string, total: number): { format: (bytes: number) => string } => {
  const { unit, size, digits } = units.find((one) => total >= one.size) ?? units[2]
  const format = numberFormat(locale, { style: 'unit', unit, maximumFractionDigits: digits })
  return { format: (bytes) => format.format(bytes / size) }
}
