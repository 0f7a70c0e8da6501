import type { ResourceName } from '../../domain/resources.ts'
import type { ArgumentDefinition } from '../commands/argument.ts'
import type { Command } from '../commands/command.ts'
import type { CommandContext } from '../commands/command-context.ts'
import type { Registry } from '../commands/create-registry.ts'
import type { ChoiceState } from './choice-cache.ts'
import type { Translate } from './command-item.ts'
import type { PreparedChoice } from './prepared-choice.ts'
import type { Prepared } from './prepared-text.ts'
import type { Recents } from './recents.ts'
import type { SearchState } from './record-search.ts'

/** Everything that decides which rows stand in the palette. */
export type PaletteView = {
  registry: Registry
  context: CommandContext
  t: Translate
  language: string
  recents: Recents
  /** Of the commands that can be looked up. */
  prepared: readonly Prepared[]
  choices: (command: Command, argument: ArgumentDefinition) => readonly PreparedChoice[]
  /** Whether the choices are there: some are fetched. */
  choicePhase: (command: Command, argument: ArgumentDefinition) => ChoiceState['phase']
  search: SearchState
  scope: ResourceName | null
}
