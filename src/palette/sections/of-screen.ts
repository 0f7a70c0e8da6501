import { resources } from '../../../domain/resources.ts'
import { parseWhen } from '../../../machines/keys/key-context.ts'
import type { Command } from '../../commands/command.ts'
import type { PaletteView } from '../palette-view.ts'

/**
 * Whether a command belongs to the screen in view: one of its keys works only there, or it is named after what is in view
 * (`list.columns`, `order.import`, `calculator.reset`). What has a key on every screen belongs to each.
 */
export function isOfScreen({ id, section, keys = [], when }: Command, view: PaletteView): boolean {
  const contexts = keys.map((key) => parseWhen((typeof key === 'string' ? undefined : key.when) ?? when))
  const holds = ({ wants, bars }: ReturnType<typeof parseWhen>) =>
    wants.every((flag) => view.flags.includes(flag)) && !bars.some((flag) => view.flags.includes(flag))
  if (contexts.some((context) => context.wants.length > 0 && holds(context))) return true
  if (section === 'list' && contexts.length > 0 && contexts.every(({ wants }) => wants.length === 0)) {
    return contexts.some(holds)
  }
  return isNamedAfter(id.split('.')[0] ?? '', view)
}

const isNamedAfter = (name: string, { context, flags }: PaletteView): boolean =>
  (name === 'list' && context.ports.list !== null) ||
  (context.resource !== null && name === resources[context.resource].noun) ||
  flags.includes(`page:${name}`)
