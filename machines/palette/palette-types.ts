import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { Where } from '../../domain/lib/filter.ts'
import type { ResourceName } from '../../domain/resources.ts'
import type { Failure } from '../failure.ts'

export type RecordRef = { resource: ResourceName; id: string }

/** All records of a list that match a filter. `where` is the server filter of `query` at the time of counting. */
export type MatchingRef = { resource: ResourceName; query: string; where: Where; count: number }

/**
 * A command chosen in the palette. `asks` are the names of its missing arguments, in order;
 * `recordArgument` is the record itself. `words` are the labels of the arguments given so far. With `previews`
 * it runs only after its dry run was confirmed.
 */
export type Invocation = {
  command: string
  args: Readonly<Record<string, string>>
  record: RecordRef | null
  /** Several records that were named, of one resource. */
  records?: readonly RecordRef[]
  /** What it is to be done with, where that is neither in view nor selected: it is selected first. */
  matching?: MatchingRef
  asks: readonly string[]
  words: readonly string[]
  previews: boolean
}

export const recordArgument = '@record'

/** What the palette shows: everything, what can be done with one record, a customer, or the choices for one argument. */
export type PalettePage =
  | { kind: 'root' }
  | { kind: 'record'; record: RecordRef; title: string }
  | { kind: 'matching'; matching: MatchingRef; title: string }
  | { kind: 'customer'; phone: string; title: string }
  | { kind: 'argument'; name: string; invocation: Invocation }

/** A page with what was typed on it, to come back to. `highlighted` is an item's identity, not its place. */
export type PaletteFrame = {
  page: PalettePage
  query: string
  scope: ResourceName | null
  highlighted: string | null
}

export type PaletteContext = {
  /** The last is the one shown. Never empty while the palette is open. */
  frames: readonly PaletteFrame[]
  invocation: Invocation | null
  /** The dry run that has been seen. */
  preview: ChangeReport | null
  failure: Failure | null
}

/**
 * `word` is the value as it was shown; `asks` what it leaves to be asked and `previews` whether its dry run is to be seen,
 * where that depends on it. `of` is the argument that it was shown for: an answer to a page that has gone is dropped.
 * `preview` is the dry run that its row already showed: it is confirmed without being requested again.
 */
export type Answer = {
  value: string
  word: string
  of?: string
  asks?: readonly string[]
  previews?: boolean
  preview?: ChangeReport | null
}

export type PaletteEvent =
  /** With an invocation that asks for something, at that question. */
  | { type: 'palette.open'; query?: string; invocation?: Invocation }
  | { type: 'palette.close' }
  | { type: 'query.type'; query: string }
  /** `query` is the field's new text; empty if it was the scope's name. */
  | { type: 'scope.set'; scope: ResourceName | null; query?: string }
  | { type: 'item.highlight'; item: string | null }
  | { type: 'page.push'; page: PalettePage }
  /** Backspace in an empty field, or Escape: one step back. */
  | { type: 'page.back' }
  /** `preview` if the item already showed its dry run. */
  | { type: 'command.choose'; invocation: Invocation; preview?: ChangeReport | null }
  | ({ type: 'argument.give' } & Answer)
  | { type: 'command.confirm' }
  | { type: 'preview.retry' }

/** The invocation with the answer to its first question; a record is given as `resource/id`. */
export function answered(
  invocation: Invocation,
  { value, word, asks, previews = invocation.previews }: Answer,
): Invocation {
  const [name, ...others] = invocation.asks
  if (name === undefined) return invocation
  const next = { ...invocation, asks: asks ?? others, previews, words: [...invocation.words, word] }
  if (name !== recordArgument) return { ...next, args: { ...invocation.args, [name]: value } }
  const [resource, id] = value.split('/') as [ResourceName, string]
  return { ...next, record: { resource, id } }
}

/** Longer than a comment that is written inline with its command; what is typed beyond is dropped before it is read. */
const MAX_QUERY_LENGTH = 1_500

export const typedQuery = (text: string): string => text.slice(0, MAX_QUERY_LENGTH)

export const pageFrame = (page: PalettePage, query = ''): PaletteFrame => ({
  page,
  query: typedQuery(query),
  scope: null,
  highlighted: null,
})

export const argumentPage = (invocation: Invocation): PalettePage => ({
  kind: 'argument',
  name: invocation.asks[0] ?? '',
  invocation,
})
