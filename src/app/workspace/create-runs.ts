import { type Command, type CommandContext, missingArguments } from '../../commands/command.ts'
import type { Arguments, CommandPorts, RunEnd } from '../../commands/command-ports.ts'
import { commandOfRole, runCommand } from '../../commands/run-command.ts'
import { discardTyping } from '../../keyboard/key-buffer.tsx'
import type { Workspace } from '../../workspace/workspace.ts'

type Input = Pick<Workspace, 'user' | 'country' | 'view' | 'registry' | 'ports'>

/** Runs commands by their id, on what the screen in view has chosen. */
export const createRuns = ({ user, country, view, registry, ports }: Input) => {
  const contextOf = (selection: CommandContext['selection']): CommandContext => {
    const current = view.current()
    return {
      actor: user,
      country,
      resource: current?.resource ?? null,
      selection,
      active: current?.active() ?? null,
      shown: null,
      ports: { ...ports, list: current?.list ?? null } satisfies CommandPorts,
    }
  }
  const commandContext = () => contextOf(view.current()?.peek() ?? null)
  const wholeSelection = async (): Promise<CommandContext['selection']> =>
    (await view.current()?.selection()) ?? null
  /** Of the whole selection, which a list may have to fetch. */
  const wholeContext = () => wholeSelection().then(contextOf)
  const runWith: Workspace['runWith'] = (id, args) => {
    const asked = registry.get(id)
    if (asked === undefined) return
    const command = commandOfRole(asked, commandContext(), registry)
    const current = view.current()
    const isOfRows =
      command.needsRows ?? (command.target !== 'none' && command.resource === current?.resource)
    if (isOfRows && current?.list?.afterRows?.(() => runWith(command.id, args))) return
    const ran = (end: RunEnd) => {
      if (end.kind === 'refused' && asksForText(command, args)) discardTyping()
    }
    // Commands without a target run synchronously. The palette, which asks for arguments, reads the selection itself.
    if (command.target === 'none' || missingArguments(command, args).length > 0)
      void runCommand(command, commandContext(), args).then(ran)
    else
      void wholeContext()
        .then((context) => runCommand(command, context, args))
        .then(ran)
  }
  return { commandContext, wholeContext, runWith }
}

/** Whether the command would ask for a text first. */
const asksForText = (command: Command, args: Arguments): boolean => {
  const [first] = missingArguments(command, args)
  return first?.kind === 'text'
}
