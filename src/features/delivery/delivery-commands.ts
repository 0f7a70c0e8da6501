import type { Verb } from '../../../domain/access/permissions.ts'
import { whyNotMoveShipping } from '../../../domain/shippings/policy.ts'
import type { Shipping } from '../../../domain/shippings/shipping.ts'
import { type Command, defineCommand } from '../../commands/command.ts'
import type { CommandContext } from '../../commands/command-context.ts'
import { whyNotHeld } from '../../resources/held-record.ts'

/** What a card opens, by the name that the screen knows it by. */
export const cardActs = ['deliver', 'outcome', 'call', 'map', 'retry', 'discard'] as const
export type CardAct = (typeof cardActs)[number]

/** What one does with the parcel in hand in the street. The outcomes themselves are the commands of every parcel. */
export const deliveryCommands: readonly Command[] = [
  onCard('delivery.hand-over', 'deliver', {
    icon: 'package-check',
    keys: ['Enter'],
    verb: 'shipping.deliver',
    rule: (actor, shipping) => whyNotMoveShipping(actor, shipping, { status: 'DELIVERED' }),
  }),
  onCard('delivery.outcome', 'outcome', { icon: 'more', verb: 'shipping.list' }),
  onCard('delivery.call', 'call', { icon: 'phone-call', keys: ['a'], verb: 'shipping.view' }),
  onCard('delivery.map', 'map', { icon: 'map-pin', keys: ['i'], verb: 'shipping.view' }),
  onCard('delivery.retry', 'retry', { icon: 'refresh', verb: 'shipping.list' }),
  onCard('delivery.discard', 'discard', { icon: 'trash', verb: 'shipping.list' }),
]

type Card = Pick<Command, 'icon' | 'keys'> & {
  verb: Verb
  rule?: (
    actor: NonNullable<CommandContext['actor']>,
    shipping: Shipping,
  ) => ReturnType<typeof whyNotMoveShipping>
}

function onCard(id: string, act: CardAct, { verb, rule, ...looks }: Card): Command {
  return defineCommand({
    ...looks,
    id,
    target: 'one',
    resource: 'shippings',
    section: 'record',
    when: 'list resource:shippings deliveries',
    unrecorded: 'quietly',
    // Elsewhere there is no card to open.
    hidden: true,
    whyNot: (context) =>
      context.ports.list?.act === undefined
        ? 'NOT_FOUND'
        : (context.ports.list.whyNotAct?.(act) ??
          whyNotHeld(context, { resource: 'shippings', target: 'one', verb, rule })),
    run: ({ ports }) => ports.list?.act?.(act),
  })
}
