import type { SearchHit } from '../../../domain/changes/changes.ts'
import { type Invocation, recordArgument } from '../../../machines/palette/palette-types.ts'
import {
  type ArgumentChoice,
  availabilityOf,
  type Command,
  type CommandContext,
  missingArguments,
  targetOf,
  withoutTarget,
} from '../../commands/command.ts'
import type { Arguments } from '../../commands/command-ports.ts'
import { keysOf, type Registry } from '../../commands/create-registry.ts'
import { commandLabel } from '../../commands/run-command.ts'
import type { Translate } from '../../i18n/i18n.ts'
import type { PaletteItem } from './palette-item.ts'
import { titleOfHit } from './record-item.ts'

/** The target record of a row; `name`: shown instead of an unknown number. */
export type NamedHit = SearchHit & { name?: string }

/** Text after the command's name: argument values and a record. */
export type Given = { args: Arguments; words: readonly string[]; hit: NamedHit | null }

export const nothingGiven: Given = { args: {}, words: [], hit: null }

type Making = { registry: Registry; t: Translate; given?: Given }

/** A command as a row: label, keys, reason of a refusal. Without arguments it is cached while the screen does not change. */
export function commandItem(command: Command, context: CommandContext, making: Making): PaletteItem {
  const { registry, t, given = nothingGiven } = making
  if (given !== nothingGiven) return makeItem(command, context, { registry, t, given })
  let items = bare.get(context)
  if (items?.t !== t || items.bindings !== registry.bindings) {
    items = { t, bindings: registry.bindings, items: new Map() }
    bare.set(context, items)
  }
  const item = items.items.get(command) ?? makeItem(command, context, { registry, t, given })
  items.items.set(command, item)
  return item
}

type Bare = { t: Translate; bindings: Registry['bindings']; items: Map<Command, PaletteItem> }

const bare = new WeakMap<CommandContext, Bare>()

function makeItem(
  command: Command,
  context: CommandContext,
  { registry, t, given }: Required<Making>,
): PaletteItem {
  const { hit, words, args } = given
  const availability = availabilityOf(command, context)
  // A refusal for the active records may not apply to the named one.
  const refusal = availability.kind === 'refused' && (hit === null || isOfActor(availability.code))
  const title = formatLabel([commandLabel(command, t), ...words], t)
  return {
    id: `command:${command.id}${suffix(args, hit)}`,
    title,
    detail: detailOf(command, context, hit, t),
    icon: command.icon,
    // The keys run the command without the typed arguments.
    keys: given === nothingGiven ? keysOf(registry.bindings, command.id) : undefined,
    danger: command.danger,
    hit: hit ?? undefined,
    refusal: refusal && availability.kind === 'refused' ? availability.code : null,
    act: {
      kind: 'invoke',
      invocation: invocationOf(command, context, given),
      recent: `command:${command.id}`,
      hasDryRun: command.preview !== undefined,
    },
  }
}

/** The record's customer; if a record is missing, its resource, since several have a command of that name. */
const detailOf = (command: Command, context: CommandContext, hit: NamedHit | null, t: Translate) => {
  if (hit !== null)
    return `${hit.name ?? t(`${hit.resource}:numbered`, { number: hit.number })} · ${titleOfHit(hit, t)}`
  return needsRecordIn(command, context) ? t(`${command.resource}:title`) : undefined
}

export function invocationOf(command: Command, context: CommandContext, given: Given): Invocation {
  const { args, words, hit } = given
  const needsRecord = hit === null && needsRecordIn(command, context)
  const starts = hit === null ? startsOf(command, context) : []
  return {
    command: command.id,
    args,
    words,
    record: hit === null ? null : { resource: hit.resource, id: hit.id },
    asks: [...(needsRecord ? [recordArgument] : []), ...namesOf(missingArguments(command, args))],
    // A record found by its name is not on screen.
    previews: asksHere(command, hit === null ? context : withoutTarget(context), args),
    ...(starts.length > 0 && { starts: Object.fromEntries(starts) }),
  }
}

const startsOf = ({ args = [] }: Command, context: CommandContext): [string, string][] =>
  args.flatMap((argument): [string, string][] => {
    const text = argument.kind === 'text' ? (argument.starts?.(context) ?? '') : ''
    return text === '' ? [] : [[argument.name, text]]
  })

/** Whether the palette shows the confirmation, once `value` is given for the first missing argument. */
export const previewsAfter = (
  command: Command,
  { args, asks, previews }: Invocation,
  value: string,
  context: CommandContext,
): boolean => {
  const [name] = asks
  const given = name === undefined || name === recordArgument ? args : { ...args, [name]: value }
  return previews && asksHere(command, withoutTarget(context), given)
}

/** Whether the palette shows the confirmation. Changes that are always confirmed use a dialog. */
const asksHere = ({ confirmation }: Command, context: CommandContext, args: Arguments): boolean =>
  confirmation?.(context, args) === 'unseen'

/** Missing arguments after the first answer, which may require others. */
export const asksAfter = (command: Command, { args, asks }: Invocation, value: string): string[] => {
  const [name] = asks
  const isRecord = name === undefined || name === recordArgument
  return namesOf(missingArguments(command, isRecord ? args : { ...args, [name]: value }))
}

/** Whether the command acts on records and none of its resource is active. */
export const needsRecordIn = (command: Command, context: CommandContext): boolean =>
  command.target !== 'none' && targetOf(command, context) === null

const namesOf = (definitions: readonly { name: string }[]): string[] => definitions.map(({ name }) => name)

export const choiceText = (choice: ArgumentChoice, t: Translate): string =>
  choice.labelKey === undefined ? choice.text : t(choice.labelKey)

const isOfActor = (code: string): boolean =>
  ['UNAUTHORIZED', 'EMAIL_NOT_VERIFIED', 'NOT_ACTIVATED', 'FORBIDDEN'].includes(code)

const suffix = (args: Arguments, hit: SearchHit | null): string => {
  const given = Object.entries(args).map(([name, value]) => `${name}=${value}`)
  return `${given.length > 0 ? `?${given.join('&')}` : ''}${hit === null ? '' : `#${hit.id}`}`
}

/** Joins label and details in the language's punctuation: `Change status: Confirmed`. */
export const formatLabel = (
  parts: readonly string[],
  t: (key: string, values: Record<string, string>) => string,
): string => parts.reduce((what, words) => t('common:said', { what, words }))
