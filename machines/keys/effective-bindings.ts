import type { KeyBinding, KeySettings, UnboundCommand } from './key-binding.ts'
import { isCharacterStep, parseKeys } from './parse-keys.ts'

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
