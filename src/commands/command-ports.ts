import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { Code } from '../../domain/core/codes.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { Fields } from '../../domain/lib/field.ts'
import type { Where } from '../../domain/lib/filter.ts'
import type { ResourceName } from '../../domain/resources.ts'
import type { ChangeActor, PendingChange } from '../../machines/change/change-machine.ts'
import type { RecordRef } from '../../machines/palette/palette-types.ts'
import type { Api } from '../api/create-api.ts'
import type { Tone } from '../ui/feedback/tone.ts'

/** Side effects of commands; implemented in `src/app`. */
export type CommandPorts = {
  api: Api
  /** A path built by `domain/access/paths.ts`. `replace`: replaces the history entry. */
  navigate: (path: string, options?: { replace?: boolean }) => void
  /** Confirmation dialog; resolves true for yes. Texts are locale keys. */
  confirm: (question: Question) => Promise<boolean>
  /** Opens a form in a dialog, for input that the palette must not show (passwords). */
  fillIn: (form: AskedForm) => void
  notify: (notice: Notice) => void
  /** Translates a text that is stored in a record or composed with others. */
  say: (key: string, values?: Record<string, unknown>) => string
  /** Opens the palette; with a command, at its first missing argument. */
  /** At a command, for a record other than the one in view. */
  openPalette: (at?: { command: string; args?: Arguments; record?: RecordRef }) => void
  openHelp: () => void
  /** Opens the list of running jobs. */
  openJobs: () => void
  /** Saves a list as a spreadsheet; long ones by a job with progress and Cancel. */
  exportList: (request: ExportRequest) => void
  /** Makes a change: dry run, confirmation, progress, undo. Resolves when done. */
  change: (request: ChangeRequest, shown?: ShownDryRun | null) => Promise<ChangeEnd>
  /** Dry run on the server; for a change that would be queued (offline), the prediction of the active screen. */
  dryRun: (change: PendingChange, signal: AbortSignal) => Promise<ChangeReport>
  /** Updates one record, at the version read, and registers its undo. @throws the refusal */
  edit: (request: EditRequest) => Promise<ChangeEnd>
  /** Creates one record and registers its undo. @throws the refusal */
  create: (request: CreateRequest) => Promise<ChangeEnd>
  /** Called when a command starts; the returned function when it ends. */
  began: (run: CommandRun) => (end: RunEnd) => void
  /** Undoes a batch, and offers redo. */
  undoBatch: (batchId: string) => void
  /**
   * What undoes the user's last change since an instant in epoch milliseconds, false if it is too late; null if there is none.
   * Without changes sent by the outbox.
   */
  madeSince: (since: number) => (() => boolean) | null
  /** Registers a batch that no change command made, so that `u` undoes it. Returns the toast's button. */
  offerUndo: (batchId: string) => NonNullable<Notice['action']>
  /** Opens the history of a record. */
  showHistory: (record: HistoryRecord) => void
  /** Asks what to take back of a key or a source, and revokes it. */
  revoke: (record: RevokedRecord) => void
  /** Shows what is stored about a customer, and erases it once the end of the phone is typed. */
  eraseCustomer: (customer: ErasedCustomer) => void
  /** Shows a filtered list; resolves once it is rendered. Absent where there are no lists. */
  showList?: (request: ShowListRequest) => Promise<void>
  /** The visible list. */
  list: ListPort | null
}

/** `text`: a filter or a sentence; it names the list unless `resource` does. `select`: selects all matches, loaded or not. */
export type ShowListRequest = { resource: ResourceName | null; text: string; select: boolean }

/** The record whose history is opened. `country`: for currency and time zone; null for plans, which have none. */
export type HistoryRecord = {
  resource: ResourceName
  id: string
  number: number
  country: CountryCode | null
}

/** What is to be revoked. */
export type RevokedRecord = { resource: 'keys' | 'sources'; id: string; name: string }

/** Who is to be erased; the phone as it is dialled in the country, or with its prefix. */
export type ErasedCustomer = { phone: string; country: CountryCode }

export type Question = {
  titleKey: string
  detailKey?: string
  values?: Record<string, string | number>
  /** Locale keys of the two buttons, with `values` as parameters. */
  yesKey?: string
  noKey?: string
  /** Details, already translated. */
  lines?: readonly string[]
  danger?: boolean
}

/** A form in a dialog. A refused `save` is shown at its fields; success closes the dialog. */
export type AskedForm = {
  titleKey: string
  values?: Record<string, string | number>
  /** The namespace of the labels: `fields.*`, `hints.*`. */
  resource: ResourceName
  fields: Fields
  /** Values at first. */
  initial?: Record<string, unknown>
  country: CountryCode
  save: (values: Record<string, unknown>) => Promise<void>
}

export type Notice = {
  tone?: Tone
  titleKey: string
  /** Replaces `titleKey`, for names given by users. */
  title?: string
  values?: Record<string, string | number>
  /** Code of a refusal; its text is `errors:<code>`. */
  code?: string
  /** `batchId`: what it undoes; once that is undone, the toast is gone or says so. */
  action?: { labelKey: string; keys?: string; batchId?: string; run: () => void }
}

/** A change of one or many records, input of the change machine. */
export type ChangeRequest = PendingChange & { body: Record<string, unknown> }

/**
 * Dry run shown by the palette, null if none. With `ask` the palette shows the confirmation too; without it, running the command
 * has confirmed the change, unless it is always confirmed.
 */
export type ShownDryRun = { report: ChangeReport | null; ask?: (change: ChangeActor) => void }

/** An update: the record, its version and the new field values. */
export type EditRequest = {
  resource: ResourceName
  record: { id: string; number: number; version: number }
  input: Record<string, unknown>
}

/** A new record; with `offer`, a product or request made from that offer; with `product`, a request for more of it. */
export type CreateRequest =
  | { resource: ResourceName; input: Record<string, unknown>; offer?: undefined; product?: undefined }
  | { resource: 'products' | 'requests'; input: Record<string, unknown>; offer: string; product?: undefined }
  | { resource: 'requests'; input: Record<string, unknown>; offer?: undefined; product: string }

/** `report` is null if the change is queued offline, or the server sends none. */
export type ChangeEnd =
  | { kind: 'done'; report: ChangeReport | null }
  | { kind: 'cancelled' }
  | { kind: 'failed'; code: string }

/** How a command ended. `refused` and `asked` (arguments missing) mean that it did not start. */
export type RunEnd = ChangeEnd | { kind: 'refused'; code: string } | { kind: 'asked' }

/** A command with all its arguments; `words`: their labels, in order. */
export type CommandRun = {
  command: { id: string; text?: string; isChange?: boolean; unrecorded?: 'reported' | 'quietly' }
  args: Arguments
  words: readonly string[]
}

/** The records of an export: all that match `where` except deselected ones, sorted. */
export type ExportRequest = {
  resource: ResourceName
  where: Where
  except?: readonly string[]
  sort?: string
}

/** A selectable view. Built-in ones have a locale key, saved ones a name. */
export type ViewChoice = { value: string; detail?: string } & (
  | { labelKey: string; text?: never }
  | { text: string; labelKey?: never }
)

/** Actions of the visible list on its saved views. */
export type ViewPort = {
  choices: (signal: AbortSignal) => readonly ViewChoice[] | Promise<readonly ViewChoice[]>
  show: (view: string) => void
  /** The saved view in use; null for none or a built-in one. */
  current: () => { mayChange: boolean; isModified: boolean; isShared: boolean } | null
  /** Code why the view in use cannot become the default one, or null. */
  whyNotDefault: () => Code | null
  hasDefault: () => boolean
  /** Makes the view in use the one that the list opens with; false: none. */
  setDefault: (isDefault: boolean) => Promise<void>
  /** Asks for a name and saves filter, sort and columns as a new view. */
  save: () => void
  rename: () => void
  update: () => Promise<void>
  share: () => Promise<void>
  remove: () => Promise<void>
}

/**
 * Actions of the visible list; optional ones are not supported by every list. A record's page implements refresh and menu for
 * its one record.
 */
export type ListPort = {
  move?: (by: number, options?: { extend?: boolean }) => void
  moveTo?: (end: 'first' | 'last') => void
  page?: (direction: 1 | -1) => void
  toggle?: () => void
  selectAll?: () => void
  /** After a change of everything that matches `where`: selects the changed records, which may match no more. */
  selectChanged?: (where: Where, ids: readonly string[]) => void
  /** Code why commands may not act on all matches, or null. */
  whyNotSelectAll?: () => Code | null
  clearSelection?: () => void
  open?: () => void
  refresh: () => void
  /** Refetches, then moves to the first row among these. */
  refreshTo?: (ids: readonly string[]) => void
  /** Resolves once the loaded rows among these reflect the batch. */
  reread?: (batchId: string, ids: readonly string[]) => Promise<void>
  focusFilter?: () => void
  /** Sets the filter (canonical query); resolves once rows are loaded, and selected if requested. */
  ask?: (query: string, options: { select: boolean }) => Promise<void>
  /**
   * Runs `act` once the rows of the last query have loaded; keys pressed meanwhile follow it. False, without calling it, if no
   * rows are awaited.
   */
  afterRows?: (act: () => void) => boolean
  /** The sort fields with the locale keys of their headings. */
  sorts?: () => readonly { key: string; labelKey: string }[]
  /** A leading `-` sorts descending; null for the default. */
  sort?: (sort: string | null) => void
  /** Filter and sort as the search part of the URL (`?q=...`, may be empty), for links back from a record's page. */
  search: () => string
  /** Opens the menu of the active row or the selection. */
  openMenu?: () => void
  /** Code why no cell of the active row may be edited, or null. */
  whyNotEditCell?: () => Code | null
  editCell?: () => void
  /** Shows or hides the preview of the active row. */
  togglePeek?: () => void
  /** Stores the order of the rows, for previous and next on the record's page. */
  beginWalk?: () => void
  clearFilter?: () => void
  openColumns?: () => void
  toggleDensity?: () => void
  /** Prints the first rows as a table. */
  print?: () => void
  /** The selection, or all matches; null if the list cannot be exported. */
  matching: (() => Promise<Omit<ExportRequest, 'resource'>>) | null
  views?: ViewPort
  /** Runs a named action of the screen on the active row. */
  act?: (name: string) => void
  /** Code why that action is unavailable, or null. */
  whyNotAct?: (name: string) => Code | null
  /** Finds a row by scanning with the camera. */
  scan?: () => void
}

/** Arguments by name; a record is its id. */
export type Arguments = Readonly<Record<string, string>>
