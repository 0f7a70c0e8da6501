import type { i18n } from 'i18next'
import { localeOf } from '../../domain/core/languages.ts'
import type { Filter, Filters } from '../../domain/lib/filter.ts'
import { numberFormat } from '../../domain/lib/number-format.ts'
import { type QueryTerm, queryTerms } from '../../domain/lib/query.ts'
import {
  ageUnits,
  namedSpans,
  readAge,
  readDays,
  readInstant,
  readNamedEnds,
  spanEnds,
} from '../../domain/lib/span.ts'
import type { References } from './references.ts'
import { wordOf } from './vocabulary.ts'

type Describing = {
  i18n: i18n
  resource: string
  filters: Filters
  references: References | null
}

/** A canonical query in words: `en attente · plus de 3 jours · « abidjan »`. */
export const describeQuery = (query: string, describing: Describing): string =>
  queryTerms(query)
    .map((term) => describeTerm(term, describing))
    .join(' · ')

/** One filter, or the search words. */
export const describeTerm = ({ name, value }: QueryTerm, describing: Describing): string => {
  const { i18n, resource, filters } = describing
  if (name === null) return i18n.t('filter:say.words', { words: value })
  if (name === 'created') return spansInWords(i18n, value)
  const filter = filters[name]
  const title = i18n.t(`${resource}:filters.${name}`)
  if (filter === undefined) return `${title} ${value}`
  return inWords[filter.kind](title, { name, value }, describing)
}

type Term = { name: string; value: string }

const inWords: Record<Filter['kind'], (title: string, term: Term, describing: Describing) => string> = {
  choice: (title, { name, value }, { i18n, resource }) => {
    const words = value.split(',').map((one) => wordOf(i18n, resource, name, one))
    // Countries are proper names.
    const labels = name === 'country' ? words : words.map(lower)
    const list = new Intl.ListFormat(localeOf(i18n.language), { type: 'disjunction' }).format(labels)
    // A status needs no field name.
    return name === 'status' ? list : i18n.t('filter:say.is', { name: title, value: list })
  },
  reference: (title, { name, value }, { i18n, references }) => {
    if (value === 'none') return i18n.t('filter:say.without', { name: title })
    const labels = value
      .split(',')
      .map((id) =>
        id === 'none'
          ? i18n.t('filter:none')
          : (references?.known(name).get(id)?.label ?? i18n.t('filter:say.chosen')),
      )
    return i18n.t('filter:say.is', { name: title, value: labels.join(', ') })
  },
  range: (title, { name, value }, { i18n, filters }) => {
    const filter = filters[name]
    if (value === '!0' && filter?.kind === 'range' && filter.signed) {
      return i18n.t('filter:say.is', { name: title, value: i18n.t('filter:yes') })
    }
    const [low = '', high = low] = value.includes('..') ? value.split('..') : [value]
    const isAbove = low.startsWith('>')
    const isBelow = high.startsWith('<')
    const decimal = (text: string) =>
      numberFormat(localeOf(i18n.language)).format(Number(text.replace(/^[<>!]/, '')))
    const number = (text: string) => `${/^[<>]/.exec(text)?.[0] ?? ''}${decimal(text)}`
    if (high === '' && isAbove) return i18n.t('filter:say.above', { name: title, value: decimal(low) })
    if (low === '' && isBelow) return i18n.t('filter:say.below', { name: title, value: decimal(high) })
    if (low.startsWith('!')) return i18n.t('filter:say.is', { name: title, value: `≠ ${decimal(low)}` })
    if (low === high) return i18n.t('filter:say.is', { name: title, value: number(low) })
    if (high === '') return i18n.t('filter:say.atLeast', { name: title, value: number(low) })
    if (low === '') return i18n.t('filter:say.atMost', { name: title, value: number(high) })
    return i18n.t('filter:say.is', { name: title, value: `${number(low)}–${number(high)}` })
  },
  flag: (title, { value }, { i18n }) =>
    i18n.t('filter:say.is', { name: title, value: i18n.t(value === 'true' ? 'filter:yes' : 'filter:no') }),
  span: (title, { name, value }, { i18n, filters }) => {
    const filter = filters[name]
    return timeInWords(title, value, i18n, filter?.kind === 'span' && filter.lasts === true)
  },
  days: (title, { value }, { i18n }) => timeInWords(title, value, i18n),
  text: (title, { value }, { i18n }) => i18n.t('filter:say.contains', { name: title, words: value }),
}

/** A name that the value begins with is not repeated: `seit 26.11.2026`, not `seit: seit 26.11.2026`. */
const timeInWords = (title: string, value: string, i18n: i18n, lasts = false): string => {
  const words = spansInWords(i18n, value, lasts)
  const isRepeated = words.toLowerCase().startsWith(`${title.toLowerCase()} `)
  return isRepeated ? words : i18n.t('filter:say.is', { name: title, value: words })
}

const spansInWords = (i18n: i18n, value: string, lasts = false): string =>
  value
    .split(',')
    .map((one) => spanInWords(i18n, one, lasts))
    .join(', ')

/** `>3d` -> `plus de 3 jours`; days in the language's date format. */
export const spanInWords = (i18n: i18n, value: string, lasts = false): string => {
  const age = readAge(value)
  const locale = localeOf(i18n.language)
  if (age !== null) {
    const unit = numberFormat(locale, {
      style: 'unit',
      unit: ageUnits[age.unit],
      unitDisplay: 'long',
    })
    const [more, less] = lasts ? (['longer', 'shorter'] as const) : (['older', 'newer'] as const)
    return i18n.t(`filter:say.${age.isOlder ? more : less}`, { age: unit.format(age.count) })
  }
  const named = namedSpans.find((span) => span === value)
  if (named) return i18n.t(`filter:span.${named}`)
  const instant = readInstant(value)
  if (instant !== null) {
    return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(instant)
  }
  const days = readDays(value) ?? readNamedEnds(value)
  if (days === null) return value
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const day = (text: string) => {
    const end = spanEnds.find((one) => one === text)
    return end === undefined ? format.format(new Date(`${text}T00:00:00Z`)) : i18n.t(`filter:span.${end}`)
  }
  const { first, last } = days
  const isNamed = readDays(value) === null
  if (isNamed && first === null) return i18n.t('filter:say.untilNamed', { day: day(last ?? '') })
  if (isNamed && last === null) return i18n.t('filter:say.fromNamed', { day: day(first ?? '') })
  if (first === null) return i18n.t('filter:say.until', { day: day(last ?? '') })
  if (last === null) return i18n.t('filter:say.from', { day: day(first) })
  return first === last ? day(first) : `${day(first)} – ${day(last)}`
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
