import type { ComponentType } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { ChangeReport, SearchHit } from '../../../domain/changes/changes.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import type { paletteMachine } from '../../../machines/palette/palette-machine.ts'
import type { Invocation, RecordRef } from '../../../machines/palette/palette-types.ts'
import type { LongWork } from '../../api/long-work.ts'
import type { AnyRecord, ArgumentDefinition, Command, CommandContext } from '../../commands/command.ts'
import type { Registry } from '../../commands/create-registry.ts'
import type { ChoiceState, CustomerCache, NumberCache } from '../ranking/query-caches.ts'
import type { Recents } from '../ranking/recents.ts'
import type { RecordIndex } from '../ranking/record-index.ts'
import type { Search, SearchState } from '../ranking/record-search.ts'
import type { Prepared, PreparedChoice } from '../ranking/text-analysis.ts'
import type { Translate } from './command-item.ts'
import type { PaletteItem } from './palette-item.ts'
import type { Filtering, FilterSource } from './use-filtering.ts'

export type PaletteProps = {
  /** `bindPalette(...)`, started; `palette.open` shows it. */
  actor: ActorRefFrom<typeof paletteMachine>
  registry: Registry
  /** The command context at the moment of opening. */
  context: () => CommandContext
  /** The dry run of a command. */
  preview: (invocation: Invocation, signal: AbortSignal) => Promise<ChangeReport>
  /** Progress of long dry runs. */
  dryRuns: LongWork['dryRuns']
  search: Search
  /** The records that the server has sent in this session, searched locally. */
  records: RecordIndex
  recents: Recents
  /** The resources that the user may list: their name and a space set the scope. */
  scopes: readonly ResourceName[]
  /** Filters of lists; absent where there are no lists. */
  filters?: FilterSource
  /** The resource that `@` searches; null if the user may not. */
  people: ResourceName | null
  /** The preview next to the list, on wide screens. */
  pane?: ComponentType<PaneProps>
  /** Called when it opens, to load the words of the other languages. */
  onOpen?: () => void
}

/** Everything that the palette's rows are made from. */
export type PaletteView = {
  registry: Registry
  context: CommandContext
  t: Translate
  language: string
  /** Key context flags of the screen behind the palette: `list`, `resource:...`, `page:...`. */
  flags: readonly string[]
  recents: Recents
  /** The words of all commands that are not hidden. */
  prepared: readonly Prepared[]
  /** What `?` finds: the entries of the help and the commands of the key sheet. */
  help: () => readonly Prepared[]
  choices: (command: Command, argument: ArgumentDefinition) => readonly PreparedChoice[]
  /** Some choices are fetched. */
  choicePhase: (command: Command, argument: ArgumentDefinition) => ChoiceState['phase']
  search: SearchState
  /** The records that the server has sent in this session. */
  records: Pick<RecordIndex, 'find'>
  /** Records by their number, where a text names several; reading one looks it up. */
  numbers: Pick<NumberCache, 'read'>
  /** Customers by their phone; reading one fetches it. */
  customers: Pick<CustomerCache, 'read' | 'isAllowed'>
  /** Reads filters and sentences about lists; absent where there are no lists. */
  filtering?: Filtering | null
  scope: ResourceName | null
  /** Little room: its first page leaves out what is refused, and its field asks in fewer words. */
  isPhone: boolean
}

/** The part that does not change while typing. */
export type StillView = Omit<PaletteView, 'search'>

/**
 * The subject of the pane next to the list: the record of the highlighted row, or the one that its command would act on;
 * the selected records; otherwise the command itself. `hit` and `known` are available without a request.
 */
export type PaneSubject =
  | { kind: 'record'; record: RecordRef; title: string; hit: SearchHit | null; known: AnyRecord | null }
  | { kind: 'selection'; resource: RecordRef['resource']; count: number; records: readonly AnyRecord[] }
  | { kind: 'customer'; phone: string; title: string }
  | { kind: 'item'; item: PaletteItem }
  | { kind: 'nothing' }

export type PaneProps = { subject: PaneSubject; view: PaletteView }
