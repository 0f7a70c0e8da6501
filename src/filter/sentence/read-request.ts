import {
  defaultLanguage,
  isLanguageCode,
  type LanguageCode,
  languageCodes,
} from '../../../domain/core/languages.ts'
import { fold } from '../../../domain/lib/fold.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import { isFileWord } from '../languages/fillers.ts'
import type { RequestVerb } from '../languages/sentence-language.ts'
import { sentenceLanguages } from '../languages/sentence-languages.ts'
import { type Compiled, compileLanguage } from './compile-language.ts'
import type { Phrases } from './phrases.ts'
import { boundedTokens, readClauses, type Sentence, type SentenceContext } from './read-sentence.ts'
import { type Clause, entrySaid, isNarrowing, type ReadClause } from './reading.ts'
import { type Opening, openingOf } from './request-opening.ts'
import { type AskedVerb, goalOf } from './status-verbs.ts'
import type { Token } from './tokens.ts'

/** Verbs that change records, except those decided by a status. */
export type ChangeRequestVerb = Exclude<RequestVerb, 'show' | 'find' | 'call' | 'switch' | 'measure' | 'mark'>

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

const isDamage = (clause: Clause): boolean =>
  clause.kind === 'value' && !clause.not && clause.values.length === 1 && clause.values[0] === 'damaged'

const resourceOf = (clauses: readonly Clause[]): ResourceName | null => {
  for (const clause of clauses) if (clause.kind === 'resource') return clause.resource
  return null
}

const sentenceOf = (clauses: readonly Clause[], words: string): Sentence | null =>
  clauses.some(isNarrowing)
    ? { clauses, resource: resourceOf(clauses), isSure: words === '', isBare: false, isMaybeName: false }
    : null
