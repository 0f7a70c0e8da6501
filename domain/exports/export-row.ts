import { type CountryCode, countries } from '../core/countries.ts'
import { formatPhone } from '../lib/phone-format.ts'
import type { Shape, Shapes } from '../lib/shape.ts'
import { type ResourceName, resources } from '../resources.ts'

/**
 * A cell as a spreadsheet shows it: a text, a number, an amount in major units with its currency's decimals, an instant
 * at the time of a zone, or a day (`YYYY-MM-DD`).
 */
export type ExportCell =
  | null
  | string
  | number
  | { amount: number; decimals: number }
  | { instant: string; timeZone: string }
  | { day: string }

/** The word for a value of a field: for one of its choices, or for `true` and `false`. */
export type ExportWords = (field: string, value: string) => string

/** A record in the columns of its list's spreadsheet, in words that people read. */
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
