import type { ComponentType } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { ChangeReport, SearchHit } from '../../../domain/changes/changes.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import type { paletteMachine } from '../../../machines/palette/palette-machine.ts'
import type { Invocation, RecordRef } from '../../../machines/palette/palette-types.ts'
import type { LongWork } from '../../api/long-work.ts'
import type { AnyRecord, ArgumentDefinition, Command, CommandContext } from '../../commands/command.ts'
import type { Registry } from '../../commands/create-registry.ts'
import type { Translate } from '../../i18n/i18n.ts'
import type { ChoiceState, CustomerCache, NumberCache } from '../ranking/query-caches.ts'
import type { Recents } from '../ranking/recents.ts'
import type { RecordIndex } from '../ranking/record-index.ts'
import type { RecordSearch, SearchState } from '../ranking/record-search.ts'
import type { Prepared, PreparedChoice } from '../ranking/text-analysis.ts'
import type { PaletteItem } from './palette-item.ts'
import type { Filtering, FilterSource } from './use-filtering.ts'

export type PaletteProps = {
  /** A started `bindPalette(...)`; `palette.open` opens it. */
  actor: ActorRefFrom<typeof paletteMachine>
  registry: Registry
  /** The command context, read on opening. */
  context: () => CommandContext
  /** Runs a command's dry run. */
  preview: (invocation: Invocation, signal: AbortSignal) => Promise<ChangeReport>
  /** Progress of long dry runs. */
  dryRuns: LongWork['dryRuns']
  search: RecordSearch
  /** Local index of records received in this session. */
  records: RecordIndex
  recents: Recents
  /** Resources that the user may list: name and space set the scope. */
  scopes: readonly ResourceName[]
  /** List filters; absent where there are no lists. */
  filters?: FilterSource
  /** The resource searched by `@`; null if not permitted. */
  people: ResourceName | null
  /** Preview pane on wide screens. */
  pane?: ComponentType<PaneProps>
  /** Called on opening, to load other languages. */
  onOpen?: () => void
}

/** Everything that rows are built from. */
export type PaletteView = {
  registry: Registry
  context: CommandContext
  t: Translate
  language: string
  /** Context flags of the screen below: `list`, `resource:...`, `page:...`. */
  flags: readonly string[]
  recents: Recents
  /** Prepared words of all visible commands. */
  prepared: readonly Prepared[]
  /** Candidates of `?`: help entries and commands of the key sheet. */
  help: () => readonly Prepared[]
  choices: (command: Command, argument: ArgumentDefinition) => readonly PreparedChoice[]
  /** Loading state of choices. */
  choicePhase: (command: Command, argument: ArgumentDefinition) => ChoiceState['phase']
  search: SearchState
  /** Local index. */
  records: Pick<RecordIndex, 'find'>
  /** Records by number; reading one fetches it. */
  numbers: Pick<NumberCache, 'read'>
  /** Customers by phone; reading one fetches it. */
  customers: Pick<CustomerCache, 'read' | 'isAllowed'>
  /** Parser of filters and sentences; absent where there are no lists. */
  filtering?: Filtering | null
  scope: ResourceName | null
  /** Small screen: hides refused rows on the first page and shortens the placeholder. */
  isPhone: boolean
}

/** The part that is constant while typing. */
export type StillView = Omit<PaletteView, 'search'>

/**
 * Subject of the pane: the record of the row or of its command's target, the selection, or the command. `hit` and `known` need
 * no request.
 */
export type PaneSubject =
  | { kind: 'record'; record: RecordRef; title: string; hit: SearchHit | null; known: AnyRecord | null }
  | { kind: 'selection'; resource: RecordRef['resource']; count: number; records: readonly AnyRecord[] }
  | { kind: 'customer'; phone: string; title: string }
  | { kind: 'text'; item: PaletteItem; text: string }
  | { kind: 'item'; item: PaletteItem }
  | { kind: 'nothing' }

export type PaneProps = { subject: PaneSubject; view: PaletteView }
