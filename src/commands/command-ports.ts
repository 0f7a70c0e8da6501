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

/** The only ways in which a command reaches the world; src/app provides them. */
export type CommandPorts = {
  api: Api
  /** A path made by domain/access/paths.ts. With `replace` Back leads to where the present screen was opened from. */
  navigate: (path: string, options?: { replace?: boolean }) => void
  /** Asks; true for yes. Texts are locale keys. */
  confirm: (question: Question) => Promise<boolean>
  /** Asks in a form for what a command needs and no palette should show. */
  fillIn: (form: AskedForm) => void
  notify: (notice: Notice) => void
  /** A text in the reader's language, for what is written into a record or composed of several. */
  say: (key: string, values?: Record<string, unknown>) => string
  /** Opens the palette, at a command's first missing argument where one is named. */
  openPalette: (at?: { command: string; args?: Arguments }) => void
  openHelp: () => void
  /** Shows the long work that is under way. */
  openJobs: () => void
  /** Saves a list as a spreadsheet; long ones by a job, with progress and cancel. */
  exportList: (request: ExportRequest) => void
  /** Makes a change: dry run, confirmation unless already previewed, progress, undo. Answers how it ended. */
  change: (request: ChangeRequest) => Promise<ChangeEnd>
  /** What a change would do, where the screen in view knows it and nobody else can be asked; else null. */
  foretell?: (request: Omit<ChangeRequest, 'confirmed'>) => ChangeReport | null
  /** Edits one record as it was when it was read, and remembers how to take that back. Throws what it is refused with. */
  edit: (request: EditRequest) => Promise<ChangeEnd>
  /** Makes one record, and remembers how to take that back. Throws what it is refused with. */
  create: (request: CreateRequest) => Promise<ChangeEnd>
  /** Called with every command as it begins to run; what it returns is called with how that ended. */
  began: (run: CommandRun) => (end: RunEnd) => void
  /** Takes a batch back, and offers to do it again. */
  undoBatch: (batchId: string) => void
  /** A batch that a call of its own made: `u` undoes it as the last change. Answers the toast's button. */
  offerUndo: (batchId: string) => NonNullable<Notice['action']>
  /** Shows what has been done to a record. */
  showHistory: (record: HistoryRecord) => void
  /** Shows a list under a filter; resolves once it is rendered. Absent where there are no lists. */
  showList?: (request: ShowListRequest) => Promise<void>
  /** The list in view. */
  list: ListPort | null
}

/**
 * `text` is a filter as the filter box takes it, or a sentence; without a resource it says itself which list is meant.
 * With `select` everything that matches is selected, loaded or not.
 */
export type ShowListRequest = { resource: ResourceName | null; text: string; select: boolean }

/** Of which record the history is asked for; `number` is what people call it by. */
export type HistoryRecord = { resource: ResourceName; id: string; number: number }

export type Question = {
  titleKey: string
  detailKey?: string
  values?: Record<string, string | number>
  /** The locale key of the button that says yes, filled in with `values`; and of the other. */
  yesKey?: string
  noKey?: string
  /** What it is about, one below the other, as it is to be read. */
  lines?: readonly string[]
  danger?: boolean
}

/** A form in a dialog. What `save` is refused with is shown at its fields; once it has gone through, the dialog closes. */
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
  /** What it says instead, where no locale can know it. */
  title?: string
  values?: Record<string, string | number>
  /** A refusal's code; its text is `errors:<code>`. */
  code?: string
  action?: { labelKey: string; keys?: string; run: () => void }
}

/**
 * A change of one or many records, as the change machine carries it out. `verb` is the command that asks for it, `effect`
 * what it does to the records, `body` what the call says beside its target, `subject` the record where it is one and loaded.
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
  /** The person has seen the dry run. */
  confirmed: boolean
}

/** Which fields of which record, of which version, get which values. */
export type EditRequest = {
  resource: ResourceName
  record: { id: string; number: number; version: number }
  input: Record<string, unknown>
}

/** A new record with these fields; with `offer` the product or request that is made of it. */
export type CreateRequest =
  | { resource: ResourceName; input: Record<string, unknown>; offer?: undefined }
  | { resource: 'products' | 'requests'; input: Record<string, unknown>; offer: string }

/** `report` is null where it waits for the network, or the server does not say. */
export type ChangeEnd =
  | { kind: 'done'; report: ChangeReport | null }
  | { kind: 'cancelled' }
  | { kind: 'failed'; code: string }

/** How running a command ended: refused for a reason, or asked for what was missing, before it began. */
export type RunEnd = ChangeEnd | { kind: 'refused'; code: string } | { kind: 'asked' }

/** A command with its arguments as they were finally given; `words` are these as they were read, in their order. */
export type CommandRun = {
  command: { id: string; text?: string; isChange?: boolean; unrecorded?: 'reported' | 'quietly' }
  args: Arguments
  words: readonly string[]
}

/** Which records of a list, in which order: everything that matches `where`, less those taken out by hand. */
export type ExportRequest = {
  resource: ResourceName
  where: Where
  except?: readonly string[]
  sort?: string
}

/** A view to choose, called by a locale key or, where somebody has named it, by a text. */
export type ViewChoice = { value: string; detail?: string } & (
  | { labelKey: string; text?: never }
  | { text: string; labelKey?: never }
)

/** What commands may ask of a list's saved views. */
export type ViewPort = {
  choices: (signal: AbortSignal) => readonly ViewChoice[] | Promise<readonly ViewChoice[]>
  show: (view: string) => void
  /** The saved view that the list shows; null where it shows none, or one that comes with the console. */
  current: () => { mayChange: boolean; isModified: boolean; isShared: boolean } | null
  /** Asks for a name and saves the filter, order and columns as a new view. */
  save: () => void
  rename: () => void
  update: () => Promise<void>
  share: () => Promise<void>
  remove: () => Promise<void>
}

/**
 * What commands may ask of a list, whatever it lists; what is optional, not every list can do. A record's page is a list of
 * that record: it can be refreshed and has a menu.
 */
export type ListPort = {
  move?: (by: number, options?: { extend?: boolean }) => void
  moveTo?: (end: 'first' | 'last') => void
  page?: (direction: 1 | -1) => void
  toggle?: () => void
  selectAll?: () => void
  /** Why no command may act on everything that the list shows at once. */
  whyNotSelectAll?: () => Code | null
  clearSelection?: () => void
  open?: () => void
  refresh: () => void
  /** Reads the list again, then moves to the first row of these. */
  refreshTo?: (ids: readonly string[]) => void
  /** Resolves once the loaded rows among these are as this batch of changes left them. */
  reread?: (batchId: string, ids: readonly string[]) => Promise<void>
  focusFilter?: () => void
  /** Filters it (canonical query); resolves once it has answered, with everything selected if that was asked. */
  ask?: (query: string, options: { select: boolean }) => Promise<void>
  /** What it can be ordered by: fields that the server sorts by, each with the locale key of its heading. */
  sorts?: () => readonly { key: string; labelKey: string }[]
  /** `-createdAt` is newest first; null for the list's own order. */
  sort?: (sort: string | null) => void
  /** Its filter and order as its address has them, `?q=...`, for a record's page that leads back; empty for neither. */
  search: () => string
  /** Opens the menu of the active row, or of the selection. */
  openMenu?: () => void
  /** Why no cell of the active row may be edited. */
  whyNotEditCell?: () => Code | null
  /** Puts the keyboard on a cell of it. */
  editCell?: () => void
  /** Shows the active row's record next to the list, or hides it. */
  togglePeek?: () => void
  /** Remembers the rows in their order, for the page of the record that is opened. */
  beginWalk?: () => void
  clearFilter?: () => void
  openColumns?: () => void
  toggleDensity?: () => void
  /** The selection, whole, or everything that matches the filter; null where the list cannot be saved as a file. */
  matching: (() => Promise<Omit<ExportRequest, 'resource'>>) | null
  views?: ViewPort
  /** Runs an action of the screen on the active row, by name. */
  act?: (name: string) => void
  /** Why that cannot be done with it now. */
  whyNotAct?: (name: string) => Code | null
}

/** The arguments of a command by name; a record is given by its id. */
export type Arguments = Readonly<Record<string, string>>
