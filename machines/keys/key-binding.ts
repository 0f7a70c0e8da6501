import { isCharacterStep, parseKeys } from './parse-keys.ts'

/**
 * One key binding of a command; a command may have several.
 * - `keys`: steps separated by spaces (`j`, `Mod+k`, `g o`, `Shift+ArrowDown`). `Mod` is Ctrl or Cmd. Symbols are written as
 * typed (`?`, never `Shift+/`); letters and named keys may take `Shift+`.
 * - `when`: context flags that must be set, separated by spaces or `&&`; `!flag` must not be set.
 * - `repeat`: also fires on key repeat (for moves, never for actions).
 * - `allowInInput`: fires in text fields, and over a dialog that does not own the key.
 */
export type KeyBinding = {
  keys: string
  command: string
  when?: string
  repeat?: boolean
  allowInInput?: boolean
}

/** A command without default keys. */
export type UnboundCommand = Omit<KeyBinding, 'keys'>

/**
 * One keydown, normalised by `src/keyboard/normalize-key.ts`.
 * - `keys`: possible readings, likeliest first (a Russian `о` is `j`, then `о`).
 * - `flags`: context flags at that time, oldest first; the last modal flag is the top layer.
 * - `at`: `event.timeStamp` in milliseconds, because a busy page handles keys and timers late.
 */
export type KeyPress = {
  keys: readonly string[]
  flags: readonly string[]
  repeat: boolean
  at: number
}

/** A user's keyboard settings, applied by `effectiveBindings`. */
type KeySettings = {
  /** WCAG 2.1.4: `false` disables every binding that starts with a bare character. */
  singleKeys: boolean
  /** Command id -> keys; an empty list removes all. */
  overrides: Readonly<Record<string, readonly string[]>>
}

/** Flags of layers over the page. While one is set, only bindings that name it fire. */
export const modalFlags = ['dialog', 'menu', 'palette'] as const

/** Set while a text field has the focus. */
export const typingFlag = 'typing'

/**
 * The effective bindings of one user. Overrides take the place of a command's first default; invalid keys are dropped (an
 * invalid override leaves the default). With `singleKeys` off, bindings that start with a bare character are dropped, rebound
 * or not. `unbound`: commands without defaults, as bindings to be completed.
 */
export function effectiveBindings(
  defaults: readonly KeyBinding[],
  settings: KeySettings,
  unbound: readonly UnboundCommand[] = [],
): readonly KeyBinding[] {
  const seen = new Map<string, number>()
  const bindings = defaults.flatMap((binding) => {
    const nth = seen.get(binding.command) ?? 0
    seen.set(binding.command, nth + 1)
    const own = readable(settings.overrides, binding.command)
    if (own === null) return [binding]
    return nth === 0 ? rebind(binding.command, own, defaults) : []
  })
  const further = unbound.flatMap((model) =>
    rebind(model.command, readable(settings.overrides, model.command) ?? [], [{ ...model, keys: '' }]),
  )
  const pressable = [...bindings, ...further].filter((binding) => parseKeys(binding.keys) !== null)
  return settings.singleKeys ? pressable : pressable.filter((binding) => !startsBare(binding))
}

/** Overrides apply wherever one of the defaults does: in a list and on a record's page. */
function rebind(command: string, own: readonly string[], defaults: readonly KeyBinding[]): KeyBinding[] {
  const models = new Map(
    defaults
      .filter((binding) => binding.command === command)
      .map((binding) => [JSON.stringify({ ...binding, keys: '' }), binding]),
  )
  return own.flatMap((keys) => [...models.values()].map((model) => ({ ...model, keys })))
}

function readable(overrides: KeySettings['overrides'], command: string): readonly string[] | null {
  const own = Object.hasOwn(overrides, command) ? overrides[command] : undefined
  if (!own) return null
  const valid = own.flatMap((keys) => parseKeys(keys)?.join(' ') ?? [])
  return own.length > 0 && valid.length === 0 ? null : valid
}

function startsBare(binding: KeyBinding): boolean {
  const first = parseKeys(binding.keys)?.[0]
  return first !== undefined && isCharacterStep(first)
}
