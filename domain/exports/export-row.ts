import { type CountryCode, countries } from '../core/countries.ts'
import type { ExportKind } from '../lib/define-resource.ts'
import { formatPhone } from '../lib/phone-format.ts'
import type { Shape, Shapes } from '../lib/shape.ts'
import { type ResourceName, resources } from '../resources.ts'

/**
 * A spreadsheet cell: text, number, amount in major units with its currency's decimals, instant with a time zone, or day
 * (`YYYY-MM-DD`).
 */
export type ExportCell =
  | null
  | string
  | number
  | { amount: number; decimals: number }
  | { instant: string; timeZone: string }
  | { day: string }

/** The text of a field's choice, or of `true` and `false`. */
export type ExportWords = (field: string, value: string) => string

/** One record as the cells of its list's spreadsheet, in translated words. */
export const exportRow = (
  resource: ResourceName,
  record: { country: CountryCode },
  words: ExportWords,
): ExportCell[] => {
  const shapes: Shapes = resources[resource].shapes
  const values = record as Record<string, unknown>
  const { currency } = countries[record.country]
  return resources[resource].exported.map((column) =>
    column === 'currency'
      ? currency
      : toCell(shapes[column]!.kind, values[column], record.country, (value) => words(column, value)),
  )
}

const toCell = (
  kind: Shape['kind'],
  value: unknown,
  country: CountryCode,
  word: (value: string) => string,
): ExportCell => {
  if (value === null || value === undefined) return null
  const { decimals, timeZone } = countries[country]
  switch (kind) {
    case 'text':
    case 'url':
      return String(value)
    case 'phone':
      return formatPhone(String(value))
    case 'integer':
    case 'number':
      return Number(value)
    case 'money':
      return { amount: Number(value), decimals }
    case 'instant':
      return { instant: String(value), timeZone }
    case 'date':
      return { day: String(value) }
    case 'choice':
    case 'flag':
      return word(String(value))
    // Unreachable: `ExportKind` excludes them.
    case 'id':
    case 'cell':
    case 'any':
    case 'values':
    case 'map':
    case 'list':
    case 'record':
      return null
  }
}

/** Column width by kind, in characters. */
const widths: Record<ExportKind, number> = {
  text: 24,
  phone: 20,
  url: 24,
  instant: 17,
  date: 12,
  integer: 10,
  number: 10,
  money: 14,
  flag: 10,
  choice: 16,
}

/** Column widths of a spreadsheet, in column order, in characters. */
export const exportWidths = (resource: ResourceName): number[] => {
  const shapes: Shapes = resources[resource].shapes
  return resources[resource].exported.map(
    (column) => widths[(shapes[column]?.kind ?? 'choice') as ExportKind],
  )
}

/** Maximum number of rows of one spreadsheet. */
export const largestExport = 200_000

export const exportFileName = (resource: ResourceName): string => `${resource}.xlsx`
