import { languageCodes } from '../../../domain/core/languages.ts'
import { isFiller } from '../languages/fillers.ts'
import { type RequestVerb, requestVerbs } from '../languages/sentence-language.ts'
import { sentenceLanguages } from '../languages/sentence-languages.ts'
import { compileLanguage } from './compile-language.ts'
import { boundedTokens, readClauses, type SentenceContext } from './read-sentence.ts'
import { type Clause, isNarrowing } from './reading.ts'
import type { Token } from './tokens.ts'

/** A part of a text, by the places of its tokens. */
export type TextPart<Meaning> = { meaning: Meaning; from: number; to: number }

/** What each part of a text may be, independent of the others: verbs, filters, names of lists, and words that say nothing. */
export type Analysis = {
  text: string
  tokens: readonly Token[]
  /** Places of words that say nothing alone. */
  fillers: ReadonlySet<number>
  /** Filters and list names, without free text and noise. */
  clauses: readonly TextPart<Clause>[]
  verbs: readonly TextPart<RequestVerb>[]
  /** `how do i ...`, `comment ...`: asks for help. */
  asksHow: boolean
}

const howWords = new Set(
  'how comment wie come como как help aide hilfe aiuto ayuda помощь explain expliquer erklare spiega explica объясни'.split(
    ' ',
  ),
)

export const analyseText = (text: string, context: SentenceContext): Analysis | null => {
  const tokens = boundedTokens(text, context)
  if (tokens === null) return null
  const clauses: TextPart<Clause>[] = []
  let at = 0
  for (const { clause, size } of readClauses(text, tokens, context)) {
    const isSaid =
      isNarrowing(clause) || clause.kind === 'resource' || (clause.kind === 'text' && clause.isMeant)
    if (isSaid) clauses.push(...withoutNumbers({ meaning: clause, from: at, to: at + size }, tokens, text))
    at += size
  }
  const fillers = tokens.flatMap((token, place) =>
    token.kind === 'word' && isFiller(token.word) ? place : [],
  )
  const asksHow = tokens.slice(0, 2).some((token) => token.kind === 'word' && howWords.has(token.word))
  return {
    text,
    tokens,
    fillers: new Set(fillers),
    clauses,
    verbs: verbsOf(tokens, context.language),
    asksHow,
  }
}

/** `livreur zoumana pour 50212`: a name or place ends before a record's number. */
const withoutNumbers = (
  part: TextPart<Clause>,
  tokens: readonly Token[],
  text: string,
): TextPart<Clause>[] => {
  const { meaning, from } = part
  if (meaning.kind !== 'reference' && meaning.kind !== 'text') return [part]
  const name = meaning.kind === 'reference' ? meaning.name : meaning.text
  const isLong = (token: Token | undefined) => token?.kind === 'number' && token.end - token.start >= 4
  const number = tokens.findIndex((token, place) => place >= from && place < part.to && isLong(token))
  if (number < 0) return [part]
  let to = number
  while (to > from && isFillerToken(tokens[to - 1])) to -= 1
  const first = tokens.findIndex(({ start }) => start >= text.indexOf(name, tokens[from]?.start))
  if (to <= first) return []
  const own = text.slice(tokens[first]?.start, tokens[to - 1]?.end)
  return [
    {
      meaning: meaning.kind === 'reference' ? { ...meaning, name: own } : { ...meaning, text: own },
      from,
      to,
    },
  ]
}

const isFillerToken = (token: Token | undefined): boolean => token?.kind === 'word' && isFiller(token.word)

/** The longest verb at each place, the user's language first. */
const verbsOf = (tokens: readonly Token[], own: string): TextPart<RequestVerb>[] => {
  const languages = languageCodes.toSorted((a, b) => Number(b === own) - Number(a === own))
  return tokens.flatMap((_, from) => {
    let best: TextPart<RequestVerb> | null = null
    for (const code of languages) {
      const { verbs } = compileLanguage(sentenceLanguages[code]).request
      for (const verb of requestVerbs) {
        const size = verbs[verb](tokens, from)
        if (size > (best === null ? 0 : best.to - from)) best = { meaning: verb, from, to: from + size }
      }
    }
    return best ?? []
  })
}
