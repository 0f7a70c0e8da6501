import { type Command, defineCommand } from '../../commands/command.ts'
import { targetRecord, whyNotTarget } from './target-record.ts'

/** Ends a key, or switches off a source, and takes back what was done by it: the dialog shows what that would be. */
export const revokeCommand = (resource: 'keys' | 'sources'): Command => {
  const id = resource === 'keys' ? 'key.revoke' : 'source.revoke'
  return defineCommand({
    id,
    target: 'one',
    resource,
    section: 'record',
    icon: 'ban',
    danger: true,
    unrecorded: 'reported',
    whyNot: (context) => whyNotTarget(context, { resource, target: 'one', verb: id }),
    run: (context) => {
      const record = targetRecord<'keys' | 'sources'>(resource, 'one', context)
      if (record !== null) context.ports.revoke({ resource, id: record.id, name: record.name })
    },
  })
}
