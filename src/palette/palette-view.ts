import type { ResourceName } from '../../domain/resources.ts'
import type { ArgumentDefinition } from '../commands/argument.ts'
import type { Command } from '../commands/command.ts'
import type { CommandContext } from '../commands/command-context.ts'
import type { Registry } from '../commands/create-registry.ts'
import type { ChoiceState, CustomerCache, NumberCache } from './query-caches.ts'
import type { Recents } from './ranking/recents.ts'
import type { Prepared, PreparedChoice } from './ranking/text-analysis.ts'
import type { RecordIndex } from './record-index.ts'
import type { SearchState } from './record-search.ts'
import type { Translate } from './results/command-item.ts'
import type { Filtering } from './results/use-filtering.ts'

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
}

/** The part that does not change while typing. */
export type StillView = Omit<PaletteView, 'search'>
