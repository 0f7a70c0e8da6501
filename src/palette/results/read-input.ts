import { fold } from '../../../domain/lib/fold.ts'
import { cleanLine, plainDigits } from '../../../domain/lib/typed/clean-text.ts'
import { readRecordNumber } from '../../../domain/lib/typed/read-record-number.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import { unshiftedDigits } from '../ranking/text-analysis.ts'

/** What a query searches: everything, commands, a record number, people, a list, an expression, or help. */
export type PaletteMode = 'all' | 'commands' | 'number' | 'people' | 'filter' | 'calculate' | 'help'

/** `typed`: as it was written, where `text` is a repaired one. */
export type PaletteInput = { mode: PaletteMode; text: string; typed?: string }

/** The first character selects the mode. */
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
  // `n° 12`, `Nr. 12`, `№ 12` equal `#12`.
  const number = readRecordNumber(query)
  if (number?.isSaid && !query.startsWith('#')) return { mode: 'number', text: number.digits }
  const mode = prefixes[query[0] ?? '']
  // `> 20000` within a list compares.
  if (mode === undefined || isComparison.test(query))
    return { mode: 'all', text: unshiftedDigits(query) ?? query }
  return { mode, text: query.slice(1).trim() }
}

const isComparison = /^>=?\s*\d/

/** Names of a resource in all loaded languages. */
export type ScopeWords = { resource: ResourceName; words: readonly string[] }

/** `commandes ` (name and space) selects the resource as scope. */
export const resourceScopeOf = (query: string, words: readonly ScopeWords[]): ResourceName | null => {
  // After a prefix, the word belongs to that mode.
  if (!/^\S+(?: \S+)* $/.test(query) || prefixes[query[0] ?? ''] !== undefined) return null
  const typed = fold(query)
  return words.find((scope) => scope.words.some((word) => fold(word) === typed))?.resource ?? null
}
