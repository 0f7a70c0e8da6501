import type { ResourceName } from '../../domain/resources.ts'
import type { ArgumentDefinition } from '../commands/argument.ts'
import type { Command } from '../commands/command.ts'
import type { CommandContext } from '../commands/command-context.ts'
import type { Registry } from '../commands/create-registry.ts'
import type { ChoiceState } from './arguments/choice-cache.ts'
import type { CustomerCache } from './customer/customer-cache.ts'
import type { Prepared, PreparedChoice } from './ranking/prepared-text.ts'
import type { Recents } from './ranking/recents.ts'
import type { RecordIndex } from './record-index.ts'
import type { SearchState } from './record-search.ts'
import type { Translate } from './results/command-item.ts'
import type { Filtering } from './results/use-filtering.ts'

/** Everything that decides which rows stand in the palette. */
export type PaletteView = {
  registry: Registry
  context: CommandContext
  t: Translate
  language: string
  /** What holds of the screen behind it, as the keys know it: `list`, `resource:...`, `page:...`. */
  flags: readonly string[]
  recents: Recents
  /** Of the commands that can be looked up. */
  prepared: readonly Prepared[]
  choices: (command: Command, argument: ArgumentDefinition) => readonly PreparedChoice[]
  /** Whether the choices are there: some are fetched. */
  choicePhase: (command: Command, argument: ArgumentDefinition) => ChoiceState['phase']
  search: SearchState
  /** The records seen in this session. */
  records: Pick<RecordIndex, 'find'>
  /** Customers by their phone; who reads one asks for it. */
  customers: Pick<CustomerCache, 'read' | 'isAllowed'>
  /** Lists by what is written or said of them; absent where there are no lists to go to. */
  filtering?: Filtering | null
  scope: ResourceName | null
}

/** The same before anything was looked up: what no key changes. */
export type StillView = Omit<PaletteView, 'search'>
