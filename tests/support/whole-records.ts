import type { Actor } from '../../domain/access/actor.ts'
import type { Role } from '../../domain/access/permissions.ts'
import type { Affiliate } from '../../domain/affiliates/affiliate.ts'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { Expedition } from '../../domain/expeditions/expedition.ts'
import type { Invoice } from '../../domain/invoices/invoice.ts'
import type { Shape, Shapes } from '../../domain/lib/shape.ts'
import type { Order } from '../../domain/orders/order.ts'
import { type ResourceName, type ResourceRecords, resources } from '../../domain/resources.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import type { OutboxEntry } from '../../machines/outbox/outbox-types.ts'

/** A record with each field of its definition: null if it may be, else empty. */
const blankRecord = <Name extends ResourceName>(resource: Name): ResourceRecords[Name] => {
  const shapes: Shapes = resources[resource].shapes
  return Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => [name, blankOf(shape)]),
  ) as unknown as ResourceRecords[Name]
}

function blankOf({ nullable, kind }: Shape): unknown {
  if (nullable) return null
  if (kind === 'flag') return false
  return kind === 'integer' || kind === 'number' || kind === 'money' ? 0 : ''
}

const blankOrder = blankRecord('orders')
const blankShipping = blankRecord('shippings')
const blankExpedition = blankRecord('expeditions')
const blankInvoice = blankRecord('invoices')
const blankOffer = blankRecord('affiliates')

const owned = {
  version: 1,
  country: 'ic',
  owner: 'u2',
  ownerName: 'Boutique Awa',
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
} as const

const sold = {
  ...owned,
  product: 'p1',
  productName: 'Montre',
  customerName: 'Awa Koné',
  customerPhone: '+2250708091011',
  customerAddress: 'Cocody',
  quantity: 1,
  price: 15_000,
  totalPrice: 15_000,
  status: 'PENDING',
  statusAt: '2026-11-21T08:00:00.000Z',
} as const

/** A pending order of one watch; fields that are not given are blank. */
export const wholeOrder = (given: Partial<Order> = {}): Order => ({
  ...blankOrder,
  ...sold,
  id: 'o1',
  number: 10_423,
  productAvailable: 5,
  ...given,
})

/** The pending parcel of such an order. */
export const wholeShipping = (given: Partial<Shipping> = {}): Shipping => ({
  ...blankShipping,
  ...sold,
  id: 's1',
  number: 501,
  order: 'o1',
  orderNumber: 10_423,
  ...given,
})

/** Someone else's offer of watches. */
export const wholeOffer = (given: Partial<Affiliate> = {}): Affiliate => ({
  ...blankOffer,
  ...owned,
  id: 'a1',
  number: 301,
  name: 'Montre',
  price: 15_000,
  quantity: 5,
  ...given,
})

/** A pending expedition of twenty lamps by air. */
export const wholeExpedition = (given: Partial<Expedition> = {}): Expedition => ({
  ...blankExpedition,
  ...owned,
  id: 'e1',
  number: 701,
  name: 'Palette de lampes',
  price: 150_000,
  quantity: 20,
  mode: 'AIR',
  status: 'PENDING',
  ...given,
})

/** An unpaid invoice of two parcels. */
export const wholeInvoice = (given: Partial<Invoice> = {}): Invoice => ({
  ...blankInvoice,
  ...owned,
  id: 'i1',
  number: 228,
  code: 'INV-CI-2026-00069',
  week: '2026-W47',
  status: 'UN_PAID',
  dueAt: '2026-11-28T10:00:00.000Z',
  totalShipments: 2,
  totalWithoutFees: 30_000,
  shippingFees: 3000,
  totalWithFees: 27_000,
  ...given,
})

/** A queued delivery of a parcel. */
export const wholeEntry = (given: Partial<OutboxEntry> = {}): OutboxEntry => ({
  id: 'key-1',
  user: 'awa',
  at: 0,
  resource: 'shippings',
  kind: 'status',
  verb: 'shipping.deliver',
  record: { id: 'p1', number: 20_001, name: 'Awa Koné' },
  body: { status: 'DELIVERED' },
  refusal: null,
  ...given,
})

/** What a change of so many records answers. */
export const wholeReport = (
  changed: number,
  { refused = [], ...given }: Partial<ChangeReport> = {},
): ChangeReport => ({
  batchId: 'b1',
  counts: { changed, refused: refused.length, refusedBy: {} },
  changed: [],
  refused,
  ...given,
})

/** Somebody of the role in Ivory Coast, past both gates. */
export const actorOf = (role: Role, given: Partial<Actor> = {}): Actor => ({
  id: `${role}-1`,
  role,
  country: 'ic',
  isEmailVerified: true,
  isActivated: true,
  ...given,
})
