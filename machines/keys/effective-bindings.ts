import type { KeyBinding, KeySettings } from './key-binding.ts'
import { isCharacterStep, parseKeys } from './parse-keys.ts'

/**
 * The bindings that hold for one person: overrides replace a command's defaults where its first default
 * stood, keys nobody can press are dropped (a bad override leaves the default), and with `singleKeys` off
 * everything that starts with a bare character is gone, rebound or not.
 */
export function effectiveBindings(
  defaults: readonly KeyBinding[],
  settings: KeySettings,
): readonly KeyBinding[] {
  const seen = new Map<string, number>()
  const bindings = defaults.flatMap((binding) => {
    const nth = seen.get(binding.command) ?? 0
    seen.set(binding.command, nth + 1)
    const own = readable(settings.overrides, binding.command)
    if (own === null) return [binding]
    return nth === 0 ? rebind(binding.command, own, defaults) : []
  })
  const pressable = bindings.filter((binding) => parseKeys(binding.keys) !== null)
  return settings.singleKeys ? pressable : pressable.filter((binding) => !startsBare(binding))
}

/** The n-th own key inherits context and repeat from the n-th default, further ones from the first. */
function rebind(command: string, own: readonly string[], defaults: readonly KeyBinding[]): KeyBinding[] {
  const models = defaults.filter((binding) => binding.command === command)
  return own.map((keys, index) => ({ ...(models[index] ?? models[0]), command, keys }))
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
