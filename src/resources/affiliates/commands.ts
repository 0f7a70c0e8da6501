import { paths } from '../../../domain/access/paths.ts'
import { whyNotDeleteAffiliate } from '../../../domain/affiliates/why-not-delete.ts'
import { type Command, defineCommand } from '../../commands/command.ts'
import { heldRecord } from '../held-record.ts'
import { mayVerb } from '../may-verb.ts'
import { recordCommands } from '../record-commands.ts'

export const affiliateCommands: readonly Command[] = [
  ...recordCommands('affiliates', {
    delete: (actor, affiliate) =>
      whyNotDeleteAffiliate(actor, { ...affiliate, isTaken: affiliate.products > 0 }),
  }),
  defineCommand({
    id: 'affiliate.take',
    target: 'one',
    resource: 'affiliates',
    section: 'record',
    icon: 'package-plus',
    keys: ['a'],
    when: 'list resource:affiliates',
    whyNot: (context) => mayVerb(context, 'product.create'),
    run: (context) => {
      const offer = heldRecord('affiliates', 'one', context)
      if (offer) context.ports.navigate(paths.productFromOffer(offer.id))
    },
  }),
  defineCommand({
    id: 'affiliate.request',
    target: 'one',
    resource: 'affiliates',
    section: 'record',
    icon: 'requests',
    keys: ['Shift+a'],
    when: 'list resource:affiliates',
    args: [{ name: 'quantity', kind: 'text', maxLength: 8, written: /^\d+$/ }],
    whyNot: (context) => mayVerb(context, 'request.create'),
    isChange: true,
    run: async (context, { quantity }) => {
      const offer = heldRecord('affiliates', 'one', context)!
      const { name, price, description, productImage, country } = offer
      const input = { country, name, price, description, productImage, quantity: Number(quantity) }
      const end = await context.ports.create({ resource: 'requests', input })
      const made = end.kind === 'done' ? end.report?.changed[0] : undefined
      if (made) {
        const values = { number: made.number }
        context.ports.notify({ tone: 'success', titleKey: 'requests:saved', values })
      }
      return end
    },
  }),
]
