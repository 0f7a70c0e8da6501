import { fold } from '../../../domain/lib/fold.ts'
import type { RequestVerb, Value } from '../../filter/languages/sentence-language.ts'
import type { Analysis, TextPart } from '../../filter/sentence/analyse-text.ts'
import { type Clause, isNarrowing } from '../../filter/sentence/reading.ts'
import { type Asked, type Candidate, claimed, lookingVerbs, MIN_NAME_LENGTH } from './asked-text.ts'
import { askRow, listsFor } from './filter-sections.ts'
import type { PaletteView } from './palette-view.ts'
import { placesOf } from './text-anchors.ts'

/** The list filtered by what is understood: with the other words as a person or search text, and without them. */
export function listCandidates(asked: Asked, view: PaletteView): Candidate[] {
  const clauses = [...asked.analysis.clauses, ...askedStatuses(asked.analysis)]
  // `parcels in hand of drissa`: what stands behind a preposition need not be a place.
  const others = clauses.filter(({ meaning }) => meaning.kind !== 'text')
  return [
    ...candidatesOf(clauses, asked, view),
    ...(others.length < clauses.length ? candidatesOf(others, asked, view) : []),
  ]
}

function candidatesOf(clauses: readonly TextPart<Clause>[], asked: Asked, view: PaletteView): Candidate[] {
  const { analysis, weightOf, mayBeName } = asked
  const { filtering } = view
  const { tokens, text } = analysis
  if (!filtering || (clauses.length === 0 && view.scope === null)) return []
  const nouns = clauses.flatMap(({ meaning }) => (meaning.kind === 'resource' ? meaning.resource : []))
  const resource = view.scope ?? nouns[0] ?? null
  const read = new Set(clauses.flatMap(placesOf))
  const looking = lookingVerbs(analysis)
  const isOfMany = namesMany(asked, view)
  const isFree = (place: number) => !read.has(place) && !looking.includes(place) && weightOf(place) > 0
  const free = [...tokens.keys()].filter(isFree)
  const written = (places: readonly number[]) =>
    places.map((place) => text.slice(tokens[place]?.start, tokens[place]?.end)).join(' ')
  const make = (
    more: readonly Clause[],
    found: readonly number[],
    sure: number,
    parts: readonly TextPart<Clause>[] = clauses,
  ): Candidate[] => {
    const all = [...parts.map(({ meaning }) => meaning), ...more]
    const read = parts.flatMap(placesOf)
    if (!all.some((clause) => isNarrowing(clause) || clause.kind === 'text')) return []
    const sentence = { clauses: all, resource, isSure: false, isBare: false, isMaybeName: false }
    return listsFor(sentence, view, filtering)
      .filter(({ query }) => query !== '')
      .slice(0, 2)
      .map((list, place) => ({
        item: askRow('filter', list, view, filtering),
        claims: new Map([...claimed([...read, ...looking]), ...claimed(found, sure)]),
        bonus: (isOfMany && found.length > 0 ? MANY : 0) - place,
      }))
  }
  // A word of the console is no name and no place, unless nothing else filters.
  const isFiltered = clauses.some(({ meaning }) => isNarrowing(meaning))
  const searchable = free.filter((place) => {
    const token = tokens[place]
    return token?.kind === 'word' && token.word.length >= MIN_NAME_LENGTH && (mayBeName(place) || !isFiltered)
  })
  const words = written(searchable)
  return [
    ...personsIn(free, asked, view).flatMap(({ clause, places }) => {
      const others = searchable.filter((place) => !places.includes(place))
      const searched: Clause[] =
        others.length > 0 ? [{ kind: 'text', text: written(others), isMeant: false }] : []
      return [
        ...(others.length > 0 ? make([clause, ...searched], [...places, ...others], SEARCHED) : []),
        ...make([clause], places, 1),
      ]
    }),
    ...(searchable.length > 0 && clauses.length > 0
      ? make([{ kind: 'text', text: words, isMeant: false }], searchable, SEARCHED)
      : []),
    ...orWithout(clauses, (parts) => make([], [], 1, parts)),
  ]
}

/** A filter that finds nothing is offered without its bounds too. */
const orWithout = (
  clauses: readonly TextPart<Clause>[],
  make: (parts: readonly TextPart<Clause>[]) => Candidate[],
): Candidate[] => {
  const whole = make(clauses)
  const bounds = clauses.filter(({ meaning }) => meaning.kind === 'range')
  if (whole.some(({ item }) => !item.isNothing)) return whole
  return [...whole, ...bounds.flatMap((one) => make(clauses.filter((other) => other !== one)))]
}

/** `pedidos mariam`: several are meant, so the list comes before one of them. */
const MANY = 5

/** Whether a list is named in the plural, and no record by its number. */
const namesMany = ({ analysis, targets }: Asked, { t }: PaletteView): boolean =>
  !targets.some(({ isExact }) => isExact) &&
  analysis.clauses.some(({ meaning, from, to }) => {
    if (meaning.kind !== 'resource' || to - from > 1) return false
    const token = analysis.tokens[from]
    return token?.kind === 'word' && fold(t(`${meaning.resource}:one`)) !== token.word
  })

/** `which parcels did drissa deliver`: in a question the verb is a status. */
const askedStatuses = ({ tokens, verbs, clauses }: Analysis): TextPart<Clause>[] => {
  const [first] = verbs.filter(({ meaning }) => meaning === 'show')
  if (first === undefined || first.from > 1) return []
  const isFree = (part: TextPart<RequestVerb>) =>
    part.from >= first.to &&
    tokens.slice(part.from, part.to).every(({ kind }) => kind === 'word') &&
    !clauses.some(({ from, to }) => from < part.to && part.from < to)
  return verbs.filter(isFree).flatMap((part): TextPart<Clause>[] => {
    const value = statusOf[part.meaning]
    return value === undefined ? [] : [{ ...part, meaning: { kind: 'value', values: [value], not: false } }]
  })
}

const statusOf: Partial<Record<RequestVerb, Value>> = {
  confirm: 'CONFIRMED',
  cancel: 'CANCELLED',
  assign: 'ASSIGNED',
  deliver: 'DELIVERED',
  postpone: 'POSTPONED',
  refuse: 'REFUSED',
  return: 'RETURNED',
  pay: 'PAID',
}

/** People of a list's filters among the free words: one word is enough beside a list or filter. */
const personsIn = (free: readonly number[], { analysis, words }: Asked, view: PaletteView) => {
  const { filtering, scope } = view
  const { clauses } = analysis
  const resource =
    scope ?? clauses.flatMap(({ meaning }) => (meaning.kind === 'resource' ? meaning.resource : []))[0]
  const lists = resource === undefined ? (filtering?.lists ?? []) : [resource]
  const names = free.filter((place) => (words[place]?.word.length ?? 0) >= MIN_NAME_LENGTH)
  const isRole = (place: number) =>
    filtering?.detector.headKind(words[place]?.word ?? '', filtering.lists) === 'noun'
  // `coeur de beaute`: words that say nothing alone join the parts of a name.
  const isJoint = (place: number) => words[place]?.isFiller === true
  for (const places of runsIn(names, isJoint)) {
    const name = words
      .slice(places[0], places.at(-1)! + 1)
      .map((one) => one?.word)
      .join(' ')
    for (const list of lists) {
      const [person] = filtering?.detector.ofPerson(list, name) ?? []
      if (person && !person.isPending) {
        const roles = free.filter((place) => !places.includes(place) && isRole(place))
        return [
          { clause: { kind: 'written', text: person.query } satisfies Clause, places: [...places, ...roles] },
        ]
      }
    }
  }
  return []
}

/** Places beside each other or with joints between them, the longest runs first. */
const runsIn = (places: readonly number[], isJoint: (place: number) => boolean): number[][] => {
  const areJoined = (one: number, next: number) =>
    Array.from({ length: next - one - 1 }, (_, step) => one + 1 + step).every(isJoint)
  return Array.from({ length: Math.min(places.length, MAX_NAME_WORDS) }, (_, step) => step + 1)
    .toReversed()
    .flatMap((size) =>
      places.flatMap((first, at): number[][] => {
        const run = places.slice(at, at + size)
        const isRun =
          run.length === size && run.every((one, step) => step === 0 || areJoined(run[step - 1]!, one))
        return isRun && first === run[0] ? [run] : []
      }),
    )
}

const MAX_NAME_WORDS = 4

/** Words searched as text may find something else. */
const SEARCHED = 0.95
