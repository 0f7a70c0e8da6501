import type { SearchHit } from '../../domain/changes.ts'
import { type Invocation, recordArgument } from '../../machines/palette/palette-types.ts'
import type { ArgumentChoice } from '../commands/argument.ts'
import type { Arguments } from '../commands/arguments.ts'
import { availabilityOf } from '../commands/availability.ts'
import type { Command } from '../commands/command.ts'
import type { CommandContext } from '../commands/command-context.ts'
import { targetOf } from '../commands/command-target.ts'
import type { Registry } from '../commands/create-registry.ts'
import { labelKey } from '../commands/run-command.ts'
import type { PaletteItem } from './palette-item.ts'

export type Translate = (key: string, values?: Record<string, string | number>) => string

/** What was typed after the command's name: argument values, and the record that it names by number. */
export type Given = { args: Arguments; words: readonly string[]; hit: SearchHit | null }

export const nothingGiven: Given = { args: {}, words: [], hit: null }

/** A command as a row: its name in the reader's language, its keys, and why it cannot be run where it cannot. */
export function commandItem(
  command: Command,
  context: CommandContext,
  { registry, t, given = nothingGiven }: { registry: Registry; t: Translate; given?: Given },
): PaletteItem {
  const { hit, words, args } = given
  const availability = availabilityOf(command, context)
  // What is refused of the records in view may well be possible for the one that is named.
  const refusal = availability.kind === 'refused' && (hit === null || isOfActor(availability.code))
  const title = [t(labelKey(command)), ...words].join(' : ')
  return {
    id: `command:${command.id}${suffix(args, hit)}`,
    title,
    detail:
      hit === null ? undefined : `${t(`${hit.resource}:numbered`, { number: hit.number })} · ${hit.title}`,
    icon: command.icon,
    // The keys do the bare command, not what was typed after its name.
    keys: given === nothingGiven ? keysOf(command, registry) : undefined,
    danger: command.danger,
    refusal: refusal && availability.kind === 'refused' ? availability.code : null,
    act: {
      kind: 'invoke',
      invocation: invocationOf(command, context, given),
      recent: `command:${command.id}`,
    },
  }
}

const keysOf = ({ id }: Command, { bindings }: Registry): string | undefined =>
  bindings.find(({ command }) => command === id)?.keys

export function invocationOf(command: Command, context: CommandContext, given: Given): Invocation {
  const { args, hit } = given
  const needsRecord = command.target !== 'none' && hit === null && targetOf(command, context) === null
  const missing = (command.args ?? []).filter(({ name, optional }) => !optional && args[name] === undefined)
  return {
    command: command.id,
    args,
    record: hit === null ? null : { resource: hit.resource, id: hit.id },
    asks: [...(needsRecord ? [recordArgument] : []), ...missing.map(({ name }) => name)],
    previews: command.preview !== undefined,
  }
}

export const choiceText = (choice: ArgumentChoice, t: Translate): string =>
  choice.labelKey === undefined ? choice.text : t(choice.labelKey)

const isOfActor = (code: string): boolean =>
  ['UNAUTHORIZED', 'EMAIL_NOT_VERIFIED', 'NOT_ACTIVATED', 'FORBIDDEN'].includes(code)

const suffix = (args: Arguments, hit: SearchHit | null): string => {
  const given = Object.entries(args).map(([name, value]) => `${name}=${value}`)
  return `${given.length > 0 ? `?${given.join('&')}` : ''}${hit === null ? '' : `#${hit.id}`}`
}
