import type { Prepared } from './text-analysis.ts'
import { isForgivenTypo, stemOf } from './text-analysis.ts'

/** Inverted index of the words of many candidates. */
export type Vocabulary = {
  /** Candidates with a word that begins with, contains or inflects the typed one. */
  formsOf: (typed: string) => ReadonlySet<Prepared>
  /** Candidates with a word that contains the typed one, or is one edit away. */
  nearTo: (typed: string) => ReadonlySet<Prepared>
  /** Candidates whose initials start so. */
  initialsOf: (typed: string) => readonly Prepared[]
}

const known = new WeakMap<readonly Prepared[], Vocabulary>()

/** Cached by candidate list; another array gets its own index unless shared. */
export const vocabularyOf = (candidates: readonly Prepared[]): Vocabulary => {
  const made = known.get(candidates) ?? make(candidates)
  known.set(candidates, made)
  return made
}

/** Uses one index for the same candidates in another order. */
export const shareVocabulary = (candidates: readonly Prepared[], others: readonly Prepared[]): void => {
  known.set(others, vocabularyOf(candidates))
}

/** Bounds the cache while the palette is open. */
const MAX_KEPT = 2_000
/** Minimum length for matching inside a word. */
const MIN_NEAR_LENGTH = 3

const nobody: readonly Prepared[] = []

const make = (candidates: readonly Prepared[]): Vocabulary => {
  const byWord = grouped(candidates, ({ words }) => words)
  const words = [...byWord.keys()]
  const owners = [...byWord.values()]
  const byStem = grouped(
    words.map((_, place) => place),
    (place) => [stemOf(words[place] ?? '')],
  )
  const byInitials = grouped(candidates, ({ joined }) => beginningsOf(joined.initials))
  const byFirst = grouped(
    words.map((_, place) => place),
    (place) => [words[place]?.[0] ?? ''],
  )

  const having = (places: Iterable<number>, into = new Set<Prepared>()): Set<Prepared> => {
    for (const place of places) for (const owner of owners[place] ?? nobody) into.add(owner)
    return into
  }
  /** Words that contain a text are among those that contain its start. */
  const containing = remembering((typed: string): readonly number[] => {
    const among = typed.length > 1 ? containing(typed.slice(0, -1)) : words.keys()
    const found: number[] = []
    for (const place of among) if (words[place]?.includes(typed)) found.push(place)
    return found
  })
  const slipsOf = (typed: string): number[] => {
    const letters = new Set([typed[0] ?? '', typed[1] ?? ''])
    return [...letters].flatMap((letter) =>
      (byFirst.get(letter) ?? []).filter((place) => isForgivenTypo(typed, words[place] ?? '')),
    )
  }

  return {
    formsOf: remembering((typed) => {
      const places = containing(typed).filter((place) => isPart(typed, words[place] ?? ''))
      return having(byStem.get(stemOf(typed)) ?? [], having(places))
    }),
    nearTo: remembering((typed) => {
      const places = containing(typed).filter(
        (place) => typed.length >= MIN_NEAR_LENGTH || words[place]?.startsWith(typed),
      )
      return having(slipsOf(typed), having(places))
    }),
    initialsOf: (typed) => byInitials.get(typed) ?? nobody,
  }
}

const grouped = <Value>(
  values: readonly Value[],
  keysOf: (value: Value) => Iterable<string>,
): Map<string, Value[]> => {
  const groups = new Map<string, Value[]>()
  for (const value of values) {
    for (const key of keysOf(value)) {
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [value])
      else group.push(value)
    }
  }
  return groups
}

const remembering = <Result>(find: (typed: string) => Result): ((typed: string) => Result) => {
  const found = new Map<string, Result>()
  return (typed) => {
    const before = found.get(typed)
    if (before !== undefined) return before
    const result = find(typed)
    if (found.size >= MAX_KEPT) found.clear()
    found.set(typed, result)
    return result
  }
}

/** All prefixes of space-prefixed initials. */
const beginningsOf = (initials: string): Set<string> => {
  const beginnings = new Set<string>()
  for (const one of initials.split(' ')) {
    for (let length = 1; length <= one.length; length++) beginnings.add(one.slice(0, length))
  }
  return beginnings
}

const MIN_PART_LENGTH = 4
const MAX_ENDING_LENGTH = 3

/** A prefix, or the last part of a compound: `rechnung` in `Abrechnungen`. */
export const isPart = (word: string, other: string): boolean => {
  if (other.startsWith(word)) return true
  if (word.length < MIN_PART_LENGTH || other.length - word.length < 2) return false
  const at = other.lastIndexOf(word)
  return at > 1 && other.length - at - word.length <= MAX_ENDING_LENGTH
}
