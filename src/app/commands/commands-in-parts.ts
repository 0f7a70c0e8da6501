import type { Command } from '../../commands/command.ts'
import { growingRegistry } from '../../commands/create-registry.ts'
import { waitFor } from '../../ui/late/late.tsx'
import type { ConsolePort } from './console-commands.ts'
import { fetchCommands, fetchedCommands } from './fetch-commands.ts'
import { commandsInOrder } from './first-commands.ts'

/** The console's commands: those that stand on every list at once, the late ones in their places as soon as they are here. */
export const createCommandsInParts = (port: ConsolePort) => {
  const inOrder = commandsInOrder(port)
  const made = (late: ReturnType<typeof fetchedCommands>): readonly Command[] =>
    inOrder(late?.(port, () => registry.commands) ?? null)
  const registry = growingRegistry(made(fetchedCommands()))
  let isWhole = fetchedCommands() !== null
  waitFor('commands', async () => {
    if (isWhole) return
    const late = await fetchCommands()
    if (!isWhole) registry.hold(made(late))
    isWhole = true
  })
  return registry
}
