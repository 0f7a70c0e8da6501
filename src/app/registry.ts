import type { Command } from '../commands/command.ts'
import { createRegistry } from '../commands/create-registry.ts'
import { listCommands } from '../features/records/list-commands.ts'
import { resourceViews } from '../resources/registry.ts'
import { type ConsolePort, consoleCommands } from './console-commands.ts'

/** Every command of the console: what palette, keys, bulk bar, menus and help sheet are views of. */
export const createConsoleRegistry = (port: ConsolePort) => {
  const commands: readonly Command[] = [
    ...Object.values(resourceViews).flatMap((view) => view.commands),
    ...listCommands,
    ...consoleCommands(port),
  ]
  return createRegistry(commands)
}
