import { type LanguageCode, languageCodes } from '../../../domain/core/languages.ts'
import { type RequestVerb, requestVerbs } from '../languages/sentence-language.ts'
import { sentenceLanguages } from '../languages/sentence-languages.ts'
import { type Compiled, compileLanguage } from './compile-language.ts'
import type { Token } from './tokens.ts'

export type Opening = {
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
export const openingOf = (tokens: readonly Token[], own: string, mayBeLast: boolean): Opening | null => {
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
