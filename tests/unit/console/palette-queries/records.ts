import { type Role, scopeOf, type Verb } from '../../../../domain/access/permissions.ts'
import type { SearchHit } from '../../../../domain/changes/changes.ts'
import { fold } from '../../../../domain/lib/fold.ts'
import { parseQuery } from '../../../../domain/lib/query.ts'
import type { Order } from '../../../../domain/orders/order.ts'
import { type ResourceName, type ResourceRecords, resources } from '../../../../domain/resources.ts'
import { hitOf } from '../../../../domain/search/hit-of.ts'
import { toSearchEntry } from '../../../../domain/search/searchable.ts'
import type { Shipping } from '../../../../domain/shippings/shipping.ts'
import { createAnswerSearch } from '../../../support/ranking/answer-search.ts'
import { wholeOrder, wholeShipping } from '../../../support/whole-records.ts'
import { once } from '../palette/palette-context.ts'

/** Read on Saturday, 21 November 2026. */
export const now = new Date('2026-11-21T12:00:00Z')

const rows = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))

const orderRows = rows(`
  14998 | Issa Traoré    | 0701000001 | Yopougon Siporex | Montre connectée sport | PENDING       | 2026-11-20
  14992 | Awa Diabaté    | 0701000002 | Marcory Zone 4   | Lampe solaire          | PENDING       | 2026-11-20
  14990 | Kouassi Yeo    | 0701000003 | Abobo Gare       | Powerbank 20 000 mAh   | CANCELLED     | 2026-11-20
  14980 | Fatou Bamba    | 0701000004 | Cocody Angré     | Montre connectée sport | PENDING       | 2026-11-20
  14978 | Yao Brou       | 0701000005 | Yopougon Maroc   | Balance de cuisine     | PENDING       | 2026-11-18
  14977 | Adama Sylla    | 0701000006 | Treichville      | Lampe solaire          | CONFIRMED     | 2026-11-17 | 50214 | OUT_FOR_DELIVERY
  14976 | Lassina Kra    | 0701020304 | Cocody Riviera   | Casque Bluetooth       | CONFIRMED     | 2026-11-16 | 50210 | OUT_FOR_DELIVERY
  14971 | Salif Koné     | 0701000008 | Plateau          | Casque Bluetooth       | NOT_REACHABLE | 2026-11-14
  14970 | Hervé Aka      | 0701000009 | Adjamé Liberté   | Lampe solaire          | NOT_REACHABLE | 2026-11-13
  14963 | Mariam Touré   | 0701000010 | Plateau          | Balance de cuisine     | CONFIRMED     | 2026-11-12 | 50212 | ASSIGNED
  14962 | Mariam Sanogo  | 0701000011 | Koumassi         | Lampe solaire          | CONFIRMED     | 2026-11-12 | 50215 | DELIVERED
  14961 | Mariam Sanogo  | 0701000011 | Koumassi         | Casque Bluetooth       | PENDING       | 2026-11-12
  14950 | Kouassi Yeo    | 0701000003 | Abobo Gare       | Casque Bluetooth       | PENDING       | 2026-11-10
  14100 | Kouassi Yeo    | 0701000003 | Abobo Gare       | Lampe solaire          | CONFIRMED     | 2026-08-01 | 50100 | DELIVERED
  14002 | Rokia Dembélé  | 0701000012 | Bouaké Commerce  | Lampe solaire          | PENDING       | 2026-09-15
  14001 | Didier Assi    | 0701000013 | Cocody Angré     | Balance de cuisine     | PENDING       | 2026-09-12
  13500 | Zié Ouattara   | 0701000014 | Korhogo Soba     | Montre connectée sport | CANCELLED     | 2026-06-01
  14959 | Ange Digbeu    | 0701000021 | Bingerville      | Ruban                  | CONFIRMED     | 2026-11-21 | 50221 | POSTPONED
  14958 | Prisca Gnamien | 0701000022 | Bingerville      | Ruban                  | CANCELLED     | 2026-11-21
  14957 | Ulrich Zokou   | 0701000023 | Bingerville      | Ruban                  | PENDING       | 2026-11-21
  14956 | Hortense Ledji | 0701000024 | Bingerville      | Ruban                  | CANCELLED     | 2026-11-19
  14955 | Ulrich Zokou   | 0701000023 | Bingerville      | Ruban                  | CONFIRMED     | 2026-11-10 | 50222 | RETURNED
  14954 | Ange Digbeu    | 0701000021 | Bingerville      | Ruban                  | CONFIRMED     | 2026-11-10 | 50223 | REFUSED
  14953 | Prisca Gnamien | 0701000022 | Bingerville      | Ruban                  | CONFIRMED     | 2026-11-10 | 50224 | NOT_REACHABLE
  14952 | Hortense Ledji | 0701000024 | Anyama Centre    | Ruban                  | CONFIRMED     | 2026-11-10 | 50225 | PENDING
  14951 | Ange Digbeu    | 0701000021 | Bingerville      | Ruban                  | CONFIRMED     | 2026-10-20 | 50226 | LOST
  14949 | Prisca Gnamien | 0701000022 | Bingerville      | Ruban                  | CANCELLED     | 2026-11-12
  14946 | Hortense Ledji | 0701000024 | Bingerville      | Ruban                  | CANCELLED     | 2026-10-15
  14945 | Ulrich Zokou   | 0701000023 | Bingerville      | Ruban                  | CONFIRMED     | 2026-11-20 | 50229 | PENDING
  14944 | Prisca Gnamien | 0701000022 | Bingerville      | Ruban                  | CONFIRMED     | 2026-11-20 | 50230 | DELIVERED
  14948 | Ulrich Zokou   | 0701000023 | Bingerville      | Ruban                  | CONFIRMED     | 2026-11-03 | 50227 | RETURNED
  14947 | Ange Digbeu    | 0701000021 | Bingerville      | Ruban                  | CONFIRMED     | 2026-11-05 | 50228 | DELIVERED`)

const productRows = rows(`
  9701 | Ventilateur            | 15000 |  0 | Cœur de Beauté
  9702 | Casque Bluetooth       | 50000 | 12 | Mariam Coulibaly
  9703 | Lampe solaire          | 12000 | 40 | Mariam Coulibaly
  9704 | Montre connectée sport | 30000 | 25 | Cœur de Beauté
  9705 | Powerbank 20 000 mAh   | 18000 |  8 | Mariam Coulibaly
  9706 | Balance de cuisine     |  9000 | 31 | Mariam Coulibaly
  9707 | Ruban                  |  4000 |  5 | Mariam Coulibaly`)

const idOf = (kind: number, number: number) =>
  `0190${String(kind).padStart(4, '0')}-0000-7000-8000-${String(number).padStart(12, '0')}`

/** The user of each role: the seller owns all but the watches, the delivery person has all but one parcel. */
const actorIds: Partial<Record<Role, string>> = { seller: idOf(6, 9003), delivery: idOf(6, 9010) }

export const actorId = (role: Role): string => actorIds[role] ?? 'u1'

const ownerOf = (productName: string) =>
  productName.startsWith('Montre')
    ? { owner: idOf(6, 9005), ownerName: 'Cœur de Beauté' }
    : { owner: idOf(6, 9003), ownerName: 'Mariam Coulibaly' }

/** The product of that name, with its id and price. */
const productNamed = (wanted: string): { id: string; price: number } | undefined => {
  const [number, , price] = productRows.find(([, name]) => name === wanted) ?? []
  return number === undefined ? undefined : { id: idOf(2, Number(number)), price: Number(price) }
}

/** Delivered or returned on Friday, some parcels last week or today. */
const settledOf = (parcel: number, status: Shipping['status']): string | null => {
  if (status !== 'DELIVERED' && status !== 'RETURNED') return null
  const day = { 50227: '12', 50228: '21', 50100: '13' }[parcel] ?? '20'
  return `2026-11-${day}T11:00:00.000Z`
}

const orders: readonly Order[] = orderRows.map(
  ([number, customerName = '', phone, customerAddress = '', productName = '', status, day, parcel, state]) =>
    wholeOrder({
      id: idOf(0, Number(number)),
      number: Number(number),
      customerName,
      customerPhone: `+225${phone}`,
      customerAddress,
      sourceName: productName === 'Ruban' ? 'Shopify' : '',
      productName,
      product: productNamed(productName)?.id ?? '',
      totalPrice: productNamed(productName)?.price ?? 0,
      ...ownerOf(productName),
      status: status as Order['status'],
      createdAt: `${day}T10:00:00.000Z`,
      ...(parcel && {
        shipping: idOf(1, Number(parcel)),
        shippingStatus: state as Shipping['status'],
        settledAt: settledOf(Number(parcel), state as Shipping['status']),
      }),
    }),
)

const shippings: readonly Shipping[] = orders.flatMap((order) => {
  const { shipping, shippingStatus, customerName, customerPhone, customerAddress, productName } = order
  const { product, totalPrice } = order
  if (shipping === null || shippingStatus === null) return []
  const customer = { customerName, customerPhone, customerAddress, productName, product, totalPrice }
  const carrier =
    shipping === idOf(1, 50100)
      ? { delivery: idOf(6, 9011), deliveryName: 'Zoumana Fofana' }
      : { delivery: idOf(6, 9010), deliveryName: 'Drissa Bamba' }
  return wholeShipping({
    ...customer,
    ...carrier,
    owner: order.owner,
    ownerName: order.ownerName,
    id: shipping,
    number: Number(shipping.slice(-12)),
    order: order.id,
    orderNumber: order.number,
    status: shippingStatus,
    createdAt: order.createdAt,
    settledAt: settledOf(Number(shipping.slice(-12)), shippingStatus),
    condition: shippingStatus === 'RETURNED' ? 'damaged' : null,
  })
})

type Some<Name extends ResourceName> = Partial<ResourceRecords[Name]>

const users: readonly Some<'users'>[] = rows(`
  9001 | admin    | Célestine Gbagbo  | celestine@waybill.test    | true
  9003 | seller   | Mariam Coulibaly  | mariam@boutique-mariam.ci | true
  9005 | seller   | Cœur de Beauté    | bonjour@coeurdebeaute.ci  | false
  9006 | seller   | Élégance          | contact@elegance.ci       | false
  9008 | agent    | Estelle Konan     | estelle@waybill.test      | false
  9010 | delivery | Drissa Bamba      | drissa@waybill.test       | true
  9011 | delivery | Zoumana Fofana    | zoumana@waybill.test      | true`).map(
  ([number, role, name, email, isActivated], index) => ({
    id: idOf(6, Number(number)),
    number: Number(number),
    country: 'ic',
    role: role as ResourceRecords['users']['role'],
    name,
    email,
    phone: `+22507990000${10 + index}`,
    isEmailVerified: true,
    isActivated: isActivated === 'true',
    createdAt: '2026-11-02T10:00:00.000Z',
  }),
)

const invoices: readonly Some<'invoices'>[] = rows(`
  9801 | INV-2026W46-3 | Mariam Coulibaly | UN_PAID | 2026-11-16
  9802 | INV-2026W45-3 | Mariam Coulibaly | UN_PAID | 2026-11-09
  9803 | INV-2026W44-3 | Mariam Coulibaly | PAID    | 2026-11-02
  9804 | INV-2026W46-5 | Cœur de Beauté   | PAID    | 2026-11-10
  9805 | INV-CI-2026-00104 | Élégance     | UN_PAID | 2026-11-16
  9806 | INV-SN-2026-00012 | Élégance     | PAID    | 2026-11-16`).map(
  ([number, code, ownerName, status, day]) => ({
    id: idOf(7, Number(number)),
    number: Number(number),
    country: 'ic',
    owner: users.find(({ name }) => name === ownerName)?.id ?? '',
    code,
    ownerName,
    status: status as ResourceRecords['invoices']['status'],
    createdAt: `${day}T10:00:00.000Z`,
  }),
)

const products: readonly Some<'products'>[] = productRows.map(
  ([number, name, price, available, ownerName]) => ({
    id: idOf(2, Number(number)),
    number: Number(number),
    country: 'ic',
    owner: users.find((user) => user.name === ownerName)?.id ?? '',
    ownerName,
    name,
    price: Number(price),
    available: Number(available),
    createdAt: '2026-10-12T10:00:00.000Z',
  }),
)

/** What the boutique has connected. */
const connected = (kind: number, number: number, name: string, more: Record<string, unknown> = {}) => ({
  ...{ id: idOf(kind, number), number, name, country: 'ic', isActive: true },
  ...{ owner: actorIds.seller, ownerName: 'Mariam Coulibaly', createdAt: '2026-10-20T10:00:00.000Z' },
  ...more,
})

const keys = [
  connected(11, 9801, 'Sheet', { verbs: ['orders.read'] }),
  connected(11, 9802, 'Zapier', { verbs: ['orders.read'], isActive: false }),
]
const sources = [connected(12, 9811, 'Bazar', { kind: 'woocommerce' })]
const webhooks = [connected(13, 9821, 'Odoo', { url: 'https://odoo.example/hooks' })]

const records = {
  products,
  orders,
  shippings,
  users,
  invoices,
  keys,
  sources,
  webhooks,
} as unknown as Partial<{
  [Name in ResourceName]: readonly ResourceRecords[Name][]
}>

const all = Object.entries(records).flatMap(([resource, some]) =>
  some.map((record) => ({ resource: resource as ResourceName, record })),
)

const hits = new Map(all.map(({ resource, record }) => [record.id, hitOf(resource, record as never)]))

/** Whether a role's own records have this one among them, as the API decides it. */
const isSeenBy = (role: Role, verb: Verb, record: object): boolean => {
  const { owner, delivery } = record as Partial<Shipping>
  switch (scopeOf(role, verb)) {
    case 'own':
      return owner === actorId(role)
    case 'assigned':
      return delivery === actorId(role)
    case null:
      return false
    default:
      return true
  }
}

const searches = new Map<Role, ReturnType<typeof createAnswerSearch>>()

/** What `GET search` answers over the records that a role may open. */
export const answerSearch = (role: Role, text: string, resource: ResourceName | null): SearchHit[] =>
  once(searches, role, () =>
    createAnswerSearch(
      all
        .filter(({ resource, record }) => isSeenBy(role, resources[resource].verbs.view, record))
        .map(({ resource, record }) => toSearchEntry(resource, record as never)),
      (id) => hits.get(id),
    ),
  )(text, resource)

export const recordOf = (number: number) => all.find(({ record }) => record.number === number)?.record

export const hitOfRecord = (id: string): SearchHit | undefined => hits.get(id)

export const hitOfNumber = (number: number): SearchHit | undefined =>
  [...hits.values()].find((hit) => hit.number === number)

export const hitOfPhone = (phone: string): SearchHit | undefined =>
  [...hits.values()].find(({ customerPhone }) => customerPhone === phone)

/** Names of people and products in a notation, by their numbers. */
export const numberOfName = (text: string): string =>
  [...users, ...products]
    .filter(({ name }) => name !== undefined)
    .toSorted((a, b) => (b.name?.length ?? 0) - (a.name?.length ?? 0))
    .reduce(
      (all, { name = '', number }) => (all === name ? String(number) : all.replace(`:${name}`, `:${number}`)),
      text,
    )

/** Delivery people, as `shipping.assign` offers them. */
export const couriers = users.filter(({ role }) => role === 'delivery')

/** All products, as the filter of a list offers them. */
export const productOptions = products.map(({ id = '', name = '' }) => ({ value: id, label: name }))

/** The people whose products are sold. */
export const sellers = users.filter(({ role }) => role === 'seller')

/** How many records a list shows to a role under a canonical query. */
export function countOf(role: Role, resource: ResourceName, query: string): number {
  const { filters } = resources[resource].list
  const { where, problems } = parseQuery(filters, query, { now, timeZone: 'UTC' })
  if (problems.length > 0) throw new Error(`${resource} has no filter ${problems[0]?.token}`)
  // Events and deliveries are only counted here.
  if (resource === 'intake' || resource === 'deliveries') return 3
  const { keyword = '', from, to, ...others } = where
  return (records[resource] ?? []).filter((record) => {
    const { text } = toSearchEntry(resource, record as never)
    const { createdAt } = record
    return (
      isSeenBy(role, resources[resource].verbs.list, record) &&
      fold(keyword)
        .split(' ')
        .every((word) => text.includes(word)) &&
      (from === undefined || createdAt >= from) &&
      (to === undefined || createdAt < to) &&
      Object.entries(others).every(([name, value]) => hasValue(record, name, value))
    )
  }).length
}

/** Whether a record passes a filter; filters that the records have no field for let all pass. */
const hasValue = (record: object, name: string, value: string): boolean => {
  if (name === 'settled') {
    const [from = '', to = ''] = value.split('..')
    const { settledAt } = record as Partial<Shipping>
    return Boolean(settledAt && settledAt >= from && (to === '' || settledAt < to))
  }
  if (name === 'customerAddress')
    return fold((record as Partial<Order>).customerAddress ?? '').includes(fold(value))
  const own = fieldOf(record, name)
  if (name === 'country' || (own === undefined && !value.split(',').includes('none'))) return true
  if (typeof own === 'number') return isWithin(own, value)
  return value
    .split(',')
    .some((one) => String(own) === one || (one === 'none' && (own === null || own === undefined)))
}

const fields: Readonly<Record<string, string>> = { deliveryGuy: 'delivery', total: 'totalPrice' }

const fieldOf = (record: object, name: string): unknown =>
  (record as Record<string, unknown>)[fields[name] ?? name]

/** `5..10`, `>5..`, `7`, `!0`. */
const isWithin = (own: number, value: string): boolean => {
  if (value === '!0') return own !== 0
  if (!value.includes('..')) return own === Number(value)
  const [low = '', high = ''] = value.split('..')
  const isAbove = low === '' || (low.startsWith('>') ? own > Number(low.slice(1)) : own >= Number(low))
  return (
    isAbove && (high === '' || (high.startsWith('<') ? own < Number(high.slice(1)) : own <= Number(high)))
  )
}
