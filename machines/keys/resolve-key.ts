import type { KeyBinding, KeyPress } from './key-binding.ts'
import { isActive, parseWhen } from './key-context.ts'
import { parseKeys } from './parse-keys.ts'

/** Result of one keydown. `held` and `cancelled` run nothing, but the event is consumed. */
export type KeyOutcome =
  | { kind: 'fired'; command: string; keys: string }
  | { kind: 'pending'; pending: readonly string[] }
  | { kind: 'held' }
  | { kind: 'cancelled' }
  | { kind: 'ignored' }

/** Resolves a keydown against the bindings and the steps typed so far. Pure. */
export function resolveKey(
  bindings: readonly KeyBinding[],
  pending: readonly string[],
  press: KeyPress,
): KeyOutcome {
  const active = activeUnder(bindings, press.flags)
  if (press.repeat) return resolveRepeat(active, pending, press)
  if (pending.length === 0) return match(active, [], press) ?? { kind: 'ignored' }

  const next = match(active, pending, press)
  if (next) return next
  if (press.keys.includes('Escape')) return { kind: 'cancelled' }
  return match(active, [], press) ?? { kind: 'ignored' }
}

/** Memoised: the same for most keydowns, and two callers need it. */
const activeUnder = (bindings: readonly KeyBinding[], flags: readonly string[]): readonly KeyBinding[] => {
  const now = flags.join(' ')
  const known = lastActive.get(bindings)
  if (known?.flags === now) return known.active
  const active = bindings.filter((binding) => isActive(binding, flags))
  lastActive.set(bindings, { flags: now, active })
  return active
}

const lastActive = new WeakMap<readonly KeyBinding[], { flags: string; active: readonly KeyBinding[] }>()

/** Possible next steps of a sequence, in binding order; shown in the which-key panel. */
export function continuations(
  bindings: readonly KeyBinding[],
  pending: readonly string[],
  flags: readonly string[],
): readonly { step: string; commands: readonly string[] }[] {
  const found = new Map<string, string[]>()
  for (const binding of bindings) {
    const steps = parseKeys(binding.keys)
    const step = steps?.[pending.length]
    if (!steps || !step || !startsWith(steps, pending) || !isActive(binding, flags)) continue
    const commands = found.get(step) ?? []
    if (!commands.includes(binding.command)) found.set(step, [...commands, binding.command])
  }
  return [...found].map(([step, commands]) => ({ step, commands }))
}

function match(
  active: readonly KeyBinding[],
  pending: readonly string[],
  press: KeyPress,
): KeyOutcome | null {
  for (const key of press.keys) {
    const path = [...pending, key]
    const reached = active.filter((binding) => startsWith(parseKeys(binding.keys) ?? [], path))
    const exact = mostSpecific(reached.filter((binding) => parseKeys(binding.keys)?.length === path.length))
    if (exact) return { kind: 'fired', command: exact.command, keys: path.join(' ') }
    if (reached.length > 0) return { kind: 'pending', pending: path }
  }
  return null
}

/** Key repeat may only move; it never completes, starts or cancels a sequence. */
function resolveRepeat(
  active: readonly KeyBinding[],
  pending: readonly string[],
  press: KeyPress,
): KeyOutcome {
  if (pending.length > 0) return { kind: 'held' }
  const repeatable = active.filter((binding) => binding.repeat)
  const moved = match(repeatable, [], press)
  if (moved?.kind === 'fired') return moved
  return match(active, [], press) ? { kind: 'held' } : { kind: 'ignored' }
}

/** The binding with most conditions wins; on a tie the earlier one. */
function mostSpecific(candidates: readonly KeyBinding[]): KeyBinding | undefined {
  const weight = (binding: KeyBinding) => parseWhen(binding.when).wants.length
  return candidates.toSorted((a, b) => weight(b) - weight(a))[0]
}

function startsWith(steps: readonly string[], path: readonly string[]): boolean {
  return path.length <= steps.length && path.every((step, index) => steps[index] === step)
}
