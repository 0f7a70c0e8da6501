import { type LanguageCode, languageCodes } from '../../../domain/core/languages.ts'
import { fold } from '../../../domain/lib/fold.ts'
import { sentenceLanguages } from '../languages/sentence-languages.ts'

/** The words of a language's sentences, with their forms; those of verbs, statuses and lists first. */
export const spokenWords = (code: LanguageCode): ReadonlySet<string> => {
  const known = made.get(code)
  if (known) return known
  const { request, values, resources, ...others } = sentenceLanguages[code]
  const words = new Set(textsIn([request.verbs, values, resources, others, request]).flatMap(wordsOf))
  made.set(code, words)
  return words
}

/** Whether a folded word is one of any language's sentences. */
export const isSpoken = (word: string): boolean => languageCodes.some((code) => spokenWords(code).has(word))

const made = new Map<LanguageCode, ReadonlySet<string>>()

const textsIn = (part: unknown): string[] =>
  typeof part === 'string' ? [part] : Object.values(part ?? {}).flatMap(textsIn)

const wordsOf = (text: string): string[] =>
  text.split(',').flatMap((phrase) => splitWords(phrase).flatMap((word) => formsOf(word).map(fold)))

/** Splits at spaces outside of brackets. */
const splitWords = (phrase: string): string[] => {
  const words: string[] = ['']
  let depth = 0
  for (const letter of phrase) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (letter === ' ' && depth === 0) words.push('')
    else words[words.length - 1] += letter
  }
  return words.filter((word) => word !== '')
}

/** Every form of a pattern of these tables: `bestatig(t|te)?`, `commandes?`, `a|b`, `franc*`. */
const formsOf = (pattern: string): string[] => {
  const bracket = pattern.indexOf('(')
  const end = bracket < 0 ? -1 : closing(pattern, bracket)
  if (bracket < 0 || end < 0) return splitAlternatives(pattern).flatMap(optionalLetters)
  const alternatives = splitAlternatives(pattern)
  if (alternatives.length > 1) return alternatives.flatMap(formsOf)
  const isOptional = pattern[end + 1] === '?'
  const inner = [...formsOf(pattern.slice(bracket + 1, end)), ...(isOptional ? [''] : [])]
  const rest = formsOf(pattern.slice(end + (isOptional ? 2 : 1)))
  return optionalLetters(pattern.slice(0, bracket)).flatMap((before) =>
    inner.flatMap((middle) => rest.map((behind) => before + middle + behind)),
  )
}

const closing = (pattern: string, from: number): number => {
  let depth = 0
  for (let at = from; at < pattern.length; at += 1) {
    if (pattern[at] === '(') depth += 1
    if (pattern[at] === ')') depth -= 1
    if (depth === 0) return at
  }
  return -1
}

const splitAlternatives = (pattern: string): string[] => {
  const parts: string[] = ['']
  let depth = 0
  for (const letter of pattern) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (letter === '|' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts
}

/** `commandes?` -> `commande`, `commandes`; `annullat[oi]` -> `annullato`, `annullati`. */
const optionalLetters = (pattern: string): string[] => {
  const [whole = '', letters = '', mayLack] = /\[([^\][]{0,20})\](\?)?/.exec(pattern) ?? []
  if (whole !== '') {
    // A range of letters stands for any: the word is known without it.
    const each = letters.includes('-') ? [''] : [...letters, ...(mayLack ? [''] : [])]
    return each.flatMap((letter) => optionalLetters(pattern.replace(whole, letter)))
  }
  const plain = pattern.replaceAll('*', '')
  const at = plain.indexOf('?')
  if (at < 0) return [plain]
  return [plain.slice(0, Math.max(0, at - 1)), plain.slice(0, at)].flatMap((before) =>
    optionalLetters(plain.slice(at + 1)).map((behind) => before + behind),
  )
}
