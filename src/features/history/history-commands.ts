import { paths } from '../../../domain/access/paths.ts'
import { admits } from '../../../domain/access/routes.ts'
import { type ResourceName, resourceNames, resources } from '../../../domain/resources.ts'
import { type Command, defineCommand } from '../../commands/command.ts'
import { mayVerb } from '../../resources/shared/may-verb.ts'
import { targetRecord, whyNotTarget } from '../../resources/shared/target-record.ts'
import type { IconName } from '../../ui/icons/icon-set.ts'

/** Undo of the active batch; the history of logins and of files alone; `H` opens a record's history. */
export const historyCommands: readonly Command[] = [
  defineCommand({
    id: 'journal.undo',
    unrecorded: 'quietly',
    target: 'none',
    section: 'list',
    icon: 'undo',
    keys: ['z'],
    when: 'history',
    // Only for a visible batch, so not in the palette.
    hidden: true,
    args: [{ name: 'batch', kind: 'text', optional: true }],
    whyNot: (context) => mayVerb(context, 'change.undo'),
    run: ({ ports }, { batch }) => {
      if (batch === undefined) ports.list?.act?.('undo')
      else ports.undoBatch(batch)
    },
  }),
  ofKind('journal.logins', 'login', 'user'),
  ofKind('journal.files', 'download', 'download'),
  ...resourceNames.map(historyCommand),
]

function ofKind(id: string, kind: 'login' | 'download', icon: IconName): Command {
  return defineCommand({
    id,
    target: 'none',
    section: 'go',
    icon,
    whyNot: ({ actor }) => (actor !== null && admits('/journal', actor) ? null : 'FORBIDDEN'),
    run: ({ ports }) => ports.navigate(paths.history(kind)),
  })
}

function historyCommand(resource: ResourceName): Command {
  const { noun, verbs } = resources[resource]
  return defineCommand({
    id: `${noun}.history`,
    unrecorded: 'quietly',
    target: 'one',
    resource,
    section: 'record',
    icon: 'history',
    keys: ['Shift+h'],
    when: `list resource:${resource}`,
    whyNot: (context) => whyNotTarget(context, { resource, target: 'one', verb: verbs.history }),
    run: (context) => {
      const record = targetRecord(resource, 'one', context)
      if (record === null) return
      const country = 'country' in record ? record.country : null
      context.ports.showHistory({ resource, id: record.id, number: record.number, country })
    },
  })
}
