import type { Command } from '../../commands/command.ts'
import { exportCommands } from '../../features/exports/export-commands.ts'
import { jobCommands } from '../../features/jobs/job-commands.ts'
import { journalCommands } from '../../features/journal/journal-commands.ts'
import { macroCommands } from '../../features/macros/macro-commands.ts'
import { formCommands } from '../../features/records/form-commands.ts'
import { listCommands } from '../../features/records/list-commands.ts'
import { sentenceCommands } from '../../features/records/sentence-commands.ts'
import { triageDoor } from '../../features/triage/triage-door.ts'
import { viewCommands } from '../../features/views/view-commands.ts'
import { resourceCommands } from '../../resources/resource-commands.ts'
import { type ConsolePort, consoleCommands } from './console-commands.ts'
import type { LateCommands } from './late-commands.ts'

/** The commands of the console in their order: those that stand on every list and in the frame, and the late among them. */
export const commandsInOrder = (port: ConsolePort) => {
  const ofConsole = consoleCommands(port)
  const ofMacros = macroCommands(port.macros)
  return (late: LateCommands | null): readonly Command[] => [
    ...Object.values(resourceCommands).flat(),
    ...formCommands,
    ...listCommands,
    ...sentenceCommands,
    ...(late?.screens ?? []),
    ...viewCommands,
    ...exportCommands,
    ...jobCommands,
    ...(late?.own ?? []),
    ...journalCommands,
    triageDoor,
    ...(late?.triage ?? []),
    ...ofMacros,
    ...ofConsole,
    ...(late?.settings ?? []),
  ]
}
