import type { Role, Verb } from '../../../domain/access/permissions.ts'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { whyNotMoveShipping } from '../../../domain/shippings/policy.ts'
import type { Shipping } from '../../../domain/shippings/shipping.ts'
import { type Command, type CommandContext, defineCommand } from '../../commands/command.ts'
import { whyNotTarget } from '../../resources/shared/target-record.ts'

/** Actions of a card by name. */
export const cardActs = ['deliver', 'outcome', 'call', 'map', 'retry', 'discard'] as const
export type CardAct = (typeof cardActs)[number]

/** Commands on the active card. Outcomes are the general commands of parcels. */
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
  // Also without cards: the camera finds any parcel of the round.
  defineCommand({
    id: 'delivery.scan',
    icon: 'scan',
    target: 'none',
    resource: 'shippings',
    section: 'list',
    when: 'list resource:shippings deliveries',
    keys: ['q'],
    unrecorded: 'quietly',
    hidden: true,
    whyNot: ({ ports }) => (ports.list?.scan === undefined ? 'NOT_FOUND' : null),
    run: ({ ports }) => ports.list?.scan?.(),
  }),
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
    // Only where there are cards.
    hidden: true,
    whyNot: (context) =>
      context.ports.list?.act === undefined
        ? 'NOT_FOUND'
        : (context.ports.list.whyNotAct?.(act) ??
          whyNotTarget(context, { resource: 'shippings', target: 'one', verb, rule })),
    run: ({ ports }) => ports.list?.act?.(act),
  })
}

/** Link to a map of the address: Android's chooser, Apple Maps, or the web. */
export const mapLink = (address: string, country: CountryCode, agent: string): string => {
  const place = encodeURIComponent(`${address}, ${countries[country].iso}`)
  if (/android/i.test(agent)) return `geo:0,0?q=${place}`
  if (/iphone|ipad|macintosh/i.test(agent)) return `https://maps.apple.com/?q=${place}`
  return `https://www.openstreetmap.org/search?query=${place}`
}

/** Label of an outcome on this screen, where "Cancel" alone would be ambiguous and couriers read about their own parcels. */
export const outcomeLabel = (id: string, t: (key: string) => string, role: Role): string => {
  if (id === 'shipping.cancel') return t('delivery:outcome.cancel')
  if (id === 'shipping.unassign' && role === 'delivery') return t('delivery:outcome.giveBack')
  return t(`commands:${id}.label`)
}
