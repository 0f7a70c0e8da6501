import { isFiller } from '../languages/fillers.ts'
import type { Concept } from '../languages/sentence-language.ts'
import { phrases } from './phrases.ts'
import { longest } from './read-time.ts'
import {
  type Clause,
  entrySaid,
  isJoined,
  longestSaid,
  numberAt,
  type ReadClause,
  type Reading,
  said,
  signAt,
} from './reading.ts'

/** Our currencies in the six languages. */
const money = phrases(
  'f, fr, frs, fcfa, f cfa, cfa, xof, francs?, francos?, franken, franc cfa, franchi, euros?, eur, tnd, dt, dinars?, dinari, lyd, dl, франк*, евро, динар*',
)

/** Integers: more than two is at least three. */
const counted = ['attempts', 'quantity', 'stock'] as const satisfies readonly Concept[]

/** A bare number from here on is a price. */
const leastPrice = 100

type Bounds = { min: number | null; max: number | null; isStrict: boolean }

/** `plus de 15 000 F`, `attempts at least 3`, `3 appels ou plus`, `entre 5000 et 10000`. */
export const readNumber = (reading: Reading, at: number): ReadClause | null => {
  const concept = conceptAt(reading, at)
  const behind = concept ? at + concept.size : at
  // `total de plus de 15000`.
  const filler = concept ? said(reading, 'noise', behind) : 0
  return longest([
    concept && withConcept(boundsAt(reading, behind), concept.name, concept.size),
    concept && filler > 0
      ? withConcept(boundsAt(reading, behind + filler), concept.name, concept.size + filler)
      : null,
    concept && exactly(reading, behind, concept.name, concept.size),
    bareBounds(reading, at),
    atPrice(reading, at),
    countOf(reading, at),
  ])
}

const conceptAt = (reading: Reading, at: number): { name: Concept; size: number } | null => {
  const { price, attempts, quantity, stock } = reading.language.concepts
  return entrySaid<Concept>(
    reading,
    { price, attempts, quantity, stock } as Record<Concept, typeof price>,
    at,
  )
}

type SizedBounds = Bounds & { size: number; first: number }

const withConcept = (bounds: SizedBounds | null, concept: Concept, before: number): ReadClause | null =>
  bounds && { clause: rangeOf(concept, bounds), size: before + bounds.size }

const rangeOf = (concept: Concept, { min, max, isStrict }: Bounds): Clause => {
  const isCounted = counted.some((name) => name === concept)
  const step = isStrict && isCounted ? 1 : 0
  return {
    kind: 'range',
    concept,
    min: min === null ? null : min + step,
    max: max === null ? null : max - step,
    ...(isStrict && !isCounted ? { isStrict } : {}),
  }
}

const comparisons = ['more', 'less', 'atLeast', 'atMost'] as const
const signs: Record<string, (typeof comparisons)[number]> = {
  '>': 'more',
  '<': 'less',
  '>=': 'atLeast',
  '<=': 'atMost',
}

const boundsAt = (reading: Reading, at: number): SizedBounds | null => {
  const between = said(reading, 'between', at)
  const first = between > 0 ? numberAt(reading, at + between) : null
  if (first !== null) {
    const and = said(reading, 'and', at + between + 1)
    const second = and > 0 ? numberAt(reading, at + between + 1 + and) : null
    if (second !== null) {
      const min = inSameUnit(first, second)
      return { min, max: second, isStrict: false, size: between + 1 + and + 1, first: Math.max(min, second) }
    }
  }
  const bare = numberAt(reading, at)
  const to = bare === null ? 0 : said(reading, 'and', at + 1)
  const end = to > 0 ? numberAt(reading, at + 1 + to) : null
  const isRun = isSpoken(reading, at + 1 + to) || areAmounts(reading, at, to, [bare, end])
  if (bare !== null && end !== null && end > bare && isRun) {
    return { min: inSameUnit(bare, end), max: end, isStrict: false, size: 1 + to + 1, first: end }
  }
  // `20-30k`, `5000-10000 F`.
  const run = bare !== null && isJoined(reading, at) ? numberAt(reading, at + 1) : null
  if (
    bare !== null &&
    run !== null &&
    run > bare &&
    (isSpoken(reading, at + 1) || money(reading.tokens, at + 2) > 0)
  ) {
    return { min: inSameUnit(bare, run), max: run, isStrict: false, size: 2, first: run }
  }
  const sign = signs[signAt(reading, at) ?? '']
  const word = sign ? { name: sign, size: 1 } : longestSaid(reading, comparisons, at)
  // `sotto i 10mila`, `bis zu den 5000`.
  const article = word !== null && isArticle(reading, at + word.size) ? 1 : 0
  const number = word === null ? null : numberAt(reading, at + word.size + article)
  if (word === null || number === null) return null
  const isLeast = word.name === 'more' || word.name === 'atLeast'
  return {
    min: isLeast ? number : null,
    max: isLeast ? null : number,
    isStrict: word.name === 'more' || word.name === 'less',
    size: word.size + article + 1,
    first: number,
  }
}

/** `10k`: numbers alone may be records'. */
const isSpoken = ({ text, tokens }: Reading, at: number): boolean =>
  /\p{L}/u.test(text.slice(tokens[at]?.start, tokens[at]?.end))

/** `20000 bis 30000`: round numbers with a word for a range; `20000 und 30000` are two. */
const areAmounts = (
  { tokens }: Reading,
  at: number,
  to: number,
  numbers: readonly (number | null)[],
): boolean => {
  const joint = tokens[at + 1]
  const isRange = to > 0 && joint?.kind === 'word' && !bareJoints.has(joint.word)
  return isRange && numbers.every((number) => number !== null && number >= leastPrice && number % 500 === 0)
}

const bareJoints = new Set('and und u et y e и'.split(' '))

const isArticle = ({ tokens }: Reading, at: number): boolean => {
  const token = tokens[at]
  return token?.kind === 'word' && isFiller(token.word) && tokens[at + 1]?.kind === 'number'
}

/** `from 15 to 25k`, `5k to 10k`: a word for thousands counts for both. */
const inSameUnit = (first: number, second: number): number =>
  first < 1000 && second >= 1000 && second % 1000 === 0 && first * 1000 < second ? first * 1000 : first

/** The unit after a number: a counted thing, money, or none (a price if large enough). */
const bareBounds = (reading: Reading, at: number): ReadClause | null => {
  const bounds = boundsAt(reading, at)
  if (bounds === null) return null
  const behind = at + bounds.size
  const concept = conceptAt(reading, behind)
  if (concept) return { clause: rangeOf(concept.name, bounds), size: bounds.size + concept.size }
  const currency = money(reading.tokens, behind)
  if (currency === 0 && (bounds.first < leastPrice || hasUnreadLetters(reading, behind))) return null
  return { clause: rangeOf('price', bounds), size: bounds.size + currency }
}

/** `over 40x`: letters that belong to the number make it no bound. */
const hasUnreadLetters = ({ tokens }: Reading, at: number): boolean =>
  tokens[at]?.kind === 'word' && tokens[at]?.start === tokens[at - 1]?.end

/** `à plus de 30000`: the preposition belongs to the price. */
const atPrice = (reading: Reading, at: number): ReadClause | null => {
  const preposition = said(reading, 'at', at)
  const found = preposition > 0 ? bareBounds(reading, at + preposition) : null
  return found && { ...found, size: preposition + found.size }
}

/** `quantité 2`. */
const exactly = (reading: Reading, at: number, concept: Concept, before: number): ReadClause | null => {
  const number = numberAt(reading, at)
  if (number === null) return null
  const end = longestSaid(reading, ['orMore', 'orLess'], at + 1)
  return {
    clause: rangeOf(concept, endBounds(number, end?.name)),
    size: before + 1 + (end?.size ?? 0),
  }
}

/** `3 appels ou plus`, `3 ou plus appels`, `3+ calls`, `2 pièces`. */
const countOf = (reading: Reading, at: number): ReadClause | null => {
  const number = numberAt(reading, at)
  if (number === null) return null
  const plus = signAt(reading, at + 1) === '+' ? { name: 'orMore' as const, size: 1 } : null
  const early = plus ?? longestSaid(reading, ['orMore', 'orLess'], at + 1)
  const behind = at + 1 + (early?.size ?? 0)
  const concept = conceptAt(reading, behind)
  if (concept === null || (concept.name === 'price' && early === null)) return null
  const late = early === null ? longestSaid(reading, ['orMore', 'orLess'], behind + concept.size) : null
  return {
    clause: rangeOf(concept.name, endBounds(number, (early ?? late)?.name)),
    size: behind - at + concept.size + (late?.size ?? 0),
  }
}

const endBounds = (number: number, end: 'orMore' | 'orLess' | undefined): Bounds => ({
  min: end === 'orLess' ? null : number,
  max: end === 'orMore' ? null : number,
  isStrict: false,
})
