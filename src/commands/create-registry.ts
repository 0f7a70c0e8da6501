import type { KeyBinding } from '../../machines/keys/key-binding.ts'
import type { Command } from './command.ts'

/** Every command of the console, by id, and the keys that they ask for by default. */
export type Registry = {
  commands: readonly Command[]
  get: (id: string) => Command | undefined
  bindings: readonly KeyBinding[]
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
  }
}

const bindingsOf = ({ id, keys = [], when }: Command): KeyBinding[] =>
  keys.map((key) => ({ when, ...(typeof key === 'string' ? { keys: key } : key), command: id }))
