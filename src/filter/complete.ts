import type { Filters } from '../../domain/lib/filter.ts'
import { fold } from '../../domain/lib/fold.ts'
import { tokenAt } from '../../domain/lib/query.ts'
import type { FilterWords } from './vocabulary.ts'

/** One way to go on: `text` replaces the box from `start` to the cursor. */
export type Completion = { text: string; start: number; label: string; hint: string }

const ages = ['<24h', '<7d', '>3d']
const most = 8

/** What can be written next at the cursor: names of filters, then the values of the one that was named. */
export const complete = (
  filters: Filters,
  text: string,
  cursor: number,
  words: FilterWords,
): Completion[] => {
  const { start, name, written } = tokenAt(text, cursor)
  if (name === null) return written === '' ? [] : completeName(filters, start, written, words)
  return completeValue(filters, start, name, written, words)
}

const completeName = (filters: Filters, start: number, written: string, words: FilterWords): Completion[] =>
  [...Object.keys(filters), 'created']
    .filter((name) => [name, words.name(name)].some((word) => begins(word, written)))
    .map((name) => ({ text: `${words.name(name)}:`, start, label: `${words.name(name)}:`, hint: '' }))
    .slice(0, most)

const completeValue = (
  filters: Filters,
  start: number,
  name: string,
  written: string,
  words: FilterWords,
): Completion[] => {
  const key = words.vocabulary.names[fold(name).replaceAll(' ', '')] ?? name
  const lastComma = written.lastIndexOf(',') + 1
  const part = written.slice(lastComma)
  return valuesOf(filters, key, words)
    .filter((value) => part === '' || begins(value, part))
    .filter((value) => value !== part)
    .map((value) => ({ text: `${value} `, start: start + lastComma, label: value, hint: words.name(key) }))
    .slice(0, most)
}

const valuesOf = (filters: Filters, key: string, words: FilterWords): string[] => {
  const filter = filters[key]
  if (key === 'created') return ages
  if (filter?.kind === 'choice') return filter.values.map((value) => words.value(key, value))
  if (filter?.kind === 'flag') return ['true', 'false']
  if (filter?.kind === 'reference' && filter.optional) return ['none']
  return []
}

const begins = (word: string, written: string): boolean => fold(word).startsWith(fold(written))
