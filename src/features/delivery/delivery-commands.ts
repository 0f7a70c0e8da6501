import type { Role, Verb } from '../../../domain/access/permissions.ts'
import { countries } from '../../../domain/core/countries.ts'
import { whyNotMoveShipping } from '../../../domain/shippings/policy.ts'
import type { Shipping } from '../../../domain/shippings/shipping.ts'
import { type Command, type CommandContext, defineCommand } from '../../commands/command.ts'
import { whyNotTarget } from '../../resources/shared/target-record.ts'

/** Actions of a card by name. */
export const cardActs = ['deliver', 'next', 'outcome', 'call', 'map', 'retry', 'discard'] as const
export type CardAct = (typeof cardActs)[number]

const onCards = 'list resource:shippings deliveries'

/**
 * The main step of a parcel, as its card's first button: `other` for a refused one that only the depot can take back, null if
 * none is possible.
 */
export const nextStepOf = (
  actor: NonNullable<CommandContext['actor']>,
  shipping: Shipping,
): 'deliver' | 'return' | 'dispatch' | 'other' | null => {
  const may = (status: Parameters<typeof whyNotMoveShipping>[2]['status']) =>
    whyNotMoveShipping(actor, shipping, { status }) === null
  if (shipping.status === 'OUT_FOR_DELIVERY') return 'deliver'
  if (shipping.status === 'REFUSED') return may('RETURNED') ? 'return' : 'other'
  return may('OUT_FOR_DELIVERY') ? 'dispatch' : null
}

/** Commands on the active card. Outcomes are the general commands of parcels. */
export const deliveryCommands: readonly Command[] = [
  onCard('delivery.hand-over', 'deliver', {
    icon: 'package-check',
    keys: [{ keys: 'Enter', when: `${onCards} !card:next` }],
    verb: 'shipping.deliver',
    rule: (actor, shipping) => whyNotMoveShipping(actor, shipping, { status: 'DELIVERED' }),
  }),
  // Enter does what the card's main button does.
  onCard('delivery.next', 'next', {
    icon: 'truck',
    keys: [{ keys: 'Enter', when: `${onCards} card:next` }],
    verb: 'shipping.list',
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
    when: onCards,
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
    when: onCards,
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

type Place = Pick<Shipping, 'customerAddress' | 'comment' | 'country'>

/** Decimal degrees in a text: `5.3599, -4.0083`, also in a copied link to a map. */
const written = /(-?\d{1,2}\.\d{3,10})\s?[,;]\s?(-?\d{1,3}\.\d{3,10})/

/** Coordinates in the address or the comment, or null. */
export const coordinatesOf = ({ customerAddress, comment }: Omit<Place, 'country'>): string | null => {
  for (const text of [customerAddress, comment ?? '']) {
    const [, latitude, longitude] = written.exec(text) ?? []
    if (latitude === undefined || longitude === undefined) continue
    if (Math.abs(Number(latitude)) <= 90 && Math.abs(Number(longitude)) <= 180)
      return `${Number(latitude)},${Number(longitude)}`
  }
  return null
}

/** Applications that open a place. `phone`: what the phone's system opens, by its own choice. */
type MapApp = 'phone' | 'apple' | 'google' | 'waze' | 'osm'

/** Link of an application to the parcel's place, by coordinates when known. */
export const mapLinkOf = (app: MapApp, place: Place): string => {
  const at = coordinatesOf(place)
  const query = encodeURIComponent(at ?? `${place.customerAddress}, ${countries[place.country].iso}`)
  const links: Record<MapApp, string> = {
    phone: `geo:${at ?? '0,0'}?q=${query}`,
    apple: `https://maps.apple.com/?${at === null ? 'q' : 'daddr'}=${query}`,
    google: `https://www.google.com/maps/dir/?api=1&destination=${query}`,
    waze: `https://waze.com/ul?navigate=yes&${at === null ? 'q' : 'll'}=${query}`,
    osm: `https://www.openstreetmap.org/search?query=${query}`,
  }
  return links[app]
}

/** The link that needs no choice: Android's chooser, or the web of a computer. Null where the user chooses: no such link. */
export const mapLink = (place: Place, agent: string): string | null => {
  if (/android/i.test(agent)) return mapLinkOf('phone', place)
  return /iphone|ipad|macintosh/i.test(agent) ? null : mapLinkOf('osm', place)
}

/** Applications to choose from where there is no chooser of the system, with their names. */
export const chosenMapApps: readonly (readonly [MapApp, string])[] = [
  ['apple', 'Apple Maps'],
  ['google', 'Google Maps'],
  ['waze', 'Waze'],
]

/** A parcel that has been out leaves again. */
export const departureOf = (attempts: number): 'dispatch' | 'dispatchAgain' =>
  attempts > 0 ? 'dispatchAgain' : 'dispatch'

/** Label of an outcome on this screen, where "Cancel" alone would be ambiguous and couriers read about their own parcels. */
export const outcomeLabel = (id: string, t: (key: string) => string, role: Role, attempts = 0): string => {
  if (id === 'shipping.dispatch') return t(`delivery:act.${departureOf(attempts)}`)
  if (id === 'shipping.cancel') return t('delivery:outcome.cancel')
  if (id === 'shipping.unassign' && role === 'delivery') return t('delivery:outcome.giveBack')
  return t(`commands:${id}.label`)
}
