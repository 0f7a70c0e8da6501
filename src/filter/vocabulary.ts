import type { i18n } from 'i18next'
import type { Filters } from '../../domain/lib/filter.ts'
import { fold } from '../../domain/lib/fold.ts'
import type { Vocabulary } from '../../domain/lib/query.ts'

/** The words of a resource's filters in the language spoken, and back. */
export type FilterWords = {
  vocabulary: Vocabulary
  name: (name: string) => string
  value: (name: string, value: string) => string
}

/** Reads filter names from `<resource>:filters.*` and choice values from `<resource>:<filter>.*` or `countries:*`. */
export const filterWords = (i18n: i18n, resource: string, filters: Filters): FilterWords => {
  const name = (filter: string) => i18n.t(`${resource}:filters.${filter}`)
  const value = (filter: string, canonical: string) => slug(wordOf(i18n, resource, filter, canonical))
  const vocabulary: Vocabulary = { names: { [compact(name('created'))]: 'created' }, values: {} }
  for (const [key, filter] of Object.entries(filters)) {
    vocabulary.names[compact(name(key))] = key
    if (filter.kind !== 'choice') continue
    vocabulary.values[key] = Object.fromEntries(
      filter.values.map((canonical) => [compact(value(key, canonical)), canonical]),
    )
  }
  return { vocabulary, name, value }
}

/** One value in words: `PENDING` -> `En attente`. */
export const wordOf = (i18n: i18n, resource: string, filter: string, value: string): string => {
  const keys = [`${resource}:${filter}.${value}`, `countries:${value}`]
  const key = keys.find((candidate) => i18n.exists(candidate))
  return key === undefined ? value : i18n.t(key)
}

/** As one types it without quotes: `En attente` -> `en-attente`. */
const slug = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s'’]+/g, '-')

const compact = (text: string): string => fold(text).replaceAll(' ', '')
