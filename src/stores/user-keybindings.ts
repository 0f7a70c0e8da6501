import { createAtom, type ReadonlyAtom } from '@xstate/store'
import { macroCommand, type Preferences } from '../../domain/users/preferences.ts'
import { effectiveBindings } from '../../machines/keys/effective-bindings.ts'
import type { KeyBinding } from '../../machines/keys/key-binding.ts'
import type { Registry } from '../commands/create-registry.ts'

/** The keys that hold for a person: the commands' defaults with their own instead. Macros have none but their own. */
export const userKeybindings = (
  { bindings, unbound }: Pick<Registry, 'bindings' | 'unbound'>,
  preferences: Preferences,
): readonly KeyBinding[] => {
  const macros = preferences.macros.map(({ id }) => ({ command: macroCommand(id) }))
  const known = new Set(unbound.map(({ command }) => command))
  return effectiveBindings(bindings, preferences, [
    ...unbound,
    ...macros.filter(({ command }) => !known.has(command)),
  ])
}

/** The same as they change with the preferences; the list stays the same one as long as the preferences does. */
export const createBindings = (
  registry: Pick<Registry, 'bindings' | 'unbound'>,
  preferences: ReadonlyAtom<Preferences>,
): ReadonlyAtom<readonly KeyBinding[]> => createAtom(() => userKeybindings(registry, preferences.get()))
