import type { KeyBinding } from './key-binding.ts'
import { contextsOverlap } from './key-context.ts'
import { parseKeys } from './parse-keys.ts'

export type KeyConflict =
  /** Invalid keys. */
  | { kind: 'unreadable'; keys: string; commands: readonly [string] }
  /** Two commands on the same keys. */
  | { kind: 'same'; keys: string; commands: readonly [string, string] }
  /** The shorter keys fire before the second command's sequence is complete. */
  | { kind: 'prefix'; keys: string; commands: readonly [string, string] }

/**
 * All pairs of bindings that conflict in some context. `exclusive`: sets of flags of which at most one is set, e.g. `[['list',
 * 'record', 'triage']]`.
 */
export function findConflicts(
  bindings: readonly KeyBinding[],
  exclusive: readonly (readonly string[])[] = [],
): readonly KeyConflict[] {
  return bindings.flatMap((binding, index) => {
    if (parseKeys(binding.keys) === null)
      return [{ kind: 'unreadable' as const, keys: binding.keys, commands: [binding.command] as const }]
    return bindings
      .slice(index + 1)
      .filter((other) => other.command !== binding.command && contextsOverlap(binding, other, exclusive))
      .map((other) => clash(binding, other))
      .filter((conflict) => conflict !== null)
  })
}

/** A conflict of one of a command's bindings. */
export function conflictsOf(
  command: string,
  bindings: readonly KeyBinding[],
): readonly { own: string; command: string; keys: string }[] {
  const own = bindings.filter((binding) => binding.command === command)
  return own.flatMap((binding) =>
    bindings
      .filter((other) => other.command !== command && contextsOverlap(binding, other))
      .filter((other) => clash(binding, other) !== null)
      .map((other) => ({ own: binding.keys, command: other.command, keys: other.keys })),
  )
}

function clash(one: KeyBinding, other: KeyBinding): KeyConflict | null {
  const a = parseKeys(one.keys)
  const b = parseKeys(other.keys)
  if (!a || !b) return null
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (!short.every((step, index) => step === long[index])) return null
  const keys = short.join(' ')
  if (a.length === b.length) return { kind: 'same', keys, commands: [one.command, other.command] }
  const [first, second] = short === a ? [one, other] : [other, one]
  return { kind: 'prefix', keys, commands: [first.command, second.command] }
}
