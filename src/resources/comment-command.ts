import { type ResourceName, resources } from '../../domain/resources.ts'
import { type Command, defineCommand } from '../commands/command.ts'
import { heldRecord, type RecordRule, whyNotHeld } from './held-record.ts'

export const commentArgument = { name: 'comment', kind: 'text', maxLength: 1000 } as const

type Commented = Extract<ResourceName, 'orders' | 'shippings'>

/** `c` and the comment, on the record in view as it was when it was read. */
export const commentCommand = <R extends Commented>(resource: R, rule?: RecordRule<R>): Command => {
  const { noun } = resources[resource]
  return defineCommand({
    id: `${noun}.comment`,
    target: 'one',
    resource,
    section: 'record',
    icon: 'comment',
    keys: ['c'],
    when: `list resource:${resource}`,
    args: [commentArgument],
    whyNot: (context) => whyNotHeld(context, { resource, target: 'one', verb: `${noun}.update`, rule }),
    isChange: true,
    run: async (context, args) => {
      const record = heldRecord(resource, 'one', context)!
      const { edit, list, notify } = context.ports
      const end = await edit({ resource, record, input: { comment: args.comment ?? null } })
      list?.refresh()
      notify({ tone: 'success', titleKey: `${resource}:commented`, values: { number: record.number } })
      return end
    },
  })
}
