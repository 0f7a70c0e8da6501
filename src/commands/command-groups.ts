import { type ResourceName, resourceNames, resources } from '../../domain/resources.ts'
import { type Command, commandSections } from './command.ts'

/** Commands under one heading of the key sheet; `titleKey`: locale key of the heading. */
export type CommandGroup = { titleKey: string; commands: readonly Command[] }

/** Groups commands by resource, `first` at the top; those without a resource follow, by section. */
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

/** The resource of a command: that of its target, else the noun in its id. */
const resourceOf = (command: Command): ResourceName | null =>
  command.resource ?? resourceNames.find((name) => command.id.startsWith(`${resources[name].noun}.`)) ?? null

const resourcesFirst = (first: ResourceName | null): ResourceName[] =>
  first === null ? resourceNames : [first, ...resourceNames.filter((name) => name !== first)]
