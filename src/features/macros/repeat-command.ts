import type { Arguments } from '../../commands/arguments.ts'
import type { Command } from '../../commands/command.ts'
import type { CommandContext } from '../../commands/command-context.ts'
import { runCommand } from '../../commands/run-command.ts'
import type { StepReader } from './step-words.ts'
import { type Step, stepWords } from './step-words.ts'

/**
 * `.`, as the last change makes it: the same command with the same arguments, on what is in hand now. It takes from that
 * command what it acts on, its dry run and its reasons. `own` is the command as it stands before anything was changed.
 */
export const repeatCommand = (own: Command, last: Step | null, reader: StepReader): Command => {
  const command = last === null ? undefined : reader.get(last.command)
  if (last === null || command === undefined) return own
  const { target, resource, section, danger, preview, confirms } = command
  return {
    ...own,
    target,
    resource,
    section,
    danger,
    confirms: confirms && ((_, context) => confirms(last.args, context)),
    when: undefined,
    text: reader.t('common:said', {
      what: reader.t(`commands:${own.id}.label`),
      words: stepWords(last, reader),
    }),
    whyNot: (context) => whyNotElsewhere(command, context) ?? command.whyNot(context),
    preview: preview && ((context, _, signal) => preview(context, last.args, signal)),
    run: (context) => runAgain(command, last.args, context, last.words),
  }
}

/** Refusals and failures are told by the command itself; all that counts of it is counted as its own run. */
const runAgain = async (
  command: Command,
  args: Arguments,
  context: CommandContext,
  words: readonly string[] = [],
): Promise<void> => void (await runCommand(command, context, args, words))

/** On another list it would have to ask which record; of several, it would mean one that nobody pointed at. */
const whyNotElsewhere = (
  { target, resource }: Command,
  { resource: inView, selection }: CommandContext,
): ReturnType<Command['whyNot']> => {
  if (target === 'none') return null
  if (inView !== null && inView !== resource) return 'OTHER_LIST'
  return target === 'one' && (selection?.count ?? 0) > 1 ? 'ONE_AT_A_TIME' : null
}
