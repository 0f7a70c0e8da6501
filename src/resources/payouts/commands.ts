import { paths } from '../../../domain/access/paths.ts'
import type { ArgumentChoice, CommandContext } from '../../commands/command.ts'
import { defineCommand } from '../../commands/command.ts'
import { defineActions } from '../shared/define-actions.ts'
import { mayVerb } from '../shared/may-verb.ts'
import { targetRecord, whyNotTarget } from '../shared/target-record.ts'

const resource = 'payouts'

/** Sellers with unpaid invoices, with what remains. */
const owedChoices = async (
  { ports, country }: CommandContext,
  signal: AbortSignal,
): Promise<ArgumentChoice[]> => {
  const { items } = await ports.api.payouts.owed(country, { signal })
  return items.map(({ id, name, invoices }) => ({
    value: id,
    text: name,
    detail: ports.say('payouts:pay.invoices', { count: invoices }),
  }))
}

const MAX_SELLERS = 200

const sellerChoices = async (
  { ports, country }: CommandContext,
  signal: AbortSignal,
): Promise<ArgumentChoice[]> => {
  const where = { role: 'seller', country }
  const { items } = await ports.api.list('users', { where, limit: MAX_SELLERS, sort: 'name' }, { signal })
  return items.map(({ id, name }) => ({ value: id, text: name }))
}

const mayPay = (context: CommandContext) => mayVerb(context, 'payout.create')

export const payoutActions = defineActions(resource, {
  icon: 'banknote',
  group: 'trade',
  at: 75,
  letter: 'Shift+p',
  own: [
    defineCommand({
      id: 'payout.receipt',
      target: 'one',
      resource,
      section: 'record',
      icon: 'printer',
      keys: ['p'],
      when: `list resource:${resource}`,
      unrecorded: 'reported',
      whyNot: (context) => whyNotTarget(context, { resource, target: 'one', verb: 'payout.view' }),
      run: (context) => {
        const record = targetRecord(resource, 'one', context)
        if (record !== null) context.ports.navigate(paths.payoutReceipt(record.id))
      },
    }),
    defineCommand({
      id: 'payout.pay',
      target: 'none',
      section: 'create',
      icon: 'banknote',
      unrecorded: 'reported',
      args: [{ name: 'seller', kind: 'choice', choices: owedChoices }],
      whyNot: mayPay,
      run: ({ ports }, { seller = '' }) => ports.navigate(paths.payOut({ seller })),
    }),
    defineCommand({
      id: 'payout.pay-all',
      target: 'none',
      section: 'create',
      icon: 'banknote',
      unrecorded: 'reported',
      args: [{ name: 'seller', kind: 'choice', choices: owedChoices }],
      whyNot: mayPay,
      run: ({ ports }, { seller = '' }) => ports.navigate(paths.payOut({ seller, all: '1' })),
    }),
    defineCommand({
      id: 'payout.statement',
      target: 'none',
      section: 'go',
      icon: 'invoices',
      args: [{ name: 'seller', kind: 'choice', choices: sellerChoices }],
      whyNot: mayPay,
      run: ({ ports }, { seller = '' }) => ports.navigate(paths.statement({ seller })),
    }),
    defineCommand({
      id: 'payout.own-statement',
      target: 'none',
      section: 'go',
      icon: 'invoices',
      whyNot: ({ actor }) => (actor?.role === 'seller' ? null : 'FORBIDDEN'),
      run: ({ ports }) => ports.navigate(paths.statement()),
    }),
  ],
})
