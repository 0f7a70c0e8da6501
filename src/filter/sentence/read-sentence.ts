import { languageCodes } from '../../../domain/core/languages.ts'
import { fold } from '../../../domain/lib/fold.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import { isFillerIn } from '../languages/fillers.ts'
import { sentenceLanguages } from '../languages/sentence-languages.ts'
import { compileLanguage } from './compile-language.ts'
import { clauseAt } from './read-clause.ts'
import { type Clause, isNarrowing, type ReadClause, type Reading } from './reading.ts'
import { type Token, tokensOf } from './tokens.ts'

export type SentenceContext = {
  /** Parsed first; the others follow. */
  language: string
  /** Today in the country, and decimals of its currency. */
  today: string
  decimals: number
  labels: ReadonlyMap<string, readonly string[]>
}

/** A parsed sentence, before its list is known. */
export type Sentence = {
  clauses: readonly Clause[]
  /** The list named. */
  resource: ResourceName | null
  /** Completely read and more than one word, so hardly a name. */
  isSure: boolean
  /** A single value: `en attente`. */
  isBare: boolean
  /** One word that filters, after or among words that do not. */
  isMaybeName: boolean
}

/**
 * Parses `en attente depuis plus de 3 jours à Abidjan` in any of six languages, or two mixed; null for a name, a number or
 * unknown words. Unread words become search text.
 */
export const readSentence = (text: string, context: SentenceContext): Sentence | null => {
  const sentence = readPossibleSentence(text, context)
  return sentence?.isMaybeName ? null : sentence
}

/** Also accepts texts that may be a name: `cocody pending`, `Victor Perdu`. */
export const readPossibleSentence = (text: string, context: SentenceContext): Sentence | null => {
  const tokens = boundedTokens(text, context)
  return tokens && sentenceOf(readClauses(text, tokens, context))
}

/** Limits checked before any pattern runs. */
const MAX_SENTENCE_LENGTH = 1_000
const MAX_TOKENS = 40

/** Tokens of a text; null if empty or too long. */
export const boundedTokens = (text: string, context: SentenceContext): readonly Token[] | null => {
  if (text.length > MAX_SENTENCE_LENGTH) return null
  const tokens = tokensOf(text, context)
  return tokens.length === 0 || tokens.length > MAX_TOKENS ? null : tokens
}

/** The clauses in the language that reads most tokens. */
export const readClauses = (
  text: string,
  tokens: readonly Token[],
  context: SentenceContext,
): readonly ReadClause[] => {
  let best: { clauses: ReadClause[]; score: number } | null = null
  for (const code of languageCodes) {
    const language = compileLanguage(sentenceLanguages[code])
    const clauses = clausesOf({ ...context, text, tokens, language })
    const score = scoreOf(clauses) + (code === context.language ? 1 : 0)
    if (best === null || score > best.score) best = { clauses, score }
  }
  const clauses: readonly ReadClause[] = best?.clauses ?? []
  if (!clauses.some(({ clause }) => isNarrowing(clause))) return clauses
  return clauses.map((read) =>
    isOnlyFillers(read.clause, context.language) ? { ...read, clause: { kind: 'noise' } } : read,
  )
}

/** `orders that are still pending`: words that say nothing alone are no search text. */
const isOnlyFillers = (clause: Clause, language: string): boolean =>
  clause.kind === 'text' &&
  !clause.isMeant &&
  fold(clause.text)
    .split(' ')
    .every((word) => isFillerIn(word, language))

const clausesOf = (reading: Reading): ReadClause[] => {
  const found: ReadClause[] = []
  for (let at = 0; at < reading.tokens.length; ) {
    const read =
      (maySay(reading, at) ? clauseAt(reading, at) : null) ?? elided(reading, at) ?? free(reading, at)
    const before = found.at(-1)
    if (
      read.clause.kind === 'text' &&
      before?.clause.kind === 'text' &&
      isFree(read.clause) &&
      isFree(before.clause)
    ) {
      found[found.length - 1] = {
        clause: { ...read.clause, text: `${before.clause.text} ${read.clause.text}` },
        size: before.size + read.size,
      }
    } else found.push(read)
    at += read.size
  }
  return found
}

/** Whether any clause can begin here. */
const maySay = ({ tokens, language, labels }: Reading, at: number): boolean => {
  const token = tokens[at]
  return (
    token?.kind !== 'word' ||
    language.begins(token.word) ||
    (token.other !== undefined && language.begins(token.other)) ||
    beginsLabel(labels, token.word)
  )
}

const labelBeginnings = new WeakMap<Reading['labels'], ReadonlySet<string>>()

const beginsLabel = (labels: Reading['labels'], word: string): boolean => {
  const known =
    labelBeginnings.get(labels) ?? new Set([...labels.keys()].map((label) => label.split(' ')[0] ?? ''))
  labelBeginnings.set(labels, known)
  return known.has(word)
}

type FreeText = Extract<Clause, { kind: 'text' }>

const isFree = (clause: Clause): boolean => clause.kind === 'text' && !clause.isMeant

/** The `n` of `n’est pas`. */
const elided = ({ tokens, text }: Reading, at: number): ReadClause | null => {
  const { start, end } = tokens[at]!
  return end - start === 1 && /['’]/.test(`${text[start - 1] ?? ''}${text[end] ?? ''}`)
    ? { clause: { kind: 'noise' }, size: 1 }
    : null
}

const free = ({ tokens, text }: Reading, at: number): { clause: FreeText; size: number } => {
  const { start, end } = tokens[at]!
  return { clause: { kind: 'text', text: text.slice(start, end), isMeant: false }, size: 1 }
}

/** Score of a language's reading: most understood, fewest words left. */
const scoreOf = (clauses: readonly ReadClause[]): number => {
  let score = 0
  for (const { clause, size } of clauses) {
    if (isFree(clause)) score -= 3 * size
    else if (clause.kind === 'noise') score += size / 4
    else if (clause.kind === 'text') score += size / 2
    else score += 2 * size
  }
  return score
}

const sentenceOf = (read: readonly ReadClause[]): Sentence | null => {
  const said = read.filter(({ clause }) => clause.kind !== 'noise')
  const narrowing = said.filter(({ clause }) => isNarrowing(clause))
  const named = said.flatMap(({ clause }) => (clause.kind === 'resource' ? clause.resource : []))
  const meant = said.some(({ clause }) => clause.kind === 'text' && clause.isMeant)
  if (narrowing.length === 0 && !(meant && named.length > 0)) return null
  const freeWords = said.reduce((sum, { clause, size }) => (isFree(clause) ? sum + size : sum), 0)
  const [first] = said
  const [only] = narrowing
  let isMaybeName = false
  if (freeWords > 0 && narrowing.length === 1 && only && named.length === 0) {
    // `Victor Perdu` and `lundi matin Koné` are names; `livrées abidjan` and `pending konan awa` are not.
    const isWord = (only.clause.kind === 'value' || only.clause.kind === 'flag') && only.size === 1
    const isDay = only.clause.kind === 'created' && only.size === 1
    isMaybeName = (isWord && first !== only) || (isDay && (first !== only || freeWords > 1))
  }
  if (freeWords > 2 + 2 * narrowing.length) return null
  const words = said.reduce((sum, { size }) => sum + size, 0)
  return {
    clauses: said.map(({ clause }) => clause),
    resource: named[0] ?? null,
    isSure: freeWords === 0 && words > 1,
    isBare: said.length === 1 && (only?.clause.kind === 'value' || only?.clause.kind === 'flag'),
    isMaybeName,
  }
}
