import type { Command } from '../../commands/command.ts'
import { createRegistry } from '../../commands/create-registry.ts'
import type { ConsolePort } from './console-commands.ts'
import { commandsInOrder } from './first-commands.ts'
import { lateCommands } from './late-commands.ts'

/** Every command of the console: what palette, keys, bulk bar, menus and help sheet are views of. */
export const createConsoleRegistry = (port: ConsolePort) => {
  const commands: readonly Command[] = commandsInOrder(port)(lateCommands(port, () => commands))
  return createRegistry(commands)
}
