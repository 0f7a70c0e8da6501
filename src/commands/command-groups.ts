import { type ResourceName, resourceNames, resources } from '../../domain/resources.ts'
import { type Command, commandSections } from './command.ts'

/** Commands under one heading of the key sheet; `titleKey`: locale key of the heading. */
export type CommandGroup = { titleKey: string; commands: readonly Command[] }

/** Locale keys of the screens whose commands have no resource, by their key context. */
const screenTitles: Readonly<Record<string, string>> = {
  'page:dashboard': 'commands:go.dashboard.place',
  'page:calculator': 'commands:go.calculator.place',
  'page:triage': 'commands:go.triage.place',
  'page:callers': 'commands:go.callers.place',
  'page:scan-session': 'commands:go.scan.place',
  'page:count-cash': 'commands:go.cash.place',
  'page:pay-out': 'payouts:pay.title',
  'page:payout-receipt': 'commands:payout.receipt.label',
  'page:statement': 'payouts:statement.one',
  'page:tariff-grid': 'tariffs:grid.title',
  'page:paste-costs': 'advertising:paste.title',
  'page:history': 'commands:go.journal.place',
  'page:keyboard': 'commands:go.keyboard.place',
  'page:profile': 'commands:go.profile.place',
}

/** Heading of a command of one screen, or of forms, or null. */
const screenTitleOf = ({ id, section, when, keys = [] }: Command): string | null => {
  if (section !== 'list' && section !== 'record') return null
  if (id.startsWith('form.')) return 'help:sections.form'
  const contexts = [when, ...keys.map((key) => (typeof key === 'string' ? undefined : key.when))]
  const page = contexts.map((context) => /(?<![!-])page:[a-z-]+/.exec(context ?? '')?.[0]).find(Boolean)
  return page === undefined ? null : (screenTitles[page] ?? 'help:sections.screen')
}

/**
 * Groups commands by resource, `first` at the top; those without a resource follow, by section, and those of one screen under
 * its name.
 */
export const groupCommands = (commands: readonly Command[], first: ResourceName | null): CommandGroup[] => {
  const ofScreens = commands.filter(
    (command) => resourceOf(command) === null && screenTitleOf(command) !== null,
  )
  const titles = [...new Set(ofScreens.map((command) => screenTitleOf(command) ?? ''))]
  return [
    ...resourcesFirst(first).map((name) => ({
      titleKey: `${name}:title`,
      commands: commands.filter((command) => resourceOf(command) === name),
    })),
    ...commandSections.map((section) => ({
      titleKey: `help:sections.${section}`,
      commands: commands.filter(
        (command) =>
          command.section === section && resourceOf(command) === null && screenTitleOf(command) === null,
      ),
    })),
    ...titles.map((titleKey) => ({
      titleKey,
      commands: ofScreens.filter((command) => screenTitleOf(command) === titleKey),
    })),
  ].filter((group) => group.commands.length > 0)
}

/** The resource of a command: that of its target, else the noun in its id. */
const resourceOf = (command: Command): ResourceName | null =>
  command.resource ?? resourceNames.find((name) => command.id.startsWith(`${resources[name].noun}.`)) ?? null

const resourcesFirst = (first: ResourceName | null): ResourceName[] =>
  first === null ? resourceNames : [first, ...resourceNames.filter((name) => name !== first)]
