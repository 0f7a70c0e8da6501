import type { Filter } from '../../domain/lib/filter.ts'
import { readRange } from '../../domain/lib/filter-kinds.ts'
import { parseQuery, rewordQuery, tokenAt } from '../../domain/lib/query.ts'
import { comingSpans, namedSpans } from '../../domain/lib/span.ts'
import type { Completion, CompletionSource } from './completion.ts'
import { correctionOf } from './correct-query.ts'
import { describeQuery, describeTerm } from './describe-query.ts'
import { matchOf } from './match-word.ts'
import { compact } from './vocabulary.ts'

const most = 8

/** A link with hundreds of ids needs no completions. */
const MAX_COMPLETED_LENGTH = 2_000

/**
 * Completions at the cursor. Empty box: recent filters and views. Else: the text as a sentence, corrections, then names and
 * values, best first.
 */
export const complete = (text: string, cursor: number, source: CompletionSource): Completion[] => {
  if (text.length > MAX_COMPLETED_LENGTH) return []
  if (text.trim() === '') {
    const all = [...recentOnes(source), ...namedViews(source)]
    // A filter equal to a view is listed once, as the view.
    const isNamed = ({ kind, text: own }: Completion) =>
      kind === 'recent' && all.some((other) => other.kind === 'view' && other.text === own)
    return all.filter((one) => !isNamed(one)).slice(0, most)
  }
  const { start, name, written } = tokenAt(text, cursor)
  const place = { start, end: cursor }
  const key = name === null ? null : filterNamed(name, source)
  const next =
    name === null
      ? written === ''
        ? []
        : [
            ...names(written, place, source),
            ...bareValues(written, place, source),
            ...zonesNamed(written, place, source),
          ]
      : key === null
        ? []
        : values(key, written, place, source)
  // A word at the cursor that can be completed is not corrected yet.
  const meant = corrections(text, cursor, source).filter(({ end }) => next.length === 0 || end !== cursor)
  return [...sentence(text, source), ...meant, ...next].slice(0, most)
}

/** Whether names for the word at the cursor are still loading. */
export const isAsking = (text: string, cursor: number, source: CompletionSource): boolean => {
  const { name, written } = tokenAt(text, cursor)
  const key = name === null ? null : filterNamed(name, source)
  if (key === null || source.filters[key]?.kind !== 'reference') return false
  const part = written.slice(written.lastIndexOf(',') + 1)
  return part !== '' && source.references?.find(key, part.replaceAll('-', ' ')).phase === 'loading'
}

/** The filter with that name in any language. */
export const filterNamed = (written: string, { filters, words }: CompletionSource): string | null => {
  const name = compact(written)
  if (name === 'created') return name
  const own = Object.keys(filters).find((key) => key.toLowerCase() === name)
  return own ?? (Object.hasOwn(words.vocabulary.names, name) ? (words.vocabulary.names[name] ?? null) : null)
}

type Place = { start: number; end: number }

const recentOnes = ({ recents, words, filters, ...rest }: CompletionSource): Completion[] =>
  recents.slice(0, 5).map((query) => ({
    ...whole(''),
    id: `recent:${query}`,
    kind: 'recent',
    text: rewordQuery(filters, query, words.vocabulary, words),
    label: describeQuery(query, { ...rest, filters }),
    hint: rest.i18n.t('filter:hint.recent'),
  }))

const namedViews = ({ views, words, filters, i18n }: CompletionSource): Completion[] =>
  views.map(({ label, query }) => ({
    ...whole(''),
    id: `view:${query} ${label}`,
    kind: 'view',
    text: rewordQuery(filters, query, words.vocabulary, words),
    label,
    hint: i18n.t('filter:hint.view'),
  }))

const whole = (text: string): Place => ({ start: 0, end: text.length })

const sentence = (text: string, source: CompletionSource): Completion[] => {
  // Already in the grammar.
  if (!/\s/.test(text.trim())) return []
  const spoken = source.speak(text)
  if (spoken === null || spoken.query === '' || spoken.isPending || spoken.unknown.length > 0) return []
  const reworded = rewordQuery(source.filters, spoken.query, source.words.vocabulary, source.words)
  const present = rewordQuery(source.filters, text, source.words.vocabulary, source.words)
  if (reworded === present) return []
  return [
    {
      ...whole(text),
      id: 'sentence',
      kind: 'sentence',
      text: `${reworded} `,
      label: describeQuery(spoken.query, source),
      hint:
        spoken.leftOver.length === 0
          ? source.i18n.t('filter:hint.sentence')
          : source.i18n.t('filter:hint.partly', { words: spoken.leftOver.join(' ') }),
    },
  ]
}

/** Corrections of unreadable terms one edit away. The word at the cursor may be incomplete. */
const corrections = (text: string, cursor: number, source: CompletionSource): Completion[] => {
  const { problems } = parseQuery(source.filters, text, {
    now: new Date(0),
    vocabulary: source.words.vocabulary,
  })
  return problems.slice(0, most).flatMap(({ token }): Completion[] => {
    const start = text.indexOf(token)
    const corrected = correctionOf(token, source)
    if (corrected === null || start < 0) return []
    const isOpen = cursor === start + token.length
    return [
      {
        id: `correction:${token}`,
        kind: 'correction',
        start,
        end: start + token.length,
        text: isOpen ? `${corrected} ` : corrected,
        label: corrected,
        hint: source.i18n.t('filter:hint.instead', { written: token }),
      },
    ]
  })
}

const names = (written: string, place: Place, source: CompletionSource): Completion[] => {
  const { filters, words } = source
  return best(
    [...Object.keys(filters), 'created'].map((name) => ({
      rank: matchOf(written, [...words.names(name), name]),
      completion: {
        ...place,
        id: `name:${name}`,
        kind: 'name',
        text: `${words.name(name)}:`,
        label: `${words.name(name)}:`,
        hint: hintOf(name, source),
      },
    })),
  )
}

/** `en att` without the filter's name; from three letters on. */
const bareValues = (written: string, place: Place, source: CompletionSource): Completion[] => {
  if (written.length < 3) return []
  const { filters, words } = source
  return best(
    Object.entries(filters).flatMap(([name, filter]) =>
      filter.kind !== 'choice' || name === 'country'
        ? []
        : filter.values.map((value) => ({
            rank: matchOf(written, words.values(name, value)),
            completion: {
              ...place,
              id: `value:${name}:${value}`,
              kind: 'value' as const,
              text: `${words.name(name)}:${words.value(name, value)} `,
              label: `${words.name(name)}:${words.value(name, value)}`,
              hint: '',
            },
          })),
    ),
  )
}

/** `abid`: the zones of that name, from three letters on. Addresses have quarters, and no search word is a zone's name. */
const zonesNamed = (
  written: string,
  place: Place,
  { filters, words, references }: CompletionSource,
): Completion[] => {
  if (written.length < 3 || filters.zone?.kind !== 'reference') return []
  return (references?.find('zone', written).options ?? []).map(({ value, label }) => ({
    ...place,
    id: `value:zone:${value}`,
    kind: 'value',
    text: `${words.name('zone')}:${words.value('zone', value)} `,
    label: `${words.name('zone')}:${words.value('zone', value)}`,
    hint: label,
  }))
}

const values = (name: string, written: string, place: Place, source: CompletionSource): Completion[] => {
  const comma = written.lastIndexOf(',') + 1
  const part = written.slice(comma)
  const { words } = source
  const start = place.start + comma
  const all = candidates(name, part, source)
  return best(
    all.map(({ value, label, hint }) => ({
      rank: part === '' ? 0 : matchOf(part, [...words.values(name, value), ...(label ? [label] : []), value]),
      completion: {
        start,
        end: place.end,
        id: `value:${name}:${value}`,
        kind: 'value' as const,
        text: `${words.value(name, value)} `,
        label: words.value(name, value),
        hint: hint ?? describeTerm({ name, value }, source),
      },
    })),
  ).filter(({ text }) => text.trim() !== part)
}

type Candidate = { value: string; label?: string; hint?: string }

const candidates = (name: string, part: string, source: CompletionSource): Candidate[] => {
  const filter: Filter | undefined = source.filters[name]
  if (filter === undefined) return spans(part)
  switch (filter.kind) {
    case 'span':
      return part.startsWith('.') ? openSpans : [...spans(part), ...openSpans]
    case 'days':
      return part.startsWith('.') ? openSpans : [...openSpans, ...spans(part)]
    case 'choice':
      return filter.values.map((value) => ({ value }))
    case 'flag':
      return [{ value: 'true' }, { value: 'false' }]
    case 'range': {
      if (filter.signed && !/^[<>!≠\d.-]/.test(part))
        return ['!0', '..<0', '>0..'].map((value) => ({ value }))
      const compared = readRange(filter, part, source.words.vocabulary.country)
      const number = /^\d+(?:\.\d+)?$/.exec(compared)?.[0] ?? /\d+(?:\.\d+)?/.exec(part)?.[0]
      if (compared !== part && compared !== number) return [{ value: compared, label: part }]
      if (number === undefined) return part === '' ? ['1..', '..0'].map((value) => ({ value })) : []
      return [number, `${number}..`, `..${number}`].map((value) => ({ value, label: part }))
    }
    case 'text':
      return []
    case 'reference': {
      const found = source.references?.find(name, part.replaceAll('-', ' ')).options ?? []
      return [
        ...(filter.optional ? [{ value: 'none' }] : []),
        ...found.map(({ value, label, detail }) => ({ value, label, hint: detail ?? label })),
      ]
    }
  }
}

const pastSpans = namedSpans.slice(2).filter((name) => !comingSpans.includes(name))

/** Spans of times that may be in the future. */
const openSpans: Candidate[] = ['..today', 'tomorrow', '..now', 'now..'].map((value) => ({ value }))

/** `3`: three of each unit. */
const spans = (part: string): Candidate[] => {
  // A day is being written, not an age.
  if (/\d[-.]/.test(part)) return []
  const number = /\d{1,4}/.exec(part)?.[0]
  if (number === undefined)
    return ['today', 'yesterday', '<7d', '>3d', ...pastSpans].map((value) => ({ value }))
  const signs = part.startsWith('>') ? ['>'] : part.startsWith('<') ? ['<'] : ['<', '>']
  return signs.flatMap((sign) =>
    ['d', 'w', 'h', 'm'].map((unit) => ({ value: `${sign}${number}${unit}`, label: part })),
  )
}

/** Examples of values, after a filter's name. */
const hintOf = (name: string, { filters, words, i18n }: CompletionSource): string => {
  const filter = filters[name]
  switch (filter?.kind) {
    case undefined:
    case 'span':
    case 'days':
      return [words.value(name, '<7d'), words.value(name, 'yesterday')].join(', ')
    case 'choice':
      return filter.values
        .slice(0, 3)
        .map((value) => words.value(name, value))
        .join(', ')
    case 'flag':
      return [words.value(name, 'true'), words.value(name, 'false')].join(', ')
    case 'range':
      return filter.signed ? [words.value(name, '!0'), '<0', '>0'].join(', ') : '5, 2..5, 3..'
    case 'reference':
      return i18n.t('filter:hint.name')
    case 'text':
      return i18n.t('filter:hint.words')
  }
}

const best = (found: readonly { rank: number | null; completion: Completion }[]): Completion[] =>
  found
    .flatMap(({ rank, completion }) => (rank === null ? [] : [{ rank, completion }]))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ completion }) => completion)
