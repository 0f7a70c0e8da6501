import type { KeyBinding, UnboundCommand } from '../../machines/keys/key-binding.ts'
import { isActive } from '../../machines/keys/key-context.ts'
import type { Command } from './command.ts'

/** All commands by id, with default bindings. */
export type Registry = {
  commands: readonly Command[]
  get: (id: string) => Command | undefined
  bindings: readonly KeyBinding[]
  /** Commands without default keys. */
  unbound: readonly UnboundCommand[]
}

/** @throws Error if two commands have the same id */
export function createRegistry(commands: readonly Command[]): Registry {
  const byId = new Map<string, Command>()
  for (const command of commands) {
    if (byId.has(command.id)) throw new Error(`Two commands are called ${command.id}`)
    byId.set(command.id, command)
  }
  return {
    commands,
    get: (id) => byId.get(id),
    bindings: commands.flatMap(bindingsOf),
    unbound: commands.filter(({ keys = [] }) => keys.length === 0).map(unboundOf),
  }
}

const bindingsOf = ({ id, keys = [], when }: Command): KeyBinding[] =>
  keys.map((key) => ({ when, ...(typeof key === 'string' ? { keys: key } : key), command: id }))

/** Record commands are bound on lists of their resource only, so that resources can share a letter. */
const unboundOf = ({ id, when, target, resource }: Command): UnboundCommand => ({
  command: id,
  when: when ?? (target === 'none' || resource === undefined ? undefined : `list resource:${resource}`),
})

/** The keys shown beside a command: its first binding, or with `flags` the first one active on that screen. */
export const keysOf = (
  bindings: readonly KeyBinding[],
  id: string,
  flags?: readonly string[],
): string | undefined =>
  bindings.find((binding) => binding.command === id && (flags === undefined || isActive(binding, flags)))
    ?.keys

/** Memoises the last value; recomputes if an input changed by reference. */
export const memoizeLast = <Made>() => {
  let kept: { of: readonly unknown[]; made: Made } | null = null
  return (of: readonly unknown[], make: () => Made): Made => {
    const isSame = kept?.of.length === of.length && of.every((one, at) => one === kept?.of[at])
    if (kept === null || !isSame) kept = { of, made: make() }
    return kept.made
  }
}

/** A user's own commands and keys, read on demand. */
type Own = {
  /** Commands that replace registered ones with the same id, or are added. */
  commands: () => readonly Command[]
  /** The effective bindings. */
  bindings: () => readonly KeyBinding[]
}

/**
 * The registry with the user's own commands; read it again, since it changes. The command list is referentially stable while
 * unchanged, because the palette caches words by list.
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
