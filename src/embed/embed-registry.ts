import { type PortablePort, portableCommands } from '../app/commands/portable-commands.ts'
import type { Command } from '../commands/command.ts'
import { createRegistry, type Registry } from '../commands/create-registry.ts'
import { resourceCommands } from '../resources/resource-commands.ts'

/**
 * What can be done from another page: everything that acts on records, and the places of the console. Without keys: they
 * are the page's.
 */
export const createEmbedRegistry = (port: PortablePort): Registry =>
  createRegistry(
    [...Object.values(resourceCommands).flat(), ...portableCommands(port)].map(
      (command: Command): Command => ({ ...command, keys: [] }),
    ),
  )
