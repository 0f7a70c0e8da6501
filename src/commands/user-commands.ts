import type { KeyBinding } from '../../machines/keys/key-binding.ts'
import type { Command } from './command.ts'
import type { Registry } from './create-registry.ts'
import { memoizeLast } from './memoize-last.ts'

/** What a person has of their own, as it is at this moment. */
type Own = {
  /** Those of an id that the registry has stand instead of its command; the others after them. */
  commands: () => readonly Command[]
  /** The keys that hold for them. */
  bindings: () => readonly KeyBinding[]
}

/**
 * The registry with what a person has of their own: to be asked anew, for it changes. Its list stays the same one as long
 * as it has the same commands: the palette knows lists that it has gathered the words of.
 */
export const withUserCommands = (registry: Registry, own: Own): Registry => {
  const keep = memoizeLast<readonly Command[]>()
  return {
    ...registry,
    get commands() {
      const others = new Map(own.commands().map((command) => [command.id, command]))
      const replaced = registry.commands.map((command) => {
        const other = others.get(command.id) ?? command
        others.delete(command.id)
        return other
      })
      const all = [...replaced, ...others.values()]
      return keep(all, () => all)
    },
    get: (id) => own.commands().find((command) => command.id === id) ?? registry.get(id),
    get bindings() {
      return own.bindings()
    },
    get unbound() {
      return registry.unbound
    },
  }
}
