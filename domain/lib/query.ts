import { type Filter, type Filters, parseFilterValue, type Where } from './filter.ts'
import { fold } from './fold.ts'

/**
 * The grammar of the filter box: words search, `name:value` filters, in any order.
 *
 *     status:pending created:<7d delivery:none total:>15000 abidjan "rue 12"
 *
 * `created` takes `<7d` (younger than), `>3d` (older than), `2026-11-01`, `2026-11-01..2026-11-10`, `today`.
 * Names and values may be written in any language of the vocabulary, in any case, with or without accents.
 */
export type QueryText = { where: Where; problems: QueryProblem[] }
export type QueryProblem = { token: string; code: 'UNKNOWN_FILTER' | 'NOT_A_VALUE' }

/** Other spellings of filter names and choice values, folded: `statut` -> `status`, `en attente` -> `PENDING`. */
export type Vocabulary = {
  names: Record<string, string>
  values: Record<string, Record<string, string>>
}

export type QueryOptions = { now: Date; vocabulary?: Vocabulary }

export const parseQuery = (filters: Filters, text: string, options: QueryOptions): QueryText => {
  const where: Where = {}
  const words: string[] = []
  const problems: QueryProblem[] = []
  for (const token of tokenize(text)) {
    const colon = token.indexOf(':')
    const name = colon > 0 ? filterName(filters, token.slice(0, colon), options.vocabulary) : null
    if (colon <= 0 || /^https?:/i.test(token)) {
      words.push(unquote(token))
      continue
    }
    const written = unquote(token.slice(colon + 1))
    if (name === null) problems.push({ token, code: 'UNKNOWN_FILTER' })
    else if (!addFilter(where, filters, name, written, options)) problems.push({ token, code: 'NOT_A_VALUE' })
  }
  if (words.length > 0) where.keyword = words.join(' ')
  return { where, problems }
}

/**
 * The same query in other words: canonical (`status:PENDING`, what a link carries) or those of a language. Words and
 * what cannot be read stay as they were typed.
 */
export const rewordQuery = (
  filters: Filters,
  text: string,
  from: Vocabulary | undefined,
  to: { name: (name: string) => string; value: (name: string, value: string) => string },
): string =>
  tokenize(text)
    .map((token) => {
      const colon = token.indexOf(':')
      const name = colon > 0 ? filterName(filters, token.slice(0, colon), from) : null
      if (name === null) return token
      const filter = filters[name]
      const values = unquote(token.slice(colon + 1)).split(',')
      const canonical = filter ? values.map((value) => canonicalValue(filter, name, value, from)) : values
      return `${to.name(name)}:${canonical.map((value) => quoted(to.value(name, value))).join(',')}`
    })
    .join(' ')

const quoted = (value: string): string => (/\s/.test(value) ? `"${value}"` : value)

/** The text before the cursor split as it will be read: whether a name or a value is being written. For completion. */
export const tokenAt = (
  text: string,
  cursor: number,
): { start: number; name: string | null; written: string } => {
  const before = text.slice(0, cursor)
  const start = before.search(/(?:[^\s"]|"[^"]*"?)*$/)
  const token = before.slice(start)
  const colon = token.indexOf(':')
  return colon < 0
    ? { start, name: null, written: token }
    : { start: start + colon + 1, name: token.slice(0, colon), written: token.slice(colon + 1) }
}

const tokenize = (text: string): string[] => text.match(/(?:[^\s"]|"[^"]*"?)+/g) ?? []

const unquote = (token: string): string => token.replaceAll('"', '').trim()

const compact = (text: string): string => fold(text).replaceAll(' ', '')

const filterName = (filters: Filters, written: string, vocabulary?: Vocabulary): string | null => {
  const name = compact(written)
  if (name === 'created') return 'created'
  const own = Object.keys(filters).find((key) => key.toLowerCase() === name)
  return own ?? vocabulary?.names[name] ?? null
}

const addFilter = (
  where: Where,
  filters: Filters,
  name: string,
  written: string,
  options: QueryOptions,
): boolean => {
  if (name === 'created') {
    const span = parseSpan(written, options.now)
    if (span === null) return false
    Object.assign(where, span)
    return true
  }
  const filter = filters[name]!
  const value = written
    .split(',')
    .map((part) => canonicalValue(filter, name, part, options.vocabulary))
    .join(',')
  if (value === '' || !parseFilterValue(filter, value).ok) return false
  where[name] = value
  return true
}

const canonicalValue = (filter: Filter, name: string, written: string, vocabulary?: Vocabulary): string => {
  const folded = compact(written)
  switch (filter.kind) {
    case 'choice': {
      const own = filter.values.find((value) => compact(value) === folded)
      return own ?? vocabulary?.values[name]?.[folded] ?? written
    }
    case 'flag': {
      if (['yes', 'oui', 'true', '1', 'да'].includes(folded)) return 'true'
      return ['no', 'non', 'false', '0', 'нет'].includes(folded) ? 'false' : written
    }
    case 'range':
      return comparisonToRange(written)
    case 'reference':
      return folded === 'aucun' ? 'none' : written.toLowerCase()
  }
}

/** `>2` and `>=3` on whole numbers are `3..`; on amounts `>2` is taken as "from 2", the boundary counts. */
const comparisonToRange = (written: string): string => {
  const comparison = /^(>=|<=|>|<)(-?\d+(?:\.\d+)?)$/.exec(written)
  if (comparison === null) return written
  return comparison[1]!.startsWith('>') ? `${comparison[2]}..` : `..${comparison[2]}`
}

const hour = 3_600_000
const units: Record<string, number> = {
  h: hour,
  d: 24 * hour,
  j: 24 * hour,
  w: 7 * 24 * hour,
  s: 7 * 24 * hour,
  m: 30 * 24 * hour,
}

const parseSpan = (written: string, now: Date): { from?: string; to?: string } | null => {
  const age = /^([<>])(\d{1,4})([a-z])$/i.exec(written)
  const unit = age === null ? undefined : units[age[3]!.toLowerCase()]
  if (age !== null && unit !== undefined) {
    const then = new Date(now.getTime() - Number(age[2]) * unit).toISOString()
    return age[1] === '<' ? { from: then } : { to: then }
  }
  const word = compact(written)
  if (word === 'today' || word === 'aujourdhui') return daySpan(now.toISOString().slice(0, 10), 1)
  if (word === 'yesterday' || word === 'hier') {
    return daySpan(new Date(now.getTime() - 24 * hour).toISOString().slice(0, 10), 1)
  }
  const days = /^(\d{4}-\d{2}-\d{2})(?:\.\.(\d{4}-\d{2}-\d{2}))?$/.exec(written)
  if (days === null || Number.isNaN(Date.parse(days[1]!)) || Number.isNaN(Date.parse(days[2] ?? days[1]!)))
    return null
  return { from: daySpan(days[1]!, 0).from, to: daySpan(days[2] ?? days[1]!, 1).to }
}

const daySpan = (day: string, length: number): { from: string; to: string } => {
  const start = Date.parse(`${day}T00:00:00.000Z`)
  return { from: new Date(start).toISOString(), to: new Date(start + length * 24 * hour).toISOString() }
}
