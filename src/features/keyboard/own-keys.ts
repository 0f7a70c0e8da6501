import { type Desk, deskLimits } from '../../../domain/users/desk.ts'
import { conflictsOf } from '../../../machines/keys/find-conflicts.ts'
import type { KeyBinding } from '../../../machines/keys/key-binding.ts'
import { isCharacterStep, parseKeys } from '../../../machines/keys/parse-keys.ts'
import type { Registry } from '../../commands/create-registry.ts'
import { isKeptByBrowser } from '../../keyboard/key-faults.ts'
import { deskBindings } from '../../stores/user-keybindings.ts'

/** What a person's keys are made of: the defaults, and the commands that have none. */
export type Defaults = Pick<Registry, 'bindings' | 'unbound'>

/** Another command that stands in the way, and its keys that do. */
export type Clash = { command: string; keys: readonly string[] }

/** Why keys cannot be given to a command, whatever else has them. */
export type KeyProblem = 'unreadable' | 'kept' | 'single' | 'same' | 'many' | 'long'

/** A sequence that is longer is no shortcut. */
const mostSteps = 3

/** The keys of a command as the program has them, each once. */
export const defaultKeys = (bindings: readonly KeyBinding[], command: string): readonly string[] => [
  ...new Set(bindings.filter((binding) => binding.command === command).map(({ keys }) => keys)),
]

/** The keys that a command has for this person, also those that are silent while single letters are off. */
export const ownKeys = (defaults: Defaults, desk: Desk, command: string): readonly string[] =>
  defaultKeys(deskBindings(defaults, { ...desk, singleKeys: true }), command)

/** The desk with these keys on a command. What is the default again is not kept as somebody's own. */
export const withKeys = (defaults: Defaults, desk: Desk, command: string, keys: readonly string[]): Desk => {
  const { [command]: _, ...others } = desk.overrides
  const isDefault = isSame(keys, defaultKeys(defaults.bindings, command))
  return { ...desk, overrides: isDefault ? others : { ...others, [command]: [...keys] } }
}

export const isChanged = (desk: Desk, command: string): boolean => Object.hasOwn(desk.overrides, command)

/** What would stand in the way of a command's keys on this desk. */
export const clashesOf = (defaults: Defaults, desk: Desk, command: string): readonly Clash[] => {
  const found = new Map<string, Set<string>>()
  for (const { command: other, keys } of conflictsOf(command, deskBindings(defaults, desk))) {
    found.set(other, (found.get(other) ?? new Set()).add(keys))
  }
  return [...found].map(([other, keys]) => ({ command: other, keys: [...keys] }))
}

/** The desk without the keys that stand in the way: whoever had them keeps their others. */
export const withoutClashes = (defaults: Defaults, desk: Desk, clashes: readonly Clash[]): Desk =>
  clashes.reduce(
    (left, { command, keys }) =>
      withKeys(
        defaults,
        left,
        command,
        ownKeys(defaults, left, command).filter((own) => !keys.includes(own)),
      ),
    desk,
  )

/** Why `keys` cannot be one of a command's keys beside `others`; null where they can. */
export const problemOf = (
  keys: string,
  { others, singleKeys }: { others: readonly string[]; singleKeys: boolean },
): KeyProblem | null => {
  const steps = parseKeys(keys)
  const [first] = steps ?? []
  if (steps === null || first === undefined || keys.length > deskLimits.keysLength) return 'unreadable'
  if (steps.length > mostSteps) return 'long'
  if (steps.some(isKeptByBrowser)) return 'kept'
  if (!singleKeys && isCharacterStep(first)) return 'single'
  if (others.includes(steps.join(' '))) return 'same'
  return others.length >= deskLimits.keys ? 'many' : null
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((keys, index) => keys === other[index])
