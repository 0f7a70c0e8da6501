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
]
