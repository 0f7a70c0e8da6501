import { describe, expect, it } from 'vitest'
import type { Customer } from '../../domain/customers/customer.ts'
import { orders } from '../../server/db/schema.ts'
import { expectInvalid, expectRefusal } from '../support/api/caller.ts'
import { countStatements } from '../support/api/count-statements.ts'
import { openShopApi, type Shop } from '../support/api/shop.ts'

const phone = '+2250544332211'

const { api, shop } = await openShopApi()
const seller = await api.as(await api.createUser({ role: 'seller' }))
const courier = await api.as(await shop.courier())
const mine = { owner: seller.user.id }
const watch = await shop.product({ ...mine, name: 'Montre' })
const lamp = await shop.product({ ...mine, name: 'Lampe', price: 5_000 })
const bag = await shop.product({ name: 'Sac' })
const soap = await shop.product({ name: 'Savon', country: 'sn', price: 2_000 })
const order = (product: typeof watch, input: object = {}) =>
  shop.order(product, { customerName: 'Awa Koné', customerPhone: phone, ...input })
const made = {
  delivered: await order(watch, { customerName: 'Awa K.', customerAddress: 'Plateau' }),
  returned: await order(lamp, { customerAddress: 'Marcory' }),
  cancelled: await order(lamp),
  others: await order(bag),
  abroad: await order(soap, { customerAddress: 'Dakar' }),
  pending: await order(lamp, { customerName: 'Awa Koné épouse Bamba' }),
}
await shop.move(made.cancelled, 'CANCELLED')
await shop.ship(made.delivered, courier.user)
await shop.deliver(made.delivered)
await shop.returned(made.returned)
await shop.deliver(made.abroad)
await shop.move(made.others, 'NOT_REACHABLE')
await shop.order(watch, { customerPhone: '+2250544332212' })

type Caller = Pick<Shop['admin'], 'get'>
const ask = (typed: string, caller: Caller = shop.admin, more = '') =>
  caller.get<Customer>(`/customers/${encodeURIComponent(typed)}${more}`)
const numbersOf = ({ latest }: Customer) => latest.map(({ number }) => number)

describe('GET customers/{phone}', () => {
  it('gives an admin every order of a phone number and its outcome', async () => {
    const { status, body } = await ask(phone)
    expect(status).toBe(200)
    expect(body).toEqual({
      phone,
      country: 'ic',
      name: 'Awa Koné épouse Bamba',
      names: ['Awa Koné épouse Bamba', 'Awa Koné', 'Awa K.'],
      addresses: ['Cocody, rue 12, Abidjan', 'Dakar', 'Marcory', 'Plateau'],
      orders: 6,
      firstOrderAt: made.delivered.createdAt,
      lastOrderAt: made.pending.createdAt,
      byStatus: { PENDING: 1, NOT_REACHABLE: 1, CANCELLED: 1, CONFIRMED: 3 },
      byShippingStatus: { DELIVERED: 2, RETURNED: 1 },
      confirmationRate: 0.5,
      deliveryRate: 2 / 3,
      collected: [{ currency: 'XOF', amount: 17_000 }],
      duplicates: 1,
      callbackAt: null,
      outcomes: {
        country: 'ic',
        waiting: 2,
        cancelled: 1,
        delivered: 1,
        refused: 0,
        returned: 1,
        underway: 0,
        refusedAddresses: [],
        returnedAddresses: ['Marcory'],
      },
      latest: expect.any(Array),
    })
    const { latest } = body
    expect(numbersOf(body)).toEqual(
      [made.pending, made.abroad, made.others, made.cancelled, made.returned, made.delivered].map(
        ({ number }) => number,
      ),
    )
    const parcel = await shop.shippingOf(made.delivered)
    expect(latest.at(-1)).toEqual({
      id: made.delivered.id,
      number: made.delivered.number,
      country: 'ic',
      product: expect.any(String),
      productName: 'Montre',
      quantity: 1,
      totalPrice: 15_000,
      status: 'CONFIRMED',
      isDuplicate: false,
      basket: null,
      callbackAt: null,
      createdAt: made.delivered.createdAt,
      shipping: parcel.id,
      shippingNumber: parcel.number,
      shippingStatus: 'DELIVERED',
    })
  })

  it.each(['002250544332211', '+225 (05) 44-33-22-11', '544332211'])(
    'reads %s as that number',
    async (typed) => {
      expect((await ask(typed)).body.phone).toBe(phone)
    },
  )

  it('reads a national number as of the country that is named', async () => {
    const product = await shop.product({ country: 'sn' })
    await shop.order(product, { customerPhone: '77 123 45 67' })
    expect((await ask('771234567', shop.admin, '?country=sn')).body).toMatchObject({
      phone: '+221771234567',
      country: 'sn',
      orders: 1,
      confirmationRate: 0,
      deliveryRate: null,
      collected: [],
    })
  })

  it('shows a seller their own orders, agents and delivery people the parcels within their reach', async () => {
    const agent = await api.as(await api.createUser({ role: 'agent' }))
    const ofSeller = (await ask(phone, seller)).body
    expect(numbersOf(ofSeller)).toEqual(
      [made.pending, made.cancelled, made.returned, made.delivered].map(({ number }) => number),
    )
    expect(ofSeller).toMatchObject({ orders: 4, confirmationRate: 0.5, deliveryRate: 0.5 })
    const ofAgent = (await ask(phone, agent)).body
    expect(numbersOf(ofAgent)).toEqual([made.returned.number, made.delivered.number])
    expect(ofAgent).toMatchObject({ confirmationRate: null, collected: [{ amount: 15_000 }] })
    expect((await ask(phone, courier)).body).toMatchObject({
      orders: 1,
      names: ['Awa K.'],
      addresses: ['Plateau'],
    })
  })

  it('hides customers outside the reader’s scope, and refuses roles without customers', async () => {
    const other = await api.as(await api.createUser({ role: 'seller' }))
    const agentAbroad = await api.as(await api.createUser({ role: 'agent', country: 'tn' }))
    const moderator = await api.as(await api.createUser({ role: 'moderator' }))
    const unknown = { status: 404, body: { code: 'NOT_FOUND' } }
    expect(await ask(phone, other)).toMatchObject(unknown)
    expect(await ask(phone, agentAbroad)).toMatchObject(unknown)
    expect(await ask('+2250101010101')).toMatchObject(unknown)
    await expectRefusal(ask(phone, moderator), 403, 'FORBIDDEN')
  })

  it.each(['12', 'bonjour', '+225', '+2250544', '%00', '0544332211044332211', '01 02 03 04 0x'])(
    'refuses %s, which is no number',
    (typed) => expectInvalid(ask(typed), 'phone', 'INVALID_PHONE'),
  )

  it('refuses a country that is none, and parameters that it does not know', async () => {
    await expectInvalid(ask(phone, shop.admin, '?country=xx'), 'country', 'NOT_A_CHOICE')
    await expectInvalid(ask(phone, shop.admin, '?limit=1'), 'limit', 'UNKNOWN_PARAMETER')
  })

  it('leaves out deleted orders, gives the ten newest of many and the next callback', async () => {
    const busy = '+2250708123456'
    const product = await shop.product({ quantity: 1_000 })
    const ids = await shop.orders(product, 24, { customerPhone: busy })
    await shop.admin.put('/orders/delete', { body: { ids: ids.slice(0, 4) } })
    await api.context.db.update(orders).set({ callbackAt: new Date('2026-12-24T09:00:00Z') })
    const { body } = await ask(busy)
    expect(body).toMatchObject({ orders: 20, duplicates: 20, callbackAt: '2026-12-24T09:00:00.000Z' })
    expect(body.names).toHaveLength(5)
    expect(body.latest).toHaveLength(10)
  })

  it('counts the outcomes of the named country, within the reader’s scope', async () => {
    const abroad = (await ask(phone, shop.admin, '?country=sn')).body.outcomes
    expect(abroad).toMatchObject({
      country: 'sn',
      delivered: 1,
      returned: 0,
      waiting: 0,
      returnedAddresses: [],
    })
    const ofSeller = (await ask(phone, seller)).body.outcomes
    expect(ofSeller).toMatchObject({ country: 'ic', delivered: 1, returned: 1, waiting: 1, cancelled: 1 })
    const ofCourier = (await ask(phone, courier)).body.outcomes
    expect(ofCourier).toMatchObject({ delivered: 1, returned: 0, waiting: 0, cancelled: 0 })
  })

  it('asks the database once, however much was ordered', async () => {
    const statements = (typed: string) => countStatements(api.context.pool, () => ask(typed))
    // Session and customer.
    expect(await statements(phone)).toBe(2)
    expect(await statements('+2250708123456')).toBe(2)
  })
})
