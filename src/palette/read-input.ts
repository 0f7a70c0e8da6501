import { fold } from '../../domain/lib/fold.ts'
import type { ResourceName } from '../../domain/resources.ts'

/** What is being looked for: anything, commands, a record's number, people, or what the palette can do. */
export type PaletteMode = 'all' | 'commands' | 'number' | 'people' | 'help'

export type PaletteInput = { mode: PaletteMode; text: string }

/** The first character picks the mode; listed by `?`. */
export const prefixes: Readonly<Record<string, PaletteMode>> = {
  '>': 'commands',
  '#': 'number',
  '@': 'people',
  '?': 'help',
}

export const readInput = (query: string): PaletteInput => {
  const mode = prefixes[query.trimStart()[0] ?? '']
  if (mode === undefined) return { mode: 'all', text: query.trim() }
  return { mode, text: query.trimStart().slice(1).trim() }
}

/** `commandes ` (the word and a space) is the scope of that resource. */
export const scopeOf = (
  query: string,
  words: readonly { resource: ResourceName; words: readonly string[] }[],
): ResourceName | null => {
  if (!/^\S+ $/.test(query)) return null
  const typed = fold(query)
  return words.find((scope) => scope.words.some((word) => fold(word) === typed))?.resource ?? null
}
