import { type KeyBinding, modalFlags, typingFlag } from './key-binding.ts'
import { isTextStep, parseKeys } from './parse-keys.ts'

const modals: readonly string[] = modalFlags

/** Splits a `when` into required and forbidden flags. */
export function parseWhen(when = ''): When {
  // Memoised: each keydown checks every binding.
  const known = parsed.get(when)
  if (known !== undefined) return known
  const made = parse(when)
  parsed.set(when, made)
  return made
}

type When = { wants: readonly string[]; bars: readonly string[] }

const parsed = new Map<string, When>()

const parse = (when: string): When => {
  const terms = when.split(/\s+|&&/).filter((term) => term !== '')
  return {
    wants: terms.filter((term) => !term.startsWith('!')),
    bars: terms.filter((term) => term.startsWith('!')).map((term) => term.slice(1)),
  }
}

/**
 * Whether a binding may fire under these flags. Besides its `when`: none fires while typing or under a modal layer, unless it
 * names that layer or has `allowInInput`.
 */
export function isActive(binding: KeyBinding, flags: readonly string[]): boolean {
  const { wants, bars } = parseWhen(binding.when)
  if (wants.some((flag) => !flags.includes(flag)) || bars.some((flag) => flags.includes(flag))) return false
  const typing = flags.includes(typingFlag)
  // Also for overrides: keys that type text never fire in a text field.
  if (typing && isTextStep(parseKeys(binding.keys)?.[0] ?? '')) return false
  if (binding.allowInInput) return true
  if (typing && !wants.includes(typingFlag)) return false
  const onTop = flags.findLast((flag) => modals.includes(flag))
  return onTop === undefined || wants.includes(onTop)
}

/**
 * Whether both bindings can be active in one context. Flags of one family (`resource:order`, `resource:product`) exclude each
 * other; `exclusive` lists further sets.
 */
function contextsOverlap(
  one: KeyBinding,
  other: KeyBinding,
  exclusive: readonly (readonly string[])[] = [],
): boolean {
  const a = parseWhen(one.when)
  const b = parseWhen(other.when)
  if (a.wants.some((flag) => b.bars.includes(flag)) || b.wants.some((flag) => a.bars.includes(flag)))
    return false
  if (a.wants.some((flag) => b.wants.some((rival) => areRivals(flag, rival, exclusive)))) return false
  if (one.allowInInput || other.allowInInput) return true
  if (a.wants.includes(typingFlag) !== b.wants.includes(typingFlag)) return false
  const layers = b.wants.filter((flag) => modals.includes(flag))
  const shared = a.wants.filter((flag) => modals.includes(flag))
  return shared.length + layers.length === 0 || shared.some((flag) => layers.includes(flag))
}

function areRivals(flag: string, rival: string, exclusive: readonly (readonly string[])[]): boolean {
  if (flag === rival) return false
  const family = flag.split(':')[0]
  if (flag.includes(':') && rival.includes(':') && family === rival.split(':')[0]) return true
  return exclusive.some((set) => set.includes(flag) && set.includes(rival))
}

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
