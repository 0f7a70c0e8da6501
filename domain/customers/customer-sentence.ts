import { isOpenOrder } from '../orders/merge-orders.ts'
import type { Order } from '../orders/order.ts'
import type { Customer, CustomerOrder } from './customer.ts'
import { sharedPlace } from './shared-place.ts'

/** The order that is spoken about; `waiting` counts the others. */
export type SpokenOrder = Pick<Order, 'id' | 'country' | 'product'>

/**
 * A part of the sentence about a customer: `key` of its text with `values`, `at` of an instant to be written as an age. `opens`: the
 * orders or parcels that it counts, as filters of their lists, or the one order; null for none.
 */
export type CustomerPart = {
  kind: keyof typeof tones
  values: Readonly<Record<string, string | number>>
  at?: string
  opens:
    | { resource: 'orders' | 'shippings'; where: Readonly<Record<string, string>> }
    | { order: CustomerOrder }
    | null
}

/** What a part says of the customer, beside its words. */
export const tones = {
  first: null,
  delivered: null,
  refused: 'danger',
  refusedIn: 'danger',
  returned: 'danger',
  returnedIn: 'danger',
  underway: null,
  cancelled: null,
  waiting: null,
  sameProduct: 'attention',
} as const

/** How long ago an order of the same product is worth saying. */
export const SAME_PRODUCT_DAYS = 30

/** Statuses of parcels that the part counts. */
const parcelsOf = {
  delivered: 'DELIVERED',
  refused: 'REFUSED',
  returned: 'RETURNED',
  underway: 'PENDING,ASSIGNED,OUT_FOR_DELIVERY,POSTPONED,NOT_REACHABLE',
} as const

type Outcomes = Pick<Customer, 'outcomes'>

/**
 * Of the parcels that the customer has decided about, how many were taken: a fraction whose parts are the sentence's. Neither parcels
 * underway nor lost ones count. Null without any.
 */
export const customerScore = ({ outcomes }: Outcomes): { delivered: number; of: number } | null => {
  const { delivered, refused, returned } = outcomes
  const of = delivered + refused + returned
  return of === 0 ? null : { delivered, of }
}

/** The customer of an order in one sentence, part by part: what became of the orders of the number in the order's country. */
export const customerParts = (customer: Customer, order: SpokenOrder, now: Date): CustomerPart[] => {
  const { outcomes, latest, phone } = customer
  const { delivered, refused, returned, underway, cancelled, waiting } = outcomes
  const { country } = outcomes
  const parcels = (kind: keyof typeof parcelsOf) => ({
    resource: 'shippings' as const,
    where: { keyword: phone, status: parcelsOf[kind], country },
  })
  const orders = (status: string) => ({
    resource: 'orders' as const,
    where: { keyword: phone, status, country },
  })
  const failed = (
    kind: 'refused' | 'returned',
    count: number,
    addresses: readonly string[],
  ): CustomerPart[] => {
    if (count === 0) return []
    const place = sharedPlace(addresses)
    const opens = parcels(kind)
    return place === null
      ? [{ kind, values: { count }, opens }]
      : [{ kind: `${kind}In`, values: { count, place }, opens }]
  }
  const counted = (kind: 'underway' | 'cancelled' | 'waiting', count: number): CustomerPart[] =>
    count <= 0
      ? []
      : [
          {
            kind,
            values: { count },
            opens:
              kind === 'underway'
                ? parcels(kind)
                : orders(kind === 'cancelled' ? 'CANCELLED' : 'PENDING,NOT_REACHABLE'),
          },
        ]
  const score = customerScore(customer)
  const others = latest.filter((one) => one.id !== order.id && one.country === country)
  // The order itself is none of the others.
  const own = latest.find(({ id }) => id === order.id)
  const isUnderway = parcelsOf.underway.split(',').includes(own?.shippingStatus ?? '')
  const same = others.find(({ product, status }) => product === order.product && status !== 'CANCELLED')
  const parts: CustomerPart[] = [
    ...(score === null
      ? []
      : [
          {
            kind: 'delivered' as const,
            values: { count: delivered, of: score.of },
            opens: parcels('delivered'),
          },
        ]),
    ...failed('refused', refused, outcomes.refusedAddresses),
    ...failed('returned', returned, outcomes.returnedAddresses),
    ...counted('underway', underway - (isUnderway ? 1 : 0)),
    ...counted('cancelled', cancelled - (own?.status === 'CANCELLED' ? 1 : 0)),
    ...counted('waiting', waiting - (own && isOpenOrder(own) ? 1 : 0)),
    ...(same !== undefined && isRecent(same.createdAt, now)
      ? [{ kind: 'sameProduct' as const, values: {}, at: same.createdAt, opens: { order: same } }]
      : []),
  ]
  return parts.length === 0 ? [{ kind: 'first', values: {}, opens: null }] : parts
}

const isRecent = (at: string, now: Date): boolean =>
  now.getTime() - Date.parse(at) < SAME_PRODUCT_DAYS * 86_400_000
