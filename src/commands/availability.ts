import type { Code } from '../../domain/core/codes.ts'
import type { Command } from './command.ts'
import type { CommandContext } from './command-context.ts'
import { targetOf } from './command-target.ts'

/**
 * `ready`; `needs-record` where the command acts on a record and none is in hand (it asks which); `refused` with the
 * reason, which is shown beside it.
 */
export type Availability = { kind: 'ready' } | { kind: 'needs-record' } | { kind: 'refused'; code: Code }

/** Whether this is something that the person may do at all, be it not now: what nobody offers them need not be explained. */
export const isEverAllowed = (command: Command, context: CommandContext): boolean =>
  command.whyNot(context) !== 'FORBIDDEN'

export const availabilityOf = (command: Command, context: CommandContext): Availability => {
  const code = command.whyNot(context)
  if (code !== null) return { kind: 'refused', code }
  const needsRecord = command.target !== 'none' && targetOf(command, context) === null
  return needsRecord ? { kind: 'needs-record' } : { kind: 'ready' }
}
