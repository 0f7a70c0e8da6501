import {
  defaultPreferences,
  type Macro,
  macroCommand,
  type Preferences,
  parsePreferences,
  preferenceLimits,
} from '../../../domain/users/preferences.ts'
import type { KeyBinding } from '../../../machines/keys/key-binding.ts'
import { conflictsOf } from '../../../machines/keys/key-context.ts'
import { isCharacterStep, parseKeys } from '../../../machines/keys/parse-keys.ts'
import type { Registry } from '../../commands/create-registry.ts'
import { isKeptByBrowser } from '../../keyboard/key-faults.ts'
import { userKeybindings } from '../../stores/shortcut-preferences-store.ts'

/** Default keys: bindings of the registry, and its commands without any. */
export type Defaults = Pick<Registry, 'bindings' | 'unbound'>

/** A conflicting command and its conflicting keys. */
export type Clash = { command: string; keys: readonly string[] }

/** Why keys are refused for a command, besides conflicts. */
type KeyProblem = 'unreadable' | 'kept' | 'single' | 'same' | 'many' | 'long'

/** Maximum steps of a sequence. */
const mostSteps = 3

/** Default keys of a command, without duplicates. */
export const defaultKeys = (bindings: readonly KeyBinding[], command: string): readonly string[] => [
  ...new Set(bindings.filter((binding) => binding.command === command).map(({ keys }) => keys)),
]

/** The user's keys of a command, including bare letters while those are disabled. */
export const userKeys = (defaults: Defaults, preferences: Preferences, command: string): readonly string[] =>
  defaultKeys(userKeybindings(defaults, { ...preferences, singleKeys: true }), command)

/** Sets a command's keys; keys equal to the default are not stored. */
export const withKeys = (
  defaults: Defaults,
  preferences: Preferences,
  command: string,
  keys: readonly string[],
): Preferences => {
  const { [command]: _, ...others } = preferences.overrides
  const isDefault = isSame(keys, defaultKeys(defaults.bindings, command))
  return { ...preferences, overrides: isDefault ? others : { ...others, [command]: [...keys] } }
}

export const isChanged = (preferences: Preferences, command: string): boolean =>
  Object.hasOwn(preferences.overrides, command)

/** Conflicts of a command's keys under these preferences. */
export const clashesOf = (
  defaults: Defaults,
  preferences: Preferences,
  command: string,
): readonly Clash[] => {
  const found = new Map<string, Set<string>>()
  for (const { command: other, keys } of conflictsOf(command, userKeybindings(defaults, preferences))) {
    found.set(other, (found.get(other) ?? new Set()).add(keys))
  }
  return [...found].map(([other, keys]) => ({ command: other, keys: [...keys] }))
}

/** Removes conflicting keys from other commands, which keep their other keys. */
export const withoutClashes = (
  defaults: Defaults,
  preferences: Preferences,
  clashes: readonly Clash[],
): Preferences =>
  clashes.reduce(
    (left, { command, keys }) =>
      withKeys(
        defaults,
        left,
        command,
        userKeys(defaults, left, command).filter((own) => !keys.includes(own)),
      ),
    preferences,
  )

/** Why `keys` cannot be added to the keys `others` of a command; null if they can. */
export const problemOf = (
  keys: string,
  { others, singleKeys }: { others: readonly string[]; singleKeys: boolean },
): KeyProblem | null => {
  const steps = parseKeys(keys)
  const [first] = steps ?? []
  if (steps === null || first === undefined || keys.length > preferenceLimits.keysLength) return 'unreadable'
  if (steps.length > mostSteps) return 'long'
  if (steps.some(isKeptByBrowser)) return 'kept'
  if (!singleKeys && isCharacterStep(first)) return 'single'
  if (others.includes(steps.join(' '))) return 'same'
  return others.length >= preferenceLimits.keys ? 'many' : null
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((keys, index) => keys === other[index])

/** Change of a command's keys by an import. */
type KeyChange = { command: string; from: readonly string[]; to: readonly string[] }

/** A rejected line with its reason. `keys`: as in the file. */
type RefusedLine = {
  command: string
  keys: string
  reason: KeyProblem | 'unknown' | 'clash' | 'broken'
}

export type KeysFile =
  | { kind: 'unreadable' }
  | {
      kind: 'read'
      preferences: Preferences
      changes: readonly KeyChange[]
      refused: readonly RefusedLine[]
      macros: readonly Macro[]
    }

export const keysFileName = 'waybill-keys.json'

/** Serialises preferences for `readKeysFile`. */
export const writeKeysFile = ({ singleKeys, overrides, macros }: Preferences): string =>
  `${JSON.stringify({ waybill: 'keys', version: 1, singleKeys, keys: overrides, macros }, null, 2)}\n`

/**
 * Parses a keyboard file: its keys, and defaults for commands that it does not contain. Invalid lines are reported and leave
 * their command unchanged.
 */
export const readKeysFile = (
  text: string,
  {
    defaults,
    preferences,
    knows,
  }: { defaults: Defaults; preferences: Preferences; knows: (command: string) => boolean },
): KeysFile => {
  const file = parse(text)
  if (file === null) return { kind: 'unreadable' }
  const read = parsePreferences({ macros: file.macros ?? preferences.macros })
  const macros = read.ok ? (read.value.macros ?? []) : preferences.macros
  const singleKeys = typeof file.singleKeys === 'boolean' ? file.singleKeys : preferences.singleKeys
  const refused: RefusedLine[] = read.ok ? [] : [{ command: '', keys: 'macros', reason: 'broken' }]
  const { version, scanTones } = preferences
  let next: Preferences = { ...defaultPreferences, version, scanTones, singleKeys, macros }
  const isKnown = (command: string) => knows(command) || macros.some(({ id }) => command === macroCommand(id))

  for (const [command, wanted] of Object.entries(file.keys).slice(0, preferenceLimits.overrides)) {
    const reason = isKnown(command) ? whyNot(wanted) : 'unknown'
    if (reason === null) {
      next = withKeys(
        defaults,
        next,
        command,
        (wanted as string[]).map((keys) => parseKeys(keys)?.join(' ') ?? keys),
      )
    } else {
      refused.push({ command, keys: textOf(wanted), reason })
      if (isChanged(preferences, command))
        next = withKeys(defaults, next, command, userKeys(defaults, preferences, command))
    }
  }
  for (const command of Object.keys(next.overrides)) {
    if (clashesOf(defaults, next, command).length === 0) continue
    refused.push({ command, keys: (next.overrides[command] ?? []).join(', '), reason: 'clash' })
    const { [command]: _, ...others } = next.overrides
    next = { ...next, overrides: others }
  }

  const commands = new Set([...Object.keys(preferences.overrides), ...Object.keys(next.overrides)])
  const changes = [...commands]
    .map((command) => ({
      command,
      from: userKeys(defaults, preferences, command),
      to: userKeys(defaults, next, command),
    }))
    .filter(({ from, to }) => from.join(' , ') !== to.join(' , '))
  return {
    kind: 'read',
    preferences: next,
    changes,
    refused,
    macros: macros.filter((macro) => isNew(macro, preferences)),
  }
}

type Parsed = { keys: Record<string, unknown>; singleKeys?: unknown; macros?: unknown }

const parse = (text: string): Parsed | null => {
  try {
    const file = JSON.parse(text) as unknown
    if (!isObject(file) || file.waybill !== 'keys' || !isObject(file.keys)) return null
    return { keys: file.keys, singleKeys: file.singleKeys, macros: file.macros }
  } catch {
    return null
  }
}

const whyNot = (wanted: unknown): RefusedLine['reason'] | null => {
  if (!Array.isArray(wanted) || wanted.some((keys) => typeof keys !== 'string')) return 'broken'
  const seen: string[] = []
  for (const keys of wanted as string[]) {
    // Bare letters are stored even while they are disabled.
    const problem = problemOf(keys, { others: seen, singleKeys: true })
    if (problem !== null) return problem
    seen.push(parseKeys(keys)?.join(' ') ?? keys)
  }
  return null
}

const textOf = (wanted: unknown): string =>
  Array.isArray(wanted) ? wanted.map(String).join(', ').slice(0, 80) : String(wanted).slice(0, 80)

const isNew = (macro: Macro, { macros }: Preferences): boolean => !macros.some(({ id }) => id === macro.id)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
