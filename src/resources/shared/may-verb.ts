import type { Verb } from '../../../domain/access/permissions.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { Code } from '../../../domain/core/codes.ts'
import type { CommandContext } from '../../commands/command.ts'

/** Why the person at the keyboard may not do this at all, whatever the record. */
export const mayVerb = ({ actor }: CommandContext, verb: Verb): Code | null =>
  actor === null ? 'UNAUTHORIZED' : whyNot(actor, verb)
