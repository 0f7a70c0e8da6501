import type { Filters } from '../../../domain/lib/filter.ts'
import { MAX_FILTER_TEXT_LENGTH } from '../../../domain/lib/filter-kinds.ts'
import { dayOf } from '../../../domain/lib/zone-clock.ts'
import { type FilteredColumn, filterOfColumn } from './column-filter.ts'

type AnyFields = Readonly<Record<string, unknown>>

/** A filter with a value, in the grammar; words if `name` is null. */
export type CellTerm = { name: string | null; value: string; label: string | null }

/**
 * The filter that leaves only records with the value of this one in the column; null if its value cannot be asked for. `label`:
 * the value as people read it, where the grammar has no words for it.
 */
export const termOfCell = (
  column: FilteredColumn,
  record: AnyFields,
  { filters, timeZone }: { filters: Filters; timeZone: string },
): CellTerm | null => {
  const known = filterOfColumn(column, filters)
  const value = valueAt(column, record)
  if (known === null) return wordsOf(value)
  const { name, filter } = known
  if (value === null) {
    const mayLack = filter?.kind === 'reference' && filter.optional
    return mayLack ? { name, value: 'none', label: null } : null
  }
  switch (filter?.kind) {
    case undefined:
    case 'span':
      return typeof value === 'string' ? dayTerm(name, dayOf(new Date(value), timeZone)) : null
    case 'days':
      return typeof value === 'string' ? dayTerm(name, value) : null
    case 'choice':
      return filter.values.includes(String(value)) ? { name, value: String(value), label: null } : null
    case 'reference':
      return { name, value: String(value), label: textOf(record[`${column.id}Name`]) }
    case 'flag':
      return { name, value: String(value !== false), label: null }
    case 'range':
      return typeof value === 'number' ? { name, value: String(value), label: null } : null
    case 'text': {
      const text = wordsIn(value)
      return text === null || text.length > MAX_FILTER_TEXT_LENGTH ? null : { name, value: text, label: text }
    }
  }
}

/** A column of another record's status has it under that name: `shippingStatus`. */
const valueAt = ({ id }: FilteredColumn, record: AnyFields): unknown =>
  record[`${id}Status`] ?? record[id] ?? null

const dayTerm = (name: string, day: string): CellTerm => ({ name, value: day, label: null })

const wordsOf = (value: unknown): CellTerm | null => {
  const text = wordsIn(value)
  return text === null ? null : { name: null, value: text, label: text }
}

/** Signs of the grammar are no part of words. */
const wordsIn = (value: unknown): string | null => {
  const text = textOf(value)?.replace(/[":,]/g, ' ').replace(/\s+/g, ' ').trim()
  return text === undefined || text === '' || text.length > MAX_FILTER_TEXT_LENGTH ? null : text
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Values offered at a heading. */
const MAX_OFFERED = 8

/** The values offered at a heading: all of a choice, else the frequent ones of the loaded records. */
export const valuesOfColumn = (
  column: FilteredColumn,
  records: readonly AnyFields[],
  { filters, timeZone }: { filters: Filters; timeZone: string },
): CellTerm[] => {
  const known = filterOfColumn(column, filters)
  if (known === null) return []
  const { name, filter } = known
  const termed = (values: readonly string[]) => values.map((value) => ({ name, value, label: null }))
  switch (filter?.kind) {
    case undefined:
    case 'span':
      return termed(['today', 'yesterday', '<7d', 'this-month', 'last-month'])
    case 'days':
      return termed(['..today', 'today', 'tomorrow'])
    case 'choice':
      return termed(filter.values)
    case 'flag':
      return termed(['true', 'false'])
    case 'range':
      return termed(boundsAmong(records.flatMap((record) => numberOf(valueAt(column, record)))))
    case 'reference':
    case 'text': {
      const found = new Map<string, { term: CellTerm; count: number }>()
      for (const record of records) {
        const term = termOfCell(column, record, { filters, timeZone })
        if (term === null || term.value === 'none') continue
        found.set(term.value, { term, count: (found.get(term.value)?.count ?? 0) + 1 })
      }
      const frequent = [...found.values()].toSorted((a, b) => b.count - a.count).slice(0, MAX_OFFERED)
      const none = filter.kind === 'reference' && filter.optional ? termed(['none']) : []
      return [...none, ...frequent.map(({ term }) => term)]
    }
  }
}

/** Names offered whole; more are found in the filter box. */
const MAX_NAMES = 30

/** The offer of a column whose names are all known, in their order; what needs no name stays first. */
export const wholeOffer = (
  name: string,
  names: readonly { value: string; label: string }[],
  offered: readonly CellTerm[],
): CellTerm[] => [
  ...offered.filter(({ value }) => value === 'none'),
  ...names.slice(0, MAX_NAMES).map(({ value, label }) => ({ name, value, label })),
]

const numberOf = (value: unknown): number[] => (typeof value === 'number' ? [value] : [])

/** A few values are offered themselves, many by bounds between them. */
const boundsAmong = (values: readonly number[]): string[] => {
  const distinct = [...new Set(values)].toSorted((a, b) => a - b)
  if (distinct.length <= MAX_OFFERED) return distinct.map(String)
  const at = (share: number) => distinct[Math.floor((distinct.length - 1) * share)]
  return [`..${at(0.25)}`, `${at(0.5)}..`, `${at(0.75)}..`, `${at(0.9)}..`]
}
