import type { i18n } from 'i18next'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { Filter, Filters } from '../../domain/lib/filter.ts'
import { fold, umlautSpellings } from '../../domain/lib/fold.ts'
import { type FilterVocabulary, rewordQuery } from '../../domain/lib/query.ts'
import { readAge, readNamedEnds, type SpanEnd, spanEnds } from '../../domain/lib/span.ts'
import type { ReferenceOption } from './references.ts'

/** Words of a resource's filters. */
export type FilterWords = {
  /** In all loaded languages. */
  vocabulary: FilterVocabulary
  /** As typed in the user's language. */
  name: (name: string) => string
  value: (name: string, value: string) => string
  /** All spellings. */
  names: (name: string) => readonly string[]
  values: (name: string, value: string) => readonly string[]
}

const isWhole = (filter: Filter | undefined): boolean => filter?.kind === 'range' && filter.whole === true

/** A bound of an amount as people write it: `>20000..` is `>20000`. */
const shortRange = (value: string): string =>
  value.replace(/^(>[^.]*(?:\.\d+)?)\.\.$/, '$1').replace(/^\.\.(<.*)$/, '$1')

type KnownReferences = (filter: string) => ReadonlyMap<string, ReferenceOption>

const nobody: KnownReferences = () => new Map()

/** Canonical words, as in links. */
export const canonical = { name: (name: string) => name, value: (_: string, value: string) => value }

/**
 * Filter names from `<resource>:filters.*`, values from `<resource>:<filter>.*` or `countries:*`, reference names from those
 * loaded. Amounts are in the currency of `country`.
 */
export const filterWords = (
  i18n: i18n,
  resource: string,
  filters: Filters,
  known: KnownReferences = nobody,
  country?: CountryCode,
): FilterWords => {
  const names = (filter: string) => textsByPriority(i18n, `${resource}:filters.${filter}`)
  const values = (filter: string, value: string): readonly string[] => {
    const { kind } = filters[filter] ?? { kind: 'span' }
    if (value === 'none') return [...textsByPriority(i18n, 'filter:none').map(slug), 'none']
    switch (kind) {
      case 'choice':
        return textsByPriority(i18n, choiceKey(i18n, resource, filter, value)).map(slug)
      case 'reference':
        return referenceSlug(known(filter), value)
      case 'flag':
        return textsByPriority(i18n, value === 'true' ? 'filter:yes' : 'filter:no').map(slug)
      case 'range':
        return value === '!0' && isSigned(filters[filter])
          ? [...textsByPriority(i18n, 'filter:yes').map(slug), value]
          : [isWhole(filters[filter]) ? value : shortRange(value)]
      case 'text':
        return [value]
      case 'span':
      case 'days':
        return spanWords(i18n, value)
    }
  }
  const vocabulary: FilterVocabulary = {
    names: {},
    values: {},
    ...(country === undefined ? {} : { country }),
  }
  const learn = (filter: string, all: readonly string[]) => {
    const table = vocabulary.values[filter] ?? {}
    vocabulary.values[filter] = table
    for (const value of all) {
      for (const word of values(filter, value)) table[compact(word)] ??= value
    }
  }
  // Hyphenated named spans as well: `semaine-dernière`, `naechste-woche`.
  const learnDays = (filter: string) => {
    learn(filter, spanEnds)
    const table = vocabulary.values[filter]!
    for (const value of spanEnds) {
      for (const word of values(filter, value).flatMap((one) => umlautSpellings(one.replace(article, ''))))
        table[compact(word)] ??= value
    }
  }
  for (const key of ['created', ...Object.keys(filters)]) {
    for (const word of names(key)) vocabulary.names[compact(word)] ??= key
    const filter = filters[key]
    if (key === 'created' || filter?.kind === 'span' || filter?.kind === 'days') learnDays(key)
    if (filter?.kind === 'choice') learn(key, filter.values)
    if (filter?.kind === 'reference') learn(key, [...(filter.optional ? ['none'] : []), ...known(key).keys()])
  }
  const everyName = ['created', ...Object.keys(filters)]
  addInflections(
    vocabulary.names,
    everyName.flatMap((key) => names(key).map((word) => ({ word, meaning: key }))),
  )
  for (const key of everyName) {
    const filter = filters[key]
    if (filter?.kind !== 'choice') continue
    const words = filter.values.flatMap((value) =>
      values(key, value).map((word) => ({ word, meaning: value })),
    )
    const table = vocabulary.values[key] ?? {}
    vocabulary.values[key] = table
    addInflections(table, words)
  }
  return {
    vocabulary,
    names,
    values,
    name: (filter) => names(filter)[0] ?? filter,
    value: (filter, value) => values(filter, value)[0] ?? value,
  }
}

const isSigned = (filter: Filter | undefined): boolean => filter?.kind === 'range' && filter.signed === true

/** The canonical form of a written query. */
export const canonicalQuery = (filters: Filters, text: string, { vocabulary }: FilterWords): string =>
  rewordQuery(filters, text, vocabulary, canonical)

/** Label of a value: `PENDING` -> `En attente`. */
export const wordOf = (i18n: i18n, resource: string, filter: string, value: string): string => {
  const key = choiceKey(i18n, resource, filter, value)
  return i18n.exists(key) ? i18n.t(key) : value
}

/** A text in all loaded languages: the user's, English, then others. */
export const textsByPriority = (i18n: i18n, key: string): string[] => {
  const colon = key.indexOf(':')
  const languages = [i18n.language, 'en', ...Object.keys(i18n.store.data)]
  const texts = [...new Set(languages)].flatMap((language) => {
    const text = i18n.getResource(language, key.slice(0, colon), key.slice(colon + 1)) as unknown
    return typeof text === 'string' && text !== '' ? [text] : []
  })
  return [...new Set(texts)]
}

const choiceKey = (i18n: i18n, resource: string, filter: string, value: string): string => {
  const own = `${resource}:${filter}.${value}`
  return i18n.exists(own) ? own : `countries:${value}`
}

/** References with equal names are distinguished by the end of their ids. */
const referenceSlug = (known: ReadonlyMap<string, ReferenceOption>, id: string): string[] => {
  const option = known.get(id)
  if (option === undefined) return []
  const own = slug(option.label)
  const hasDouble = [...known.values()].some(({ value, label }) => value !== id && slug(label) === own)
  return [hasDouble ? `${own}-${id.slice(-4)}` : own]
}

const spanWords = (i18n: i18n, value: string): string[] => {
  const age = readAge(value)
  if (age !== null) {
    const { isOlder, count, unit } = age
    return textsByPriority(i18n, `filter:unit.${unit}`).map(
      (letter) => `${isOlder ? '>' : '<'}${count}${letter}`,
    )
  }
  const ends = readNamedEnds(value)
  if (ends !== null) {
    const word = (end: string | null) => (end === null ? '' : (spanWords(i18n, end)[0] ?? end))
    return [`${word(ends.first)}..${word(ends.last)}`]
  }
  return isSpanEnd(value) ? textsByPriority(i18n, `filter:span.${value}`).map(slug) : []
}

const article = /^(?:la|le|el|il)-/i

const isSpanEnd = (value: string): value is SpanEnd => spanEnds.some((end) => end === value)

/** A word as typed without quotes: `En attente` -> `en-attente`. Removes separators of the grammar. */
export const slug = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s'’",:]+/g, '-')
    .replace(/^-|-$/g, '')

/** Adds inflections and spellings, except those that are ambiguous. */
const addInflections = (
  table: Record<string, string>,
  words: readonly { word: string; meaning: string }[],
): void => {
  const added = new Map<string, string | null>()
  for (const { word, meaning } of words) {
    for (const form of inflectionsOf(word)) {
      if (Object.hasOwn(table, form)) continue
      added.set(form, added.has(form) && added.get(form) !== meaning ? null : meaning)
    }
  }
  for (const [form, meaning] of added) if (meaning !== null) table[form] = meaning
}

/** `créée` is also `cree`, `creado` `creada`, `создан` `создана`, `rückruf` `rueckruf`. */
const inflectionsOf = (word: string): string[] => {
  const folded = compact(word)
  return [
    ...umlautSpellings(word).map(compact),
    ...endings.flatMap(([end, other]) => (end.test(folded) ? [folded.replace(end, other)] : [])),
  ].filter((form) => form !== folded && form.length >= MIN_INFLECTED)
}

/** Participle endings in French, Italian, Spanish and Russian, with other genders and numbers. */
const endings: readonly (readonly [RegExp, string])[] = [
  [/(?<=ee)$/, 's'],
  [/ees?$/, 'e'],
  [/ees?$/, 'es'],
  [/(?<=[^e])e$/, 'ee'],
  [/(?<=[^e])e$/, 'ees'],
  [/(?<=[isu])e$/, ''],
  [/(?<=[iu])$/, 'e'],
  [/o$/, 'a'],
  [/a$/, 'o'],
  [/[ao]$/, 'i'],
  [/[ao]$/, 'os'],
  [/a$/, 'as'],
  [/(?<=[нт])[аоы]$/, ''],
  [/(?<=[нт])$/, 'а'],
  [/(?<=[нт])$/, 'о'],
  [/(?<=[нт])$/, 'ы'],
  [/(?<=[нт])[аоы]$/, 'а'],
  [/(?<=[нт])[аоы]$/, 'ы'],
]
const MIN_INFLECTED = 4

export const compact = (text: string): string => fold(text).replaceAll(' ', '')
