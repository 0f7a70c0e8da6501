import { type ResourceName, resourceNames, resources } from '../../domain/resources.ts'
import { type Command, commandSections } from './command.ts'

/** A group of commands in a list of keys; `titleKey` is the locale key of its heading. */
export type CommandGroup = { titleKey: string; commands: readonly Command[] }

/** By the records that they are about, those of `first` before the others, then by what else they are for. */
export const groupCommands = (commands: readonly Command[], first: ResourceName | null): CommandGroup[] =>
  [
    ...resourcesFirst(first).map((name) => ({
      titleKey: `${name}:title`,
      commands: commands.filter((command) => resourceOf(command) === name),
    })),
    ...commandSections.map((section) => ({
      titleKey: `help:sections.${section}`,
      commands: commands.filter((command) => command.section === section && resourceOf(command) === null),
    })),
  ].filter((group) => group.commands.length > 0)

/** A command is a resource's by its target, or by the noun that begins its id. */
const resourceOf = (command: Command): ResourceName | null =>
  command.resource ?? resourceNames.find((name) => command.id.startsWith(`${resources[name].noun}.`)) ?? null

const resourcesFirst = (first: ResourceName | null): ResourceName[] =>
  first === null ? resourceNames : [first, ...resourceNames.filter((name) => name !== first)]
