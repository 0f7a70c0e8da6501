import type { ChangeVerb } from '../../domain/changes/change-verbs.ts'
import type { ChangeReport, Target } from '../../domain/changes/changes.ts'
import type { Code } from '../../domain/core/codes.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { Fields } from '../../domain/lib/field.ts'
import type { Where } from '../../domain/lib/filter.ts'
import type { ResourceName } from '../../domain/resources.ts'
import type { ChangeKind } from '../../machines/change/change-types.ts'
import type { Api } from '../api/create-api.ts'
import type { Tone } from '../ui/feedback/tone.ts'

/** The side effects that commands may use; `src/app` provides them. */
export type CommandPorts = {
  api: Api
  /** A path made by `domain/access/paths.ts`. With `replace` it replaces the current entry of the history. */
  navigate: (path: string, options?: { replace?: boolean }) => void
  /** Confirmation dialog; true for yes. Texts are locale keys. */
  confirm: (question: Question) => Promise<boolean>
  /** A form in a dialog, for input that the palette should not show (passwords). */
  fillIn: (form: AskedForm) => void
  notify: (notice: Notice) => void
  /** Translates a text that is written into a record or composed of several. */
  say: (key: string, values?: Record<string, unknown>) => string
  /** Opens the palette; with a command, at its first missing argument. */
  openPalette: (at?: { command: string; args?: Arguments }) => void
  openHelp: () => void
  /** Opens the list of running jobs. */
  openJobs: () => void
  /** Saves a list as a spreadsheet; long ones by a job with progress and Cancel. */
  exportList: (request: ExportRequest) => void
  /** Makes a change: dry run, confirmation unless confirmed already, progress, undo. Resolves when it has ended. */
  change: (request: ChangeRequest) => Promise<ChangeEnd>
  /** The dry run of a change by the screen itself, if the server cannot make one (offline); else null. */
  foretell?: (request: Omit<ChangeRequest, 'confirmed'>) => ChangeReport | null
  /** Edits one record (at the version that was read) and registers its undo. @throws the refusal */
  edit: (request: EditRequest) => Promise<ChangeEnd>
  /** Creates one record and registers its undo. @throws the refusal */
  create: (request: CreateRequest) => Promise<ChangeEnd>
  /** Called when a command begins to run; the function returned is called when it has ended. */
  began: (run: CommandRun) => (end: RunEnd) => void
  /** Undoes a batch, and offers redo. */
  undoBatch: (batchId: string) => void
  /** Registers a batch of a call that is no change command: `u` undoes it as the last change. Returns the toast's button. */
  offerUndo: (batchId: string) => NonNullable<Notice['action']>
  /** Opens the history of a record. */
  showHistory: (record: HistoryRecord) => void
  /** Shows a list under a filter; resolves once it is rendered. Absent where there are no lists. */
  showList?: (request: ShowListRequest) => Promise<void>
  /** The list in view. */
  list: ListPort | null
}

/**
 * `text` is a filter as typed into the filter box, or a sentence; without `resource` it names the list itself.
 * With `select` all matches are selected, loaded or not.
 */
export type ShowListRequest = { resource: ResourceName | null; text: string; select: boolean }

/**
 * The record whose history is opened; `number` is the one that people use. `country` decides on currency and time zone: null
 * for plans, which are the same in every country.
 */
export type HistoryRecord = {
  resource: ResourceName
  id: string
  number: number
  country: CountryCode | null
}

export type Question = {
  titleKey: string
  detailKey?: string
  values?: Record<string, string | number>
  /** The locale keys of the two buttons, with `values` as parameters. */
  yesKey?: string
  noKey?: string
  /** Lines of detail, translated already. */
  lines?: readonly string[]
  danger?: boolean
}

/** A form in a dialog. A refusal of `save` is shown at its fields; success closes the dialog. */
export type AskedForm = {
  titleKey: string
  values?: Record<string, string | number>
  /** The namespace of the labels: `fields.*`, `hints.*`. */
  resource: ResourceName
  fields: Fields
  country: CountryCode
  save: (values: Record<string, unknown>) => Promise<void>
}

export type Notice = {
  tone?: Tone
  titleKey: string
  /** Text instead of `titleKey`, for names that users give. */
  title?: string
  values?: Record<string, string | number>
  /** A refusal's code; its text is `errors:<code>`. */
  code?: string
  action?: { labelKey: string; keys?: string; run: () => void }
}

/**
 * A change of one or many records, input of the change machine. `verb` is the id of the command, `effect` the action on
 * the records, `body` the request body without the target, `subject` the record if it is exactly one and loaded.
 */
export type ChangeRequest = {
  kind: ChangeKind
  verb: string
  effect: ChangeVerb
  subject: { number: number; name: string } | null
  resource: ResourceName
  target: Target
  count: number
  body: Record<string, unknown>
  /** The user has confirmed the dry run. */
  confirmed: boolean
}

/** An edit: the record with its version, and the new values of its fields. */
export type EditRequest = {
  resource: ResourceName
  record: { id: string; number: number; version: number }
  input: Record<string, unknown>
}

/** A new record; with `offer` the product or request made from that offer. */
export type CreateRequest =
  | { resource: ResourceName; input: Record<string, unknown>; offer?: undefined }
  | { resource: 'products' | 'requests'; input: Record<string, unknown>; offer: string }

/** `report` is null if the change is queued offline, or the server sends none. */
export type ChangeEnd =
  | { kind: 'done'; report: ChangeReport | null }
  | { kind: 'cancelled' }
  | { kind: 'failed'; code: string }

/** How running a command ended. `refused` and `asked` (for missing arguments): before it began. */
export type RunEnd = ChangeEnd | { kind: 'refused'; code: string } | { kind: 'asked' }

/** A command with its final arguments; `words` are their labels, in order. */
export type CommandRun = {
  command: { id: string; text?: string; isChange?: boolean; unrecorded?: 'reported' | 'quietly' }
  args: Arguments
  words: readonly string[]
}

/** Records of a list in an order: all that match `where`, without those deselected by hand. */
export type ExportRequest = {
  resource: ResourceName
  where: Where
  except?: readonly string[]
  sort?: string
}

/** A view to choose. Built-in ones have a locale key, saved ones a text. */
export type ViewChoice = { value: string; detail?: string } & (
  | { labelKey: string; text?: never }
  | { text: string; labelKey?: never }
)

/** Actions of commands on a list's saved views. */
export type ViewPort = {
  choices: (signal: AbortSignal) => readonly ViewChoice[] | Promise<readonly ViewChoice[]>
  show: (view: string) => void
  /** The saved view that the list shows; null for none or a built-in one. */
  current: () => { mayChange: boolean; isModified: boolean; isShared: boolean } | null
  /** Asks for a name and saves the filter, order and columns as a new view. */
  save: () => void
  rename: () => void
  update: () => Promise<void>
  share: () => Promise<void>
  remove: () => Promise<void>
}

/**
 * Actions of commands on a list of any resource; not every list has the optional ones. A record's page is a list of
 * that record: it can be refreshed and has a menu.
 */
export type ListPort = {
  move?: (by: number, options?: { extend?: boolean }) => void
  moveTo?: (end: 'first' | 'last') => void
  page?: (direction: 1 | -1) => void
  toggle?: () => void
  selectAll?: () => void
  /** Why no command may act on all matches of the list. */
  whyNotSelectAll?: () => Code | null
  clearSelection?: () => void
  open?: () => void
  refresh: () => void
  /** Refetches the list, then moves to the first row among these. */
  refreshTo?: (ids: readonly string[]) => void
  /** Resolves once the loaded rows among these show the result of the batch. */
  reread?: (batchId: string, ids: readonly string[]) => Promise<void>
  focusFilter?: () => void
  /** Sets the filter (canonical query); resolves once its rows have loaded, with all selected if requested. */
  ask?: (query: string, options: { select: boolean }) => Promise<void>
  /** The sortable fields, each with the locale key of its heading. */
  sorts?: () => readonly { key: string; labelKey: string }[]
  /** `-createdAt` is newest first; null for the list's own order. */
  sort?: (sort: string | null) => void
  /** Filter and order as the search part of the address, `?q=...`, for the link back from a record's page; may be empty. */
  search: () => string
  /** Opens the menu of the active row, or of the selection. */
  openMenu?: () => void
  /** Why no cell of the active row may be edited. */
  whyNotEditCell?: () => Code | null
  /** Moves the active cell. */
  editCell?: () => void
  /** Shows the active row's record next to the list, or hides it. */
  togglePeek?: () => void
  /** Stores the order of the rows, for previous and next on the record's page. */
  beginWalk?: () => void
  clearFilter?: () => void
  openColumns?: () => void
  toggleDensity?: () => void
  /** The whole selection, or all that match the filter; null if the list has no export. */
  matching: (() => Promise<Omit<ExportRequest, 'resource'>>) | null
  views?: ViewPort
  /** Runs an action of the screen on the active row, by name. */
  act?: (name: string) => void
  /** Why that action is not available now. */
  whyNotAct?: (name: string) => Code | null
  /** Finds a row by the camera. */
  scan?: () => void
}

/** The arguments of a command by name; a record is given by its id. */
export type Arguments = Readonly<Record<string, string>>
