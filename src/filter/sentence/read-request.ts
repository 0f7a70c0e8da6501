import {
  defaultLanguage,
  isLanguageCode,
  type LanguageCode,
  languageCodes,
} from '../../../domain/core/languages.ts'
import { fold } from '../../../domain/lib/fold.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import { isFileWord } from '../languages/fillers.ts'
import { type RequestVerb, requestVerbs, type Value } from '../languages/sentence-language.ts'
import { sentenceLanguages } from '../languages/sentence-languages.ts'
import { type Compiled, compileLanguage } from './compile-language.ts'
import type { Phrases } from './phrases.ts'
import { boundedTokens, readClauses, type Sentence, type SentenceContext } from './read-sentence.ts'
import { type Clause, entrySaid, isNarrowing, type ReadClause } from './reading.ts'
import type { Token } from './tokens.ts'

/** Verbs that change records, except those decided by a status. */
export type ChangeRequestVerb = Exclude<RequestVerb, 'show' | 'find' | 'call' | 'switch' | 'measure' | 'mark'>

/** Resolved verbs: `mark` with a status becomes that status's verb, `return` may be damaged. */
export type AskedVerb = Exclude<RequestVerb, 'mark'> | 'notReachable' | 'lose' | 'unpay' | 'returnDamaged'

/**
 * A verb with its objects: `cancel pending orders older than 30 days`, `14992 als nicht erreichbar markieren`. Filler words are
 * dropped.
 */
export type Request = {
  verb: AskedVerb
  /** Record numbers, in written order. */
  numbers: readonly number[]
  /** The list named. */
  resource: ResourceName | null
  /** The word "customer" is used: `customer mariam`. */
  isCustomer: boolean
  /** Records of a name: `orders of lassina kra`. */
  isOfName: boolean
  /** No verb: `lassina kra orders`, `my products`. */
  isWithoutVerb: boolean
  /** Filter of the list; null for none. */
  sentence: Sentence | null
  /** Unread words as written: usually a name. */
  words: string
  /** All text besides the verb, as written. */
  rest: string
}

/** Null without a verb or without objects. */
export const readRequest = (text: string, context: SentenceContext): Request | null => {
  const tokens = boundedTokens(text, context)
  if (tokens === null || tokens.length < 2) return null
  // `note 14957: call after six`: what stands behind the colon is written, and asks for nothing.
  const opening = openingOf(tokens, context.language, !/\d{3}\s*:\s/.test(text))
  if (opening === null) return namedInList(text, tokens, context)
  const others = withoutJoints(tokens, opening)
  const [first, last] = [others[0], others.at(-1)]
  if (first === undefined || last === undefined) return null
  const whole = readRest(text, others, opening.language, context, takesDay.includes(opening.verb))
  const read = opening.verb === 'export' ? withoutFile(whole) : whole
  // `deliver 50214 on thursday`: the day to come is what is new.
  const asked =
    opening.verb === 'deliver' && read.hasDay && read.numbers.length > 0 ? 'postpone' : opening.verb
  const goal = opening.verb === 'mark' ? goalOf(read.clauses) : null
  const plainVerb = asked === 'mark' ? goal?.verb : asked
  if (plainVerb === undefined) return null
  // `return 50212 damaged`: the condition of the return, not a filter.
  const damage = plainVerb === 'return' ? read.clauses.find(isDamage) : undefined
  const verb = damage === undefined ? plainVerb : 'returnDamaged'
  const isOnlyTime = read.clauses.every(({ kind }) => kind === 'created' || kind === 'since')
  if (opening.isDoubtful && isOnlyTime && read.numbers.length === 0 && read.words === '') return null
  const clauses = read.clauses.filter((clause) => clause !== goal?.clause && clause !== damage)
  return {
    verb,
    numbers: read.numbers,
    resource: resourceOf(clauses),
    isCustomer: opening.isCustomer,
    isOfName: false,
    isWithoutVerb: false,
    sentence: sentenceOf(clauses, read.words),
    words: read.words,
    rest: text.slice(first.start, last.end),
  }
}

/**
 * `lassina kra orders`, `of lassina kra`: a name with a list or a join word. `my products`, `my deliveries today`: a list,
 * perhaps with a time. `parcel 50210`: a record by number.
 */
const namedInList = (text: string, tokens: readonly Token[], context: SentenceContext): Request | null => {
  const language = compileLanguage(sentenceLanguages[ownLanguage(context.language)])
  const { clauses, words, numbers } =
    numberedRecord(text, tokens, language) ?? readRest(text, tokens, language, context)
  const resource = resourceOf(clauses)
  const isJoined = language.said.noise(tokens, 0) > 0
  if (resource === null && (!isJoined || words === '' || numbers.length > 0)) return null
  // `parcel 50210` is a record; digits of a phone are searched as text.
  if (numbers.length > 0 && (words !== '' || tokens.some((token) => isDialled(text, token)))) return null
  if (clauses.some((clause) => isNarrowing(clause) && (clause.kind !== 'created' || words !== '')))
    return null
  return {
    verb: 'find',
    numbers,
    resource,
    isCustomer: false,
    isOfName: isJoined && words !== '',
    isWithoutVerb: true,
    sentence: sentenceOf(clauses, words),
    words,
    rest: text,
  }
}

/** Text without a verb: `noun` if it names a list or kind of person, else `joint`. */
export type HeadKind = 'noun' | 'joint'

/** `de`, `livraisons de`, `livreur`: words that may precede a name; null if any other word is present. */
export const readHeadKind = (text: string, context: SentenceContext): HeadKind | null => {
  const tokens = boundedTokens(text, context)
  if (tokens === null) return null
  for (const code of languageCodes) {
    const { said, request, resources, concepts, values } = compileLanguage(sentenceLanguages[code])
    const nouns = [
      ...Object.values(resources),
      concepts.carrier,
      concepts.seller,
      values.delivery,
      values.seller,
    ]
    const sizeOf = (some: readonly Phrases[], at: number) =>
      Math.max(0, ...some.map((phrase) => phrase(tokens, at)))
    let isNoun = false
    let at = 0
    while (at < tokens.length) {
      const noun = sizeOf(nouns, at)
      const size = noun || sizeOf([said.noise, said.at, request.as, request.customer], at)
      if (size === 0) break
      isNoun ||= noun > 0
      at += size
    }
    if (at >= tokens.length) return isNoun ? 'noun' : 'joint'
  }
  return null
}

const ownLanguage = (language: string): LanguageCode =>
  isLanguageCode(language) ? language : defaultLanguage

/** Removes join words between verb and object: `auf Englisch umstellen`. */
const withoutJoints = (tokens: readonly Token[], { start, end, language }: Opening): readonly Token[] => {
  let at = start
  while (at < end - 1 && language.request.as(tokens, at) > 0) at += 1
  return tokens.slice(at, end)
}

type Opening = {
  verb: RequestVerb
  language: Compiled
  /** Remaining tokens: from `start` to before `end`. */
  start: number
  end: number
  size: number
  isCustomer: boolean
  /** The verb equals a status when folded (`confirme`); with only a time after it, it is the status. */
  isDoubtful: boolean
}

/** The verb with the longest phrase, the user's language first; `mayBeLast`: it may stand at the end. */
const openingOf = (tokens: readonly Token[], own: string, mayBeLast: boolean): Opening | null => {
  let best: Opening | null = null
  for (const code of [...languageCodes].sort((a, b) => Number(b === own) - Number(a === own))) {
    const found = openingIn(tokens, code, mayBeLast)
    if (found !== null && found.size > (best?.size ?? 0)) best = found
  }
  return best
}

const openingIn = (tokens: readonly Token[], code: LanguageCode, mayBeLast: boolean): Opening | null => {
  const language = compileLanguage(sentenceLanguages[code])
  const { polite, customer, isVerbLast } = language.request
  let start = 0
  for (let size = polite(tokens, 0); size > 0; size = polite(tokens, start)) start += size
  const end = tokens.length - lengthAtEnd(tokens, polite)
  const isPolite = start > 0 || end < tokens.length
  const early = verbAt(language, tokens, start) ?? figuresAt(language, tokens, start)
  const late = mayBeLast ? verbAtEnd(language, tokens, start, end, isVerbLast) : null
  const verb = early !== null && early.size >= (late?.size ?? 0) ? early : late
  const range = {
    start: verb !== null && verb === early ? start + verb.size : start,
    end: verb !== null && verb === late ? end - verb.size : end,
  }
  const named = customerAt(language, customer, tokens, range.start, range.end)
  if (verb === null && !isPolite && named === 0) return null
  return {
    ...range,
    verb: verb?.name ?? (named > 0 ? 'find' : 'show'),
    language,
    start: range.start + named,
    size: (verb?.size ?? 0) + named + Number(isPolite) / 2,
    isCustomer: named > 0,
    isDoubtful: verb !== null && isStatus(language, tokens, verb === early ? start : range.end),
  }
}

type VerbFound = { name: RequestVerb; size: number }

const verbAt = ({ request }: Compiled, tokens: readonly Token[], at: number): VerbFound | null => {
  let best: VerbFound | null = null
  for (const name of requestVerbs) {
    const size = request.verbs[name](tokens, at)
    if (size > (best?.size ?? 0)) best = { name, size }
  }
  return best
}

/** `my sales this month`: figures with what they belong to. */
const figuresAt = (language: Compiled, tokens: readonly Token[], at: number): VerbFound | null => {
  const { noise } = language.said
  let start = at
  for (let size = noise(tokens, start); size > 0; size = noise(tokens, start)) start += size
  const size = start > at ? language.request.verbs.measure(tokens, start) : 0
  return size > 0 ? { name: 'measure', size: start - at + size } : null
}

const MAX_VERB_WORDS = 3

/** `Bestellungen stornieren`; in every language also `last month revenue`, `14992 cancel`. */
const verbAtEnd = (
  language: Compiled,
  tokens: readonly Token[],
  start: number,
  end: number,
  isVerbLast: boolean,
): VerbFound | null => {
  for (let size = Math.min(MAX_VERB_WORDS, end - start - 1); size > 0; size -= 1) {
    const found = verbAt(language, tokens, end - size)
    if (found?.size !== size) continue
    const isOfNumbers = tokens.slice(start, end - size).every(({ kind }) => kind === 'number')
    return isVerbLast || isOfNumbers || found.name === 'measure' ? found : null
  }
  return null
}

const lengthAtEnd = (tokens: readonly Token[], polite: Opening['language']['request']['polite']): number => {
  for (let size = Math.min(MAX_POLITE_WORDS, tokens.length - 1); size > 0; size -= 1) {
    if (polite(tokens, tokens.length - size) === size) return size
  }
  return 0
}

const MAX_POLITE_WORDS = 5

/** Length of `the customer` before a name, in any language; 0 for none. */
const customerAt = (
  { said }: Compiled,
  customer: Opening['language']['request']['customer'],
  tokens: readonly Token[],
  start: number,
  end: number,
): number => {
  const filler = said.noise(tokens, start)
  const size = customer(tokens, start + filler)
  return size > 0 && start + filler + size < end ? filler + size : 0
}

/** Whether a verb may be a status: folded, `confirmé` and `confirme` are equal. */
const isStatus = ({ values }: Compiled, tokens: readonly Token[], at: number): boolean =>
  Object.values(values).some((value) => value(tokens, at) > 0)

/** Verbs that take a future day: `postpone 50212 to tomorrow` does not filter by it. */
const takesDay: readonly RequestVerb[] = ['postpone', 'mark', 'deliver']

/** `hasDay`: a day was left to the verb. */
type Rest = { clauses: readonly Clause[]; numbers: readonly number[]; words: string; hasDay: boolean }

/** Clauses of the remaining tokens, with numbers and name words taken out. */
const readRest = (
  text: string,
  tokens: readonly Token[],
  { request, said }: Compiled,
  context: SentenceContext,
  isDayMeant = false,
): Rest => {
  const numbers: number[] = []
  const words: string[] = []
  const clauses: Clause[] = []
  let hasDay = false
  let at = 0
  const read = readClauses(text, tokens, context)
  // `postpone 50212 to friday`, `postpone to friday`: no list of that day.
  const isOfOne =
    tokens.some((token) => token.kind === 'number' && token.end - token.start >= MIN_RECORD_DIGITS) ||
    read.every(({ clause }) => clause.kind !== 'resource')
  for (const { clause, size } of read) {
    const some = tokens.slice(at, at + size)
    const place = at
    at += size
    if (isDayMeant && clause.kind === 'created' && (clause.isComing || (isOfOne && isDay(clause.value)))) {
      hasDay = true
      const joins = [request.as, said.at, said.until, said.on]
      const day = some.filter((_, step) => joins.every((phrase) => phrase(tokens, place + step) !== 1))
      words.push(...day.map(({ start, end }) => text.slice(start, end)))
      continue
    }
    if (clause.kind !== 'text') {
      if (clause.kind !== 'noise') clauses.push(clause)
      continue
    }
    const before = words.length
    for (const [step, token] of some.entries()) {
      if (token.kind === 'number' && isRecordNumber(token.number)) numbers.push(token.number)
      else if (request.as(tokens, place + step) === 0 && isWord(token, clause)) {
        words.push(text.slice(token.start, token.end))
      }
    }
    const meant = words.slice(before).join(' ')
    if (meant !== '') clauses.push({ kind: 'text', text: meant, isMeant: clause.isMeant })
  }
  return { clauses, numbers, words: words.join(' '), hasDay }
}

/** `export the cancelled orders to excel`: the kind of file filters nothing. */
const withoutFile = (rest: Rest): Rest => {
  const isOther = (word: string) => !isFileWord(fold(word))
  const otherWords = (words: string) => words.split(' ').filter(isOther).join(' ')
  return {
    ...rest,
    words: otherWords(rest.words),
    clauses: rest.clauses
      .map((clause) => (clause.kind === 'text' ? { ...clause, text: otherWords(clause.text) } : clause))
      .filter((clause) => clause.kind !== 'text' || clause.text !== ''),
  }
}

/** Shorter numbers are days and counts. */
const MIN_RECORD_DIGITS = 3

const isDay = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(value)

/** `Paket 50210`: a list's name and a number are a record. */
const numberedRecord = (text: string, tokens: readonly Token[], { resources }: Compiled): Rest | null => {
  const last = tokens.at(-1)
  const named = entrySaid({ tokens }, resources, 0)
  if (named?.size !== tokens.length - 1 || last?.kind !== 'number') return null
  if (!isRecordNumber(last.number) || isDialled(text, last)) return null
  return {
    clauses: [{ kind: 'resource', resource: named.name }],
    numbers: [last.number],
    words: '',
    hasDay: false,
  }
}

const isDialled = (text: string, { kind, start }: Token): boolean => kind === 'number' && text[start] === '0'

const isRecordNumber = (number: number): boolean => Number.isInteger(number) && number > 0 && number < 1e12

/** Drops the preposition: `à Abidjan` -> `Abidjan`. */
const isWord = (token: Token, clause: ReadClause['clause']): boolean => {
  if (clause.kind !== 'text' || token.kind === 'sign') return false
  if (!clause.isMeant || token.kind !== 'word') return true
  return fold(clause.text).split(' ').includes(token.word)
}

/** The last status and the verb that leads to it. */
const goalOf = (clauses: readonly Clause[]): { clause: Clause; verb: AskedVerb } | null => {
  for (const clause of clauses.toReversed()) {
    if (clause.kind !== 'value' || clause.not) continue
    const value = clause.values.find((one): one is keyof typeof goals => Object.hasOwn(goals, one))
    if (value !== undefined) return { clause, verb: goals[value] }
  }
  return null
}

/** The verb that leads to the status that a clause names: `14980 unreachable`; `W44-3 not paid` is unpaid. Null for none. */
export const verbOfStatus = (clause: Clause): AskedVerb | null => {
  if (clause.kind !== 'value') return null
  if (clause.not) return clause.values.includes('PAID') ? 'unpay' : null
  return goalOf([clause])?.verb ?? null
}

const isDamage = (clause: Clause): boolean =>
  clause.kind === 'value' && !clause.not && clause.values.length === 1 && clause.values[0] === 'damaged'

const goals = {
  PENDING: 'reopen',
  CONFIRMED: 'confirm',
  CANCELLED: 'cancel',
  NOT_REACHABLE: 'notReachable',
  ASSIGNED: 'assign',
  OUT_FOR_DELIVERY: 'dispatch',
  DELIVERED: 'deliver',
  POSTPONED: 'postpone',
  REFUSED: 'refuse',
  RETURNED: 'return',
  LOST: 'lose',
  PAID: 'pay',
  UN_PAID: 'unpay',
} as const satisfies Partial<Record<Value, AskedVerb>>

const resourceOf = (clauses: readonly Clause[]): ResourceName | null => {
  for (const clause of clauses) if (clause.kind === 'resource') return clause.resource
  return null
}

const sentenceOf = (clauses: readonly Clause[], words: string): Sentence | null =>
  clauses.some(isNarrowing)
    ? { clauses, resource: resourceOf(clauses), isSure: words === '', isBare: false, isMaybeName: false }
    : null
