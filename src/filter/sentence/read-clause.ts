import { foldedWords } from '../../../domain/lib/fold.ts'
import { isFiller } from '../languages/fillers.ts'
import { type Concept, flags } from '../languages/sentence-language.ts'
import { readNumber } from './read-number.ts'
import { readTime } from './read-time.ts'
import { entrySaid, type ReadClause, type Reading, said } from './reading.ts'

/** The longest clause at a position; null for none. On a tie the first wins. */
export const clauseAt = (reading: Reading, at: number): ReadClause | null => {
  const firm = firmClauseAt(reading, at)
  const reference = readReference(reading, at)
  // `en camino`, `in consegna` begin as places do.
  const place = firm?.clause.kind === 'value' ? null : readPlace(reading, at)
  const noise = said(reading, 'noise', at)
  return best([
    firm,
    reference,
    place,
    readExcept(reading, at),
    noise > 0 ? { clause: { kind: 'noise' }, size: noise } : null,
  ])
}

/** Clauses that end a name before them. */
const firmClauseAt = (reading: Reading, at: number): ReadClause | null =>
  best([
    readWritten(reading, at),
    readTime(reading, at),
    readNumber(reading, at),
    readNone(reading, at),
    readFlag(reading, at),
    readLate(reading, at),
    readMissedCall(reading, at),
    readValue(reading, at),
    readResource(reading, at),
  ])

const best = (found: readonly (ReadClause | null)[]): ReadClause | null => {
  let longest: ReadClause | null = null
  for (const one of found) if (one !== null && one.size > (longest?.size ?? 0)) longest = one
  return longest
}

const readWritten = ({ tokens }: Reading, at: number): ReadClause | null => {
  const token = tokens[at]
  if (token?.kind === 'filter') return { clause: { kind: 'written', text: token.text }, size: 1 }
  return token?.kind === 'quoted' && token.text !== ''
    ? { clause: { kind: 'text', text: token.text, isMeant: true }, size: 1 }
    : null
}

const referred: readonly Concept[] = ['carrier', 'seller', 'product', 'offer', 'plan']

/** `sans livreur`, `en rupture`; none of a counted thing is zero. */
const readNone = (reading: Reading, at: number): ReadClause | null => {
  const soldOut = said(reading, 'soldOut', at)
  if (soldOut > 0) return { clause: { kind: 'range', concept: 'stock', min: null, max: 0 }, size: soldOut }
  const neverTried = said(reading, 'neverTried', at)
  if (neverTried > 0)
    return { clause: { kind: 'range', concept: 'attempts', min: 0, max: 0 }, size: neverTried }
  const without = said(reading, 'without', at)
  const concept = without > 0 ? entrySaid(reading, reading.language.concepts, at + without) : null
  if (concept === null || concept.name === 'price') return null
  const size = without + concept.size
  if (referred.includes(concept.name)) return { clause: { kind: 'none', concept: concept.name }, size }
  const min = concept.name === 'attempts' ? 0 : null
  return { clause: { kind: 'range', concept: concept.name, min, max: 0 }, size }
}

const readLate = (reading: Reading, at: number): ReadClause | null => {
  const size = said(reading, 'late', at)
  return size > 0 ? { clause: { kind: 'late' }, size } : null
}

const readMissedCall = (reading: Reading, at: number): ReadClause | null => {
  const size = said(reading, 'missedCall', at)
  return size > 0 ? { clause: { kind: 'missedCall' }, size } : null
}

const readFlag = (reading: Reading, at: number): ReadClause | null => {
  const yes = (place: number) =>
    best(
      flags.map(
        (flag): ReadClause => ({
          clause: { kind: 'flag', flag, value: false },
          size: reading.language.flags[flag].yes(reading.tokens, place),
        }),
      ),
    )
  const denied = deniedAt(reading, at, yes)
  return best([plainFlag(reading, at), denied && { ...denied.found, size: denied.size }])
}

const plainFlag = ({ tokens, language }: Reading, at: number): ReadClause | null =>
  best(
    flags.flatMap((flag) =>
      (['yes', 'no'] as const).map((answer): ReadClause => {
        const size = language.flags[flag][answer](tokens, at)
        return { clause: { kind: 'flag', flag, value: answer === 'yes' }, size }
      }),
    ),
  )

const readValue = (reading: Reading, at: number): ReadClause | null => {
  const { language } = reading
  const plain = valuesAt(reading, at)
  const denied = deniedAt(reading, at, (place) => valuesAt(reading, place))
  // `au Sénégal` is a value, `à Abidjan` a search word.
  const preposition = said(reading, 'at', at)
  const placed = preposition > 0 ? valuesAt(reading, at + preposition) : null
  const unlike = entrySaid(reading, language.denied, at)
  return best([
    unlike && { clause: { kind: 'value', values: [unlike.name], not: true }, size: unlike.size },
    plain && { clause: { kind: 'value', values: plain.values, not: false }, size: plain.size },
    placed && {
      clause: { kind: 'value', values: placed.values, not: false },
      size: preposition + placed.size,
    },
    denied && { clause: { kind: 'value', values: denied.found.values, not: true }, size: denied.size },
  ])
}

/** Words that say nothing between a negation and what it denies. */
const MAX_BETWEEN = 3

/** `not the cancelled ones`, `die noch keiner bestätigt hat`, `che nessuno ha ancora confermato`. */
const deniedAt = <Found extends { size: number }>(
  reading: Reading,
  at: number,
  find: (place: number) => Found | null,
): { found: Found; size: number } | null => {
  const not = said(reading, 'not', at)
  if (not === 0) return null
  for (let between = 0; between <= MAX_BETWEEN; between += 1) {
    const found = find(at + not + between)
    if (found !== null) return { found, size: not + between + found.size }
    const token = reading.tokens[at + not + between]
    if (token?.kind !== 'word' || !isFiller(token.word)) return null
  }
  return null
}

/** Maximum words of a label. */
const longestLabel = 4

const valuesAt = (reading: Reading, at: number): { values: readonly string[]; size: number } | null => {
  const { tokens, language, labels } = reading
  let size = 0
  let values: string[] = []
  const add = (value: string, length: number) => {
    if (length < size || length === 0) return
    values = length > size ? [value] : [...new Set([...values, value])]
    size = length
  }
  for (const [value, phrase] of Object.entries(language.values)) add(value, phrase(tokens, at))
  for (let length = 1; length <= longestLabel; length += 1) {
    const words = tokens.slice(at, at + length).flatMap((token) => (token.kind === 'word' ? token.word : []))
    if (words.length < length) break
    for (const value of labels.get(words.join(' ')) ?? []) add(value, length)
  }
  return size === 0 ? null : { values, size }
}

const readResource = (reading: Reading, at: number): ReadClause | null => {
  const found = entrySaid(reading, reading.language.resources, at)
  return found && { clause: { kind: 'resource', resource: found.name }, size: found.size }
}

/** Maximum words of a name. */
const longestName = 4

/** `du vendeur Awa Traoré`: the name extends to the next clause. */
const readReference = (reading: Reading, at: number): ReadClause | null => {
  const concept = entrySaid(reading, reading.language.concepts, at)
  if (concept === null || !referred.includes(concept.name)) return null
  const name = freeText(reading, at + concept.size, longestName)
  return (
    name && {
      clause: { kind: 'reference', concept: concept.name, name: name.text },
      size: concept.size + name.size,
    }
  )
}

/** `à Abidjan`, `в Абиджане`. */
const readPlace = (reading: Reading, at: number): ReadClause | null => {
  const preposition = said(reading, 'at', at)
  if (preposition === 0) return null
  const { tokens, language } = reading
  const place = language.places.find(({ said: phrase }) => phrase(tokens, at + preposition) > 0)
  if (place) {
    return { clause: { kind: 'text', text: place.name, isMeant: true }, size: preposition + 1 }
  }
  const free = freeText(reading, at + preposition, 2)
  // `on a eu`: no place.
  if (free === null || foldedWords(free.text).every(isFiller)) return null
  return { clause: { kind: 'text', text: free.text, isMeant: true }, size: preposition + free.size }
}

/** `sauf Abidjan`, `except for Awa Traoré`: no list has a filter for this. */
const readExcept = (reading: Reading, at: number): ReadClause | null => {
  const except = said(reading, 'except', at)
  if (except === 0) return null
  const filler = at + except + said(reading, 'noise', at + except)
  const found =
    readReference(reading, filler) ?? readPlace(reading, filler) ?? freeText(reading, filler, longestName)
  const [first, last] = [reading.tokens[at], found && reading.tokens[filler + found.size - 1]]
  return first && last && found
    ? {
        clause: { kind: 'except', text: reading.text.slice(first.start, last.end) },
        size: filler + found.size - at,
      }
    : null
}

/** Unread words as written. A quoted text stands alone. */
const freeText = (reading: Reading, at: number, most: number): { text: string; size: number } | null => {
  const { tokens, text } = reading
  const first = tokens[at]
  if (first?.kind === 'quoted') return { text: first.text, size: 1 }
  let end = at
  while (end < tokens.length && end - at < most && isFree(reading, end)) end += 1
  const last = tokens[end - 1]
  return first && last && end > at ? { text: text.slice(first.start, last.end), size: end - at } : null
}

const isFree = (reading: Reading, at: number): boolean => {
  const { kind } = reading.tokens[at]!
  return (
    (kind === 'word' || kind === 'number') &&
    firmClauseAt(reading, at) === null &&
    said(reading, 'noise', at) === 0 &&
    said(reading, 'except', at) === 0 &&
    said(reading, 'at', at) === 0
  )
}

/** Folded words of a text, as the key of a label. */
export const foldedLabel = (text: string): string => foldedWords(text).join(' ')
