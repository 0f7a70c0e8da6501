import { type Clause, isNarrowing } from '../../filter/sentence/reading.ts'
import { type Asked, type Candidate, claimed, lookingVerbs, MIN_NAME_LENGTH } from './asked-text.ts'
import { askRow, listsFor } from './filter-sections.ts'
import type { PaletteView } from './palette-view.ts'
import { placesOf } from './text-anchors.ts'

/** The list filtered by what is understood: with the other words as a person or search text, and without them. */
export function listCandidates(asked: Asked, view: PaletteView): Candidate[] {
  const { analysis, weightOf } = asked
  const { filtering } = view
  const { clauses, tokens, text } = analysis
  if (!filtering || (clauses.length === 0 && view.scope === null)) return []
  const nouns = clauses.flatMap(({ meaning }) => (meaning.kind === 'resource' ? meaning.resource : []))
  const resource = view.scope ?? nouns[0] ?? null
  const read = new Set(clauses.flatMap(placesOf))
  const looking = lookingVerbs(analysis)
  const isFree = (place: number) => !read.has(place) && !looking.includes(place) && weightOf(place) > 0
  const free = [...tokens.keys()].filter(isFree)
  const written = (places: readonly number[]) =>
    places.map((place) => text.slice(tokens[place]?.start, tokens[place]?.end)).join(' ')
  const meanings = clauses.map(({ meaning }) => meaning)
  const make = (more: readonly Clause[], found: readonly number[], sure: number): Candidate[] => {
    const all = [...meanings, ...more]
    if (!all.some((clause) => isNarrowing(clause) || clause.kind === 'text')) return []
    const sentence = { clauses: all, resource, isSure: false, isBare: false, isMaybeName: false }
    return listsFor(sentence, view, filtering)
      .filter(({ query }) => query !== '')
      .slice(0, 2)
      .map((list, place) => ({
        item: askRow('filter', list, view, filtering),
        claims: new Map([...claimed([...read, ...looking]), ...claimed(found, sure)]),
        bonus: -place,
      }))
  }
  const words = written(free)
  return [
    ...personsIn(free, asked, view).flatMap(({ clause, places }) => {
      const others = free.filter((place) => !places.includes(place))
      const searched: Clause[] =
        others.length > 0 ? [{ kind: 'text', text: written(others), isMeant: false }] : []
      return [
        ...(others.length > 0 ? make([clause, ...searched], free, SEARCHED) : []),
        ...make([clause], places, 1),
      ]
    }),
    ...(free.length > 0 && clauses.length > 0
      ? make([{ kind: 'text', text: words, isMeant: false }], free, SEARCHED)
      : []),
    ...make([], [], 1),
  ]
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
  const runs = [names, ...names.map((place) => [place])].filter(({ length }) => length > 0)
  for (const places of runs) {
    const name = places.map((place) => words[place]?.word).join(' ')
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

/** Words searched as text may find something else. */
const SEARCHED = 0.95
