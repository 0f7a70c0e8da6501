import { fold } from '../../../domain/lib/fold.ts'
import { cleanLine, plainDigits } from '../../../domain/lib/typed/clean-text.ts'
import { readRecordNumber } from '../../../domain/lib/typed/read-record-number.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import { unshiftedDigits } from '../ranking/text-analysis.ts'

/** What is being looked for: anything, commands, a record's number, people, a list's records, a sum, or what the palette can do. */
export type PaletteMode = 'all' | 'commands' | 'number' | 'people' | 'filter' | 'calculate' | 'help'

export type PaletteInput = { mode: PaletteMode; text: string }

/** The first character picks the mode; listed by `?`. */
export const prefixes: Readonly<Record<string, PaletteMode>> = {
  '>': 'commands',
  '#': 'number',
  '@': 'people',
  '/': 'filter',
  '=': 'calculate',
  '?': 'help',
}

export const readInput = (typed: string): PaletteInput => {
  const query = plainDigits(cleanLine(typed))
  // `n° 12`, `Nr. 12`, `№ 12` say what `#12` does.
  const number = readRecordNumber(query)
  if (number?.isSaid && !query.startsWith('#')) return { mode: 'number', text: number.digits }
  const mode = prefixes[query[0] ?? '']
  if (mode === undefined) return { mode: 'all', text: unshiftedDigits(query) ?? query }
  return { mode, text: query.slice(1).trim() }
}

/** What a resource is called, in every language that is loaded. */
export type ScopeWords = { resource: ResourceName; words: readonly string[] }

/** `commandes ` (the word and a space) is the scope of that resource. */
export const scopeOf = (query: string, words: readonly ScopeWords[]): ResourceName | null => {
  // After a prefix the word is what that prefix takes.
  if (!/^\S+ $/.test(query) || prefixes[query[0] ?? ''] !== undefined) return null
  const typed = fold(query)
  return words.find((scope) => scope.words.some((word) => fold(word) === typed))?.resource ?? null
}
