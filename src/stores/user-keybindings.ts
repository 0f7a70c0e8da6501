import { createAtom, type ReadonlyAtom } from '@xstate/store'
import { type Desk, macroCommand } from '../../domain/users/desk.ts'
import { effectiveBindings } from '../../machines/keys/effective-bindings.ts'
import type { KeyBinding } from '../../machines/keys/key-binding.ts'
import type { Registry } from '../commands/create-registry.ts'

/** The keys that hold for a person: the commands' defaults with their own instead. Macros have none but their own. */
export const deskBindings = (
  { bindings, unbound }: Pick<Registry, 'bindings' | 'unbound'>,
  desk: Desk,
): readonly KeyBinding[] => {
  const macros = desk.macros.map(({ id }) => ({ command: macroCommand(id) }))
  const known = new Set(unbound.map(({ command }) => command))
  return effectiveBindings(bindings, desk, [
    ...unbound,
    ...macros.filter(({ command }) => !known.has(command)),
  ])
}

/** The same as they change with the desk; the list stays the same one as long as the desk does. */
export const createBindings = (
  registry: Pick<Registry, 'bindings' | 'unbound'>,
  desk: ReadonlyAtom<Desk>,
): ReadonlyAtom<readonly KeyBinding[]> => createAtom(() => deskBindings(registry, desk.get()))
