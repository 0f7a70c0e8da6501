import type { Target } from '../../domain/changes.ts'
import type { ResourceName } from '../../domain/resources.ts'
import type { ChangeKind } from '../../machines/change/change-types.ts'
import type { Api } from '../api/create-api.ts'
import type { Tone } from '../ui/tone.ts'
import type { Arguments } from './arguments.ts'

/** The only ways in which a command reaches the world; src/app provides them. */
export type CommandPorts = {
  api: Api
  /** A path made by domain/access/paths.ts. */
  navigate: (path: string) => void
  /** Asks; true for yes. Texts are locale keys. */
  confirm: (question: Question) => Promise<boolean>
  notify: (notice: Notice) => void
  /** Opens the palette, at a command's first missing argument where one is named. */
  openPalette: (at?: { command: string; args?: Arguments }) => void
  openHelp: () => void
  /** Starts a change: dry run, confirmation unless already previewed, progress, undo. */
  change: (request: ChangeRequest) => void
  /** The list in view. */
  list: ListPort | null
}

export type Question = {
  titleKey: string
  detailKey?: string
  values?: Record<string, string | number>
  danger?: boolean
}

export type Notice = {
  tone?: Tone
  titleKey: string
  values?: Record<string, string | number>
  /** A refusal's code, told by `errors:<code>`. */
  code?: string
}

/**
 * A change of one or many records, as the change machine carries it out. `verb` is the command that asks for it, `body`
 * what the call says beside its target.
 */
export type ChangeRequest = {
  kind: ChangeKind
  verb: string
  resource: ResourceName
  target: Target
  count: number
  body: Record<string, unknown>
  /** The person has seen the dry run. */
  confirmed: boolean
}

/** What commands may ask of a list, whatever it lists. */
export type ListPort = {
  move: (by: number, options?: { extend?: boolean }) => void
  moveTo: (end: 'first' | 'last') => void
  page: (direction: 1 | -1) => void
  toggle: () => void
  selectAll: () => void
  clearSelection: () => void
  open: () => void
  refresh: () => void
  focusFilter: () => void
  /** What it can be ordered by: fields that the server sorts by, each with the locale key of its heading. */
  sorts: () => readonly { key: string; labelKey: string }[]
  /** `-createdAt` is newest first; null for the list's own order. */
  sort: (sort: string | null) => void
}
