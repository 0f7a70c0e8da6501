import type { Verb } from '../../../domain/access/permissions.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { Code } from '../../../domain/core/codes.ts'
import type { CommandContext } from '../../commands/command.ts'

/** Code why the user's role may not use the verb at all, or null. */
export const mayVerb = ({ actor }: CommandContext, verb: Verb): Code | null =>
  actor === null ? 'UNAUTHORIZED' : whyNot(actor, verb)
