import type { KeyBinding, UnboundCommand } from '../../machines/keys/key-binding.ts'
import type { Command } from './command.ts'

/** Every command of the console, by id, and the keys that they ask for by default. */
export type Registry = {
  commands: readonly Command[]
  get: (id: string) => Command | undefined
  bindings: readonly KeyBinding[]
  /** Those that ask for none. */
  unbound: readonly UnboundCommand[]
}

/** Two commands of one id are a bug: the second would never run. */
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

/** What acts on records takes keys where a list of theirs is, so that one letter may serve several resources. */
const unboundOf = ({ id, when, target, resource }: Command): UnboundCommand => ({
  command: id,
  when: when ?? (target === 'none' || resource === undefined ? undefined : `list resource:${resource}`),
})
