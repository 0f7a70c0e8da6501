import { describe, expect, it } from 'vitest'
import { type Role, roles } from '../../domain/access/permissions.ts'
import type { Change, ChangeBatch, ChangeReport } from '../../domain/changes/changes.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { Job } from '../../domain/jobs/job.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import { newBatch } from '../../server/crud/record-changes.ts'
import { insertOrders } from '../../server/services/fulfillment/write-orders.ts'
import type { Caller } from '../support/api/caller.ts'
import type { TestUser } from '../support/api/insert-user.ts'
import { openShopApi, orderInput } from '../support/api/shop.ts'
import { casesOf } from '../support/is-full.ts'

const { api, shop } = await openShopApi()

type Person = Caller & { user: TestUser; token: string }
type Batches = { items: ChangeBatch[]; total: number }
type Lines = { items: Change[]; total: number }

const countriesWorkedIn: CountryCode[] = ['ic', 'sn']

const person = async (role: Role): Promise<Person> => api.as(await api.createUser({ role }))

/** Moves an account to another role or country and opens a new session. */
const moved = async ({ user }: Person, to: { role?: Role; country?: CountryCode }): Promise<Person> => {
  const answer = await shop.admin.put(`/users/${user.id}`, { body: to })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return api.as(user)
}

const parcel = async (country: CountryCode, more: { owner?: string; delivery?: string } = {}) => {
  const { owner, delivery } = more
  const product = await shop.product({ country, ...(owner === undefined ? {} : { owner }) })
  const phone = country === 'ic' ? {} : { customerPhone: '+221771234567' }
  const order = await shop.order(product, phone)
  const { shipping } = await shop.move(order, 'CONFIRMED', delivery === undefined ? {} : { delivery })
  return { product, order, shipping: await shop.readShipping({ id: shipping! }) }
}

/** Changes by each role: of own records, of others' in scope, and of another country. */
const work: Record<Role, (by: Person) => Promise<void>> = {
  admin: async (by) => {
    for (const country of countriesWorkedIn) {
      for (const owner of [by.user.id, shop.admin.user.id]) {
        const { order, shipping, product } = await parcel(country, { owner })
        await by.put(`/orders/${order.id}`, { body: { comment: 'Porte bleue' } })
        await by.put(`/shippings/${shipping.id}`, { body: { comment: 'Sonner' } })
        await by.put(`/products/${product.id}`, { body: { name: `Lampe ${order.number}` } })
      }
    }
    const couriers = await Promise.all(countriesWorkedIn.map((country) => shop.courier({ country })))
    const parcels = await Promise.all(couriers.map(({ country, id }) => parcel(country, { delivery: id })))
    const ids = parcels.map(({ shipping }) => shipping.id)
    await by.put('/shippings/status', { body: { ids, status: 'OUT_FOR_DELIVERY' } })
    await by.put(`/users/${couriers[0]!.id}`, { body: { name: `Livreur ${couriers[0]!.number}` } })
  },
  agent: async (by) => {
    const courier = await shop.courier()
    const parcels = await Promise.all([1, 2, 3].map(() => parcel('ic', { delivery: courier.id })))
    const ids = parcels.map(({ shipping }) => shipping.id)
    await by.put('/shippings/status', { body: { ids, status: 'OUT_FOR_DELIVERY' } })
  },
  seller: async (by) => {
    const product = await shop.product({ owner: by.user.id })
    const batch = { ...newBatch(api.context), verb: 'order.import' as const }
    await api.context.db.transaction((tx) => insertOrders(tx, by.user, [orderInput(product)], batch))
  },
  moderator: async () => undefined,
  delivery: async (by) => {
    const parcels = await Promise.all([1, 2].map(() => parcel('ic', { delivery: by.user.id })))
    const ids = parcels.map(({ shipping }) => shipping.id)
    await by.put('/shippings/status', { body: { ids, status: 'OUT_FOR_DELIVERY' } })
    await giveTo(await shop.courier(), parcels[0]!.shipping.id)
  },
}

/** Sets the status directly, without raising the version, so that earlier changes can still be undone. */
const giveTo = async ({ id }: { id: string }, shipping: string): Promise<void> => {
  await api.context.pool.query('update shippings set delivery = $2 where id = $1', [shipping, id])
}

/** Assigns one of the changed parcels to the user, if they deliver. */
const assignOne = async ({ user }: Person, lines: readonly Change[]): Promise<void> => {
  for (const { resource, recordId } of lines) {
    if (resource !== 'shippings') continue
    return giveTo(user, recordId)
  }
}

const linesOf = async (reader: Caller, batch: { id: string }): Promise<Change[]> =>
  (await reader.get<Lines>(`/changes/${batch.id}?limit=500`)).body.items ?? []

/** A short run covers each former and each present role. */
const pairs = casesOf(
  roles.flatMap((earlier) => roles.map((present) => ({ earlier, present }))),
  ({ earlier, present }) => earlier === 'agent' || present === 'seller',
)

describe('changes that a user made in an earlier role', () => {
  it.each([...pairs])(
    'is shown to a former $earlier, now $present, as far as a $present may read it',
    async ({ earlier, present }) => {
      const before = await person(earlier)
      await work[earlier](before)
      const own = `/changes?limit=500&actor=${before.user.id}`
      const reader = await moved(before, { role: present })
      const all = (await shop.admin.get<Batches>(own)).body.items
      const made = (await Promise.all(all.map((batch) => linesOf(shop.admin, batch)))).flat()
      if (present === 'delivery') await assignOne(reader, made)

      const isOpen = new Map<string, boolean>()
      for (const { resource, recordId } of made) {
        isOpen.set(recordId, (await reader.get(`/${resource}/${recordId}`)).status === 200)
      }
      const openIn = (batch: ChangeBatch) =>
        made.filter(({ batchId, recordId }) => batchId === batch.id && isOpen.get(recordId))
      const expected = all.filter((batch) => openIn(batch).length > 0)

      const { body } = await reader.get<Batches>(own)
      expect(body.total).toBe(expected.length)
      expect(body.items.map(({ id, records }) => [id, records])).toEqual(
        expected.map((batch) => [batch.id, openIn(batch).length]),
      )
      for (const { named } of body.items) {
        expect(named.filter(({ id }) => !isOpen.get(id))).toEqual([])
        expect(named.length).toBeGreaterThan(0)
      }
      for (const batch of all) {
        const ids = openIn(batch).map(({ id }) => id)
        const { status, body: lines } = await reader.get<Lines>(`/changes/${batch.id}?limit=500`)
        expect(status).toBe(ids.length === 0 ? 404 : 200)
        expect((lines.items ?? []).map(({ id }) => id)).toEqual(ids)
      }
      for (const { number, recordId } of made) {
        if (isOpen.get(recordId)) continue
        const found = await reader.get<Batches>(`/changes?limit=500&keyword=%23${number}`)
        expect(found.body.items.flatMap(({ named }) => named.map(({ id }) => id))).not.toContain(recordId)
      }
    },
  )

  it('is no longer shown to an agent who has moved to another country', async () => {
    const before = await person('agent')
    await work.agent(before)
    expect((await before.get<Batches>('/changes')).body.total).toBe(1)
    const reader = await moved(before, { country: 'sn' })
    expect((await reader.get<Batches>('/changes')).body).toEqual({ items: [], total: 0 })
  })

  it('names no user whom its reader may not see today', async () => {
    const courier = await shop.courier()
    const before = await person('admin')
    const { shipping } = await parcel('ic', { delivery: courier.id })
    await before.put(`/shippings/delivery/${shipping.id}`, { body: { delivery: null } })
    const reader = await moved(before, { role: 'delivery' })
    await shop.assign(shipping, reader.user)
    const [batch] = (await reader.get<Batches>('/changes')).body.items
    const [line] = await linesOf(reader, batch!)
    expect(line).toMatchObject({ before: { delivery: courier.id }, names: {} })
  })

  it('is undone without the numbers of records that are out of reach', async () => {
    const before = await person('agent')
    await work.agent(before)
    const [batch] = (await before.get<Batches>('/changes')).body.items
    const reader = await moved(before, { role: 'delivery' })
    const [line] = await linesOf(shop.admin, batch!)
    await giveTo(reader.user, line!.recordId)
    const { status, body } = await reader.post<ChangeReport>(`/changes/${batch!.id}/undo`)
    expect(status).toBe(200)
    expect(body.changed).toHaveLength(1)
    expect(body.refused.map(({ number, code }) => [number, code])).toEqual([
      [0, 'NOT_FOUND'],
      [0, 'NOT_FOUND'],
    ])
  })
})

const async = { prefer: 'respond-async' }

const untilDone = async (id: string): Promise<Job> => {
  const read = async () => (await shop.admin.get<Job>(`/jobs/${id}`)).body
  await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('DONE')
  return read()
}

describe('what a job came to', () => {
  it('is shown, and its file given, only as far as the permission reaches that it has today', {
    tags: 'full',
  }, async () => {
    const before = await person('admin')
    const product = await shop.product({ quantity: 10_000 })
    await shop.orders(product, 1_001)
    const where = { product: product.id }
    const body = { where, status: 'CANCELLED', comment: 'Double' }
    const bulk = await before.put<Job>('/orders/status', { body, headers: async })
    const sheet = await before.post<Job>('/orders/download', { body: where, headers: async })
    for (const { body: job } of [bulk, sheet]) await untilDone(job.id)
    const seen = await before.get<Job & { report: ChangeReport }>(`/jobs/${bulk.body.id}`)
    expect(seen.body.report.changed).toHaveLength(1_000)
    expect((await before.get(`/jobs/${sheet.body.id}/file`)).status).toBe(200)

    const seller = await moved(before, { role: 'seller' })
    expect((await seller.get<Job>(`/jobs/${bulk.body.id}`)).body).toMatchObject({
      status: 'DONE',
      report: null,
    })
    expect((await seller.get(`/jobs/${sheet.body.id}/file`)).status).toBe(404)
    const again = await moved(seller, { role: 'admin' })
    expect((await again.get(`/jobs/${sheet.body.id}/file`)).status).toBe(200)
  })
})

describe('the answer that an idempotency key has left', () => {
  const said = (order: Order, answer: { body: unknown }): boolean =>
    JSON.stringify(answer.body ?? null).includes(order.customerName)

  it.each([{ role: 'delivery' as const }, { role: 'agent' as const }, { country: 'sn' as const }])(
    'is not returned again to a user who has become %o',
    async (to) => {
      const before = await person('country' in to ? 'agent' : 'admin')
      const { shipping, order } = await parcel('ic')
      const call = { body: { status: 'CANCELLED', comment: 'Trop cher' }, key: 'the same' }
      const first = await before.put<Shipping>(`/shippings/status/${shipping.id}`, call)
      expect(first.status).toBe(200)
      expect(said(order, first)).toBe(true)
      const after = await moved(before, to)
      const again = await after.put(`/shippings/status/${shipping.id}`, call)
      expect({ status: again.status, isSaid: said(order, again) }).toEqual({ status: 403, isSaid: false })
    },
  )
})
