import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { Where } from '../../domain/lib/filter.ts'
import type { ResourceName } from '../../domain/resources.ts'
import type { ChangeActor } from '../change/change-machine.ts'
import type { Failure } from '../failure.ts'

export type RecordRef = { resource: ResourceName; id: string }

/** All records of a list that match a filter. `where`: the API filter of `query` when they were counted. */
export type MatchingRef = { resource: ResourceName; query: string; where: Where; count: number }

/**
 * A command chosen in the palette. `asks`: names of missing arguments, in order; `recordArgument`: the record; `words`: labels
 * of the arguments given. `previews`: the palette shows dry run and confirmation.
 */
export type Invocation = {
  command: string
  args: Readonly<Record<string, string>>
  record: RecordRef | null
  /** Several records of one resource. */
  records?: readonly RecordRef[]
  /** Filter to select before running. */
  matching?: MatchingRef
  asks: readonly string[]
  words: readonly string[]
  previews: boolean
  /** Texts that the fields of arguments start with. */
  starts?: Readonly<Record<string, string>>
}

export const recordArgument = '@record'

/** Page of the palette: all results, actions of one record, a customer, or the choices of one argument. */
export type PalettePage =
  | { kind: 'root' }
  | { kind: 'record'; record: RecordRef; title: string }
  | { kind: 'matching'; matching: MatchingRef; title: string }
  | { kind: 'customer'; phone: string; title: string }
  | { kind: 'argument'; name: string; invocation: Invocation }

/** A page and its query, to return to. `highlighted`: an item's id, not its index. */
export type PaletteFrame = {
  page: PalettePage
  query: string
  scope: ResourceName | null
  highlighted: string | null
}

export type PaletteContext = {
  /** The last one is visible. Never empty while open. */
  frames: readonly PaletteFrame[]
  invocation: Invocation | null
  /** Dry run already shown in the row; null if none. */
  preview: ChangeReport | null
  /** The change to confirm in the palette. */
  change: ChangeActor | null
  failure: Failure | null
}

/**
 * `word`: the displayed value. `asks` and `previews` replace those of the invocation, where they depend on the value. `of`: the
 * argument it answers; answers to another page are dropped. `preview`: dry run already shown in its row, not requested again.
 */
export type ArgumentAnswer = {
  value: string
  word: string
  of?: string
  asks?: readonly string[]
  previews?: boolean
  preview?: ChangeReport | null
}

export type PaletteEvent =
  /** With an invocation that has missing arguments: opens at the first one. */
  | { type: 'palette.open'; query?: string; invocation?: Invocation }
  | { type: 'palette.close' }
  | { type: 'query.type'; query: string }
  /** `query`: the new text of the field; empty if it was the scope's name. */
  | { type: 'scope.set'; scope: ResourceName | null; query?: string }
  | { type: 'item.highlight'; item: string | null }
  | { type: 'page.push'; page: PalettePage }
  /** Backspace in an empty field, or Escape: one step back. */
  | { type: 'page.back' }
  /** `preview`: if the item already showed its dry run. */
  | { type: 'command.choose'; invocation: Invocation; preview?: ChangeReport | null }
  | ({ type: 'argument.give' } & ArgumentAnswer)
  /** The running command needs this change to be confirmed. */
  | { type: 'change.asked'; change: ChangeActor }
  | { type: 'command.confirm' }
  | { type: 'preview.retry' }

/** The invocation with its first missing argument; a record is written `resource/id`. */
export function answered(
  invocation: Invocation,
  { value, word, asks, previews = invocation.previews }: ArgumentAnswer,
): Invocation {
  const [name, ...others] = invocation.asks
  if (name === undefined) return invocation
  const next = { ...invocation, asks: asks ?? others, previews, words: [...invocation.words, word] }
  if (name !== recordArgument) return { ...next, args: { ...invocation.args, [name]: value } }
  const [resource, id] = value.split('/') as [ResourceName, string]
  return { ...next, record: { resource, id } }
}

/** Longer than an inline comment with its command; longer input is cut. */
const MAX_QUERY_LENGTH = 1_500

export const typedQuery = (text: string): string => text.slice(0, MAX_QUERY_LENGTH)

export const pageFrame = (page: PalettePage, query = ''): PaletteFrame => ({
  page,
  query: typedQuery(query),
  scope: null,
  highlighted: null,
})

/** The page of the first missing argument, with the text that it starts with. */
export const argumentFrame = (invocation: Invocation): PaletteFrame => {
  const [name = ''] = invocation.asks
  const start = invocation.starts?.[name]
  // What is typed next is a word of its own.
  return pageFrame({ kind: 'argument', name, invocation }, start && `${start} `)
}
