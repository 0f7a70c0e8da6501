import { paths } from '../../../domain/access/paths.ts'
import { type EarningsRuleInput, earningsRuleFields } from '../../../domain/handovers/earnings.ts'
import { whyNotUndoHandover } from '../../../domain/handovers/policy.ts'
import { newIdempotencyKey } from '../../api/call-options.ts'
import { defineCommand } from '../../commands/command.ts'
import { defineActions } from '../shared/define-actions.ts'
import { mayVerb } from '../shared/may-verb.ts'
import { openCommand } from '../shared/record-commands.ts'
import { targetRecord, whyNotTarget } from '../shared/target-record.ts'

const resource = 'handovers'
const when = `list resource:${resource}`

export const handoverActions = defineActions('handovers', {
  icon: 'handovers',
  group: 'delivery',
  at: 50,
  letter: 'v',
  own: [
    openCommand(resource),
    defineCommand({
      id: 'handover.receipt',
      target: 'one',
      resource,
      section: 'record',
      icon: 'printer',
      keys: ['p'],
      when,
      unrecorded: 'reported',
      whyNot: (context) => whyNotTarget(context, { resource, target: 'one', verb: 'handover.view' }),
      run: (context) => {
        const record = targetRecord(resource, 'one', context)
        if (record !== null) context.ports.navigate(paths.receipt(record.id))
      },
    }),
    defineCommand({
      id: 'handover.undo',
      target: 'one',
      resource,
      section: 'record',
      icon: 'undo',
      danger: true,
      unrecorded: 'reported',
      whyNot: (context) =>
        whyNotTarget(context, {
          resource,
          target: 'one',
          verb: 'handover.create',
          rule: whyNotUndoHandover,
        }),
      run: async (context) => {
        const record = targetRecord(resource, 'one', context)
        if (record === null) return
        const { number, deliveryName } = record
        const isSure = await context.ports.confirm({
          titleKey: 'handovers:undo.title',
          detailKey: 'handovers:undo.detail',
          yesKey: 'handovers:undo.yes',
          values: { number, name: deliveryName },
          danger: true,
        })
        if (isSure) context.ports.undoBatch(record.batchId)
      },
    }),
    defineCommand({
      id: 'handover.earnings',
      unrecorded: 'reported',
      target: 'none',
      section: 'settings',
      icon: 'pencil',
      whyNot: (context) => mayVerb(context, 'handover.set-earnings'),
      run: async ({ country, ports }) => {
        const { isKeptBack } = await ports.api.handovers.earnings(country)
        const idempotencyKeys = new Map<string, string>()
        ports.fillIn({
          titleKey: 'handovers:earnings.title',
          values: { country: ports.say(`countries:${country}`) },
          resource,
          fields: earningsRuleFields,
          initial: { isKeptBack },
          country,
          save: async (values) => {
            const said = JSON.stringify(values)
            const idempotencyKey = idempotencyKeys.get(said) ?? newIdempotencyKey()
            idempotencyKeys.set(said, idempotencyKey)
            let batch: string | null = null
            await ports.api.handovers.setEarnings({ ...values, country } as EarningsRuleInput, {
              idempotencyKey,
              onBatch: (id) => {
                batch = id
              },
            })
            ports.notify({
              tone: 'success',
              titleKey: 'handovers:earnings.saved',
              action: batch === null ? undefined : ports.offerUndo(batch),
            })
          },
        })
      },
    }),
    defineCommand({
      id: 'handover.create',
      target: 'none',
      section: 'create',
      icon: 'plus',
      keys: [{ keys: 'n', when }],
      unrecorded: 'reported',
      whyNot: (context) => mayVerb(context, 'handover.create'),
      run: ({ ports }) => ports.navigate(paths.countCash()),
    }),
  ],
})
