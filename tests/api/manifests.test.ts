import { describe, expect, it } from 'vitest'
import type { Change, ChangeBatch, ChangeReport, SearchHit } from '../../domain/changes/changes.ts'
import type { Manifest, ManifestWithLines } from '../../domain/manifests/manifest.ts'
import { encodeScan } from '../../domain/scans/scan-code.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import type { Caller } from '../support/api/caller.ts'
import { countStatements } from '../support/api/count-statements.ts'
import type { TestUser } from '../support/api/insert-user.ts'
import { openShopApi } from '../support/api/shop.ts'
import { expectSoundBooks } from '../support/api/sound-books.ts'

const { api, shop } = await openShopApi()

const parcels = async (count: number, price = 5_000): Promise<Shipping[]> => {
  const product = await shop.product({ quantity: count * 10, price })
  const ids = await shop.orders(product, count)
  await shop.bulk({ ids, status: 'CONFIRMED' })
  const { body } = await shop.admin.get<{ items: Shipping[] }>(
    `/shippings?product=${product.id}&sort=number&limit=200`,
  )
  return body.items
}

const giveOut = async (
  shippings: readonly { id: string }[],
  courier: TestUser,
  caller: Caller = shop.admin,
  more: { key?: string } = {},
): Promise<ChangeReport> => {
  const ids = shippings.map(({ id }) => id)
  const body = { ids, status: 'OUT_FOR_DELIVERY', delivery: courier.id }
  const answer = await caller.put<ChangeReport>('/shippings/status', { body, ...more })
  expect(answer.status).toBe(200)
  return answer.body
}

const readManifest = async (id: string, caller: Caller = shop.admin) =>
  caller.get<ManifestWithLines>(`/manifests/${id}`)

/** A manifest with that many parcels. */
const made = async (count: number) => {
  const courier = await shop.courier()
  const shippings = await parcels(count)
  const report = await giveOut(shippings, courier)
  const id = report.manifests![0]!.id
  const read = async () => (await readManifest(id)).body
  return { courier, shippings, report, id, read }
}

const openOf = async (read: () => Promise<ManifestWithLines>) => {
  const { openParcels, parcels, status, lines } = await read()
  expect(openParcels).toBe(lines.filter(({ isOpen }) => isOpen).length)
  expect(parcels).toBe(lines.length)
  return `${openParcels}/${parcels} ${status}`
}

const lastBatch = async ({ id }: { id: string }): Promise<string> =>
  (await shop.admin.get<{ items: Change[] }>(`/shippings/${id}/history`)).body.items[0]!.batchId

describe('a dispatch that names a delivery guy', () => {
  it('makes a manifest of its parcels, by their numbers, with what is to be collected', async () => {
    const { courier, shippings, report, read } = await made(3)
    const { lines, ...manifest } = await read()
    // One batch in the history.
    const { body: batches } = await shop.admin.get<{ items: ChangeBatch[] }>('/changes?limit=1')
    expect(batches.items).toMatchObject([{ id: report.batchId, resource: 'shippings', records: 3 }])
    expect(manifest).toMatchObject({
      number: report.manifests![0]!.number,
      version: 1,
      country: 'ic',
      owner: shop.admin.user.id,
      ownerName: shop.admin.user.name,
      status: 'OPEN',
      delivery: courier.id,
      deliveryName: courier.name,
      parcels: 3,
      openParcels: 3,
      toCollect: 15_000,
    })
    expect(
      lines.map(({ position, shipping, amount, status, isOpen }) => ({
        position,
        shipping,
        amount,
        status,
        isOpen,
      })),
    ).toEqual(
      shippings.map(({ id }, index) => ({
        position: index + 1,
        shipping: id,
        amount: 5_000,
        status: 'OUT_FOR_DELIVERY',
        isOpen: true,
      })),
    )
  })

  it('makes none without a delivery guy, nor in a dry run, nor of parcels that are refused', async () => {
    const courier = await shop.courier()
    const [one, other] = await parcels(2)
    await shop.assign(one!, courier)
    expect(await shop.bulkShippings({ ids: [one!.id], status: 'OUT_FOR_DELIVERY' })).not.toHaveProperty(
      'manifests',
    )
    const body = { ids: [other!.id], status: 'OUT_FOR_DELIVERY', delivery: courier.id, dryRun: true }
    expect((await shop.admin.put('/shippings/status', { body })).body).not.toHaveProperty('manifests')
    expect(await giveOut([one!], courier)).not.toHaveProperty('manifests')
    expect((await shop.admin.get<{ total: number }>(`/manifests?deliveryGuy=${courier.id}`)).body.total).toBe(
      0,
    )
  })

  it('makes one of a parcel that is moved by itself', async () => {
    const courier = await shop.courier()
    const [one] = await parcels(1)
    await shop.moveShipping(one!, 'OUT_FOR_DELIVERY', { delivery: courier.id })
    const { body } = await shop.admin.get<{ items: Manifest[] }>(`/manifests?deliveryGuy=${courier.id}`)
    expect(body.items).toMatchObject([{ parcels: 1, openParcels: 1 }])
  })

  it('makes one where the call is repeated', async () => {
    const courier = await shop.courier()
    const shippings = await parcels(2)
    const first = await giveOut(shippings, courier, shop.admin, { key: 'same-dispatch' })
    expect(await giveOut(shippings, courier, shop.admin, { key: 'same-dispatch' })).toEqual(first)
    expect((await shop.admin.get<{ total: number }>(`/manifests?deliveryGuy=${courier.id}`)).body.total).toBe(
      1,
    )
  })

  it('adds to the manifest of its batch where it runs in parts', {
    tags: 'full',
    timeout: 120_000,
  }, async () => {
    const courier = await shop.courier()
    const product = await shop.product({ quantity: 3_000, price: 1_000 })
    const ids = await shop.orders(product, 1_205)
    await shop.bulk({ ids, status: 'CONFIRMED' })
    const body = { where: { product: product.id }, status: 'OUT_FOR_DELIVERY', delivery: courier.id }
    const report = (await shop.admin.put<ChangeReport>('/shippings/status', { body })).body
    expect(report.counts.changed).toBe(1_205)
    expect(report.manifests).toHaveLength(1)
    const { lines, ...manifest } = (await readManifest(report.manifests![0]!.id)).body
    expect(manifest).toMatchObject({ parcels: 1_205, openParcels: 1_205, toCollect: 1_205_000 })
    expect(lines.map(({ position }) => position)).toEqual(lines.map((_, index) => index + 1))
    const undone = (await shop.admin.post<ChangeReport>(`/manifests/${manifest.id}/undo`)).body
    expect(undone.counts).toEqual({ changed: 1_205, refused: 0, refusedBy: {} })
    expect((await readManifest(manifest.id)).status).toBe(404)
    await shop.undo(undone.batchId)
    expect((await readManifest(manifest.id)).body).toMatchObject({ parcels: 1_205, openParcels: 1_205 })
  })

  it('puts no parcel on two open manifests when eight clients ask at once', async () => {
    const shippings = await parcels(12)
    const couriers = await Promise.all(Array.from({ length: 8 }, () => shop.courier()))
    const reports = await Promise.all(
      couriers.map((courier, at) =>
        giveOut(
          shippings.filter((_, index) => index !== at),
          courier,
        ),
      ),
    )
    expect(reports.reduce((sum, { counts }) => sum + counts.changed, 0)).toBe(12)
    const ids = reports.flatMap(({ manifests = [] }) => manifests.map(({ id }) => id))
    const lines = (await Promise.all(ids.map((id) => readManifest(id)))).flatMap(({ body }) => body.lines)
    expect(lines.map(({ shipping }) => shipping).sort()).toEqual(shippings.map(({ id }) => id).sort())
    await expectSoundBooks(api)
  })

  it('is held to one open manifest a parcel by the database', async () => {
    const { id, shippings } = await made(1)
    const insert = api.context.pool.query(
      `insert into manifest_lines (id, manifest, shipping, position, amount, batch_id, out_at)
       values (gen_random_uuid(), $1, $2, 2, 0, gen_random_uuid(), now())`,
      [id, shippings[0]!.id],
    )
    await expect(insert).rejects.toMatchObject({ constraint: 'manifest_lines_open_key' })
  })
})

describe('the lines of a manifest', () => {
  it('close as their parcels leave the round, and open again as that is undone or reopened', {
    tags: 'full',
  }, async () => {
    const { shippings, read } = await made(4)
    const [delivered, refused, postponed] = shippings
    await shop.moveShipping(delivered!, 'DELIVERED')
    expect(await openOf(read)).toBe('3/4 OPEN')
    await shop.moveShipping(refused!, 'REFUSED')
    await shop.moveShipping(postponed!, 'POSTPONED', { postponedTo: '2030-01-01' })
    await shop.moveShipping(shippings[3]!, 'LOST')
    expect(await openOf(read)).toBe('0/4 CLOSED')
    const undo = await shop.undo(await lastBatch(refused!))
    expect(await openOf(read)).toBe('1/4 OPEN')
    await shop.undo(undo.batchId)
    expect(await openOf(read)).toBe('0/4 CLOSED')
    await shop.moveShipping(delivered!, 'OUT_FOR_DELIVERY')
    expect(await openOf(read)).toBe('1/4 OPEN')
    await shop.undo(await lastBatch(delivered!))
    expect(await openOf(read)).toBe('0/4 CLOSED')
    expect((await read()).toCollect).toBe(20_000)
    await expectSoundBooks(api)
  })

  it('stay closed where a parcel goes out again: on another manifest, or on none', async () => {
    const { shippings, read, courier } = await made(2)
    const [one, other] = shippings
    for (const parcel of shippings) await shop.moveShipping(parcel, 'NOT_REACHABLE')
    const left = await lastBatch(one!)
    await shop.moveShipping(other!, 'OUT_FOR_DELIVERY')
    const next = await giveOut([one!], courier)
    const nextRead = async () => (await readManifest(next.manifests![0]!.id)).body
    expect(await openOf(read)).toBe('0/2 CLOSED')
    expect(await openOf(nextRead)).toBe('1/1 OPEN')
    // Out without a manifest, back, and out again.
    await shop.moveShipping(other!, 'NOT_REACHABLE')
    await shop.undo(await lastBatch(other!))
    expect(await openOf(read)).toBe('0/2 CLOSED')
    // Undoes both: back to the first manifest's closing, and before it.
    const undo = await shop.undo(next.batchId)
    expect((await readManifest(next.manifests![0]!.id)).status).toBe(404)
    expect(await openOf(read)).toBe('0/2 CLOSED')
    await shop.undo(undo.batchId)
    expect(await openOf(nextRead)).toBe('1/1 OPEN')
    await shop.undo(await lastBatch(one!))
    expect(await openOf(read)).toBe('0/2 CLOSED')
    await shop.undo(left)
    expect(await openOf(read)).toBe('1/2 OPEN')
    await expectSoundBooks(api)
  })

  it('say what was to be collected when the parcel left', async () => {
    const { shippings, read } = await made(1)
    await shop.admin.put(`/orders/${shippings[0]!.order}`, { body: { price: 9_000 } })
    expect((await read()).lines[0]!.amount).toBe(5_000)
  })
})

describe('the undo of a manifest', () => {
  it('takes its parcels back and the manifest away; undoing that brings it back', async () => {
    const { id, shippings, read, courier } = await made(2)
    const { body: undone } = await shop.admin.post<ChangeReport>(`/manifests/${id}/undo`)
    expect(undone.counts).toEqual({ changed: 2, refused: 0, refusedBy: {} })
    expect(await shop.readShipping(shippings[0]!)).toMatchObject({ status: 'PENDING', delivery: null })
    expect((await readManifest(id)).status).toBe(404)
    expect((await shop.admin.get<{ total: number }>(`/manifests?deliveryGuy=${courier.id}`)).body.total).toBe(
      0,
    )
    await shop.undo(undone.batchId)
    expect(await openOf(read)).toBe('2/2 OPEN')
    expect(await read()).toMatchObject({ id, version: 3 })
    const history = (await shop.admin.get<{ items: Change[] }>(`/manifests/${id}/history`)).body.items
    expect(history.map(({ after }) => after)).toEqual([
      { isDeleted: false },
      { isDeleted: true },
      { country: 'ic', owner: shop.admin.user.id, delivery: courier.id, parcels: 2 },
    ])
    // After a redo, the redo's batch is undone.
    expect((await shop.admin.post<ChangeReport>(`/manifests/${id}/undo`)).body.counts.changed).toBe(2)
    await expectSoundBooks(api)
  })

  it('is refused once a parcel has moved on, and possible again when that is undone', async () => {
    const { id, shippings, read } = await made(2)
    await shop.moveShipping(shippings[0]!, 'DELIVERED')
    const refused = await shop.admin.post(`/manifests/${id}/undo`)
    expect([refused.status, refused.body.code]).toEqual([409, 'MANIFEST_HAS_MOVED'])
    expect(await openOf(read)).toBe('1/2 OPEN')
    await shop.undo(await lastBatch(shippings[0]!))
    expect((await shop.admin.post(`/manifests/${id}/undo`)).status).toBe(200)
    expect((await shop.admin.post(`/manifests/${id}/undo`)).status).toBe(404)
  })

  it('is the same as undoing its batch; what is left of one that was taken back in part stays', async () => {
    const { id, shippings, report, read } = await made(3)
    await shop.moveShipping(shippings[0]!, 'DELIVERED')
    expect((await shop.undo(report.batchId)).counts).toMatchObject({ changed: 2, refused: 1 })
    expect(await openOf(read)).toBe('0/1 CLOSED')
    await shop.undo(await lastBatch(shippings[0]!))
    expect((await shop.undo(report.batchId)).counts).toMatchObject({ changed: 1 })
    expect((await readManifest(id)).status).toBe(404)
  })

  it('is one or none while others move the parcels', { tags: 'full' }, async () => {
    for (let round = 0; round < 4; round++) {
      const { id, shippings, read } = await made(4)
      const [undo] = await Promise.all([
        shop.admin.post(`/manifests/${id}/undo`),
        shop.admin.put(`/shippings/status/${shippings[2]!.id}`, { body: { status: 'DELIVERED' } }),
      ])
      if (undo.status === 200) expect((await readManifest(id)).status).toBe(404)
      else {
        expect(undo.body.code).toBe('MANIFEST_HAS_MOVED')
        expect(await openOf(read)).toBe('3/4 OPEN')
      }
    }
    await expectSoundBooks(api)
  })
})

describe('who reads and undoes manifests', () => {
  it('find them by number, by the delivery guy and by their code', async () => {
    const courier = await shop.courier({ name: 'Souleymane Kouyaté' })
    const { manifests } = await giveOut(await parcels(1), courier)
    const { id, number } = manifests![0]!
    const scanned = await shop.admin.get<SearchHit>(`/scans/${encodeScan({ kind: 'manifests', number })}`)
    expect(scanned.body).toMatchObject({
      resource: 'manifests',
      id,
      number,
      title: courier.name,
      status: 'OPEN',
    })
    const search = async (q: string, caller: Caller = shop.admin) =>
      (await caller.get<{ items: SearchHit[] }>(`/search?q=${encodeURIComponent(q)}&resource=manifests`)).body
        .items
    expect(await search('kouyate')).toMatchObject([{ id, status: 'OPEN' }])
    expect(await search('kouyate', await api.as(courier))).toMatchObject([{ id }])
    expect(await search('kouyate', await api.as(await shop.courier()))).toEqual([])
    await shop.admin.put(`/users/${courier.id}`, { body: { name: 'Souleymane Bamba' } })
    expect(await search('bamba')).toMatchObject([{ id, title: 'Souleymane Bamba' }])
  })

  it('filter them by status, delivery guy, country and amount', async () => {
    const { id, courier, shippings } = await made(2)
    const listed = async (query: string) =>
      (
        await shop.admin.get<{ items: Manifest[] }>(`/manifests?deliveryGuy=${courier.id}&${query}`)
      ).body.items.map((manifest) => manifest.id)
    expect(await listed('status=OPEN&country=ic&total=10000..&sort=-toCollect')).toEqual([id])
    expect(await listed('status=CLOSED')).toEqual([])
    expect(await listed('total=..9999')).toEqual([])
    await shop.bulkShippings({ ids: shippings.map((parcel) => parcel.id), status: 'DELIVERED' })
    expect(await listed('status=CLOSED&sort=openParcels')).toEqual([id])
  })
})

describe('what manifests cost', () => {
  it('is nothing for a change that leaves no round, and one statement for one that does', async () => {
    const courier = await shop.courier()
    const [one, other] = await parcels(2)
    const count = (parcel: Shipping, status: string) =>
      countStatements(api.context.pool, () =>
        shop.admin.put(`/shippings/status/${parcel.id}`, { body: { status } }),
      )
    await shop.assign(one!, courier)
    await giveOut([other!], courier)
    const dispatch = await count(one!, 'OUT_FOR_DELIVERY')
    const refused = await count(one!, 'REFUSED')
    expect(refused).toBe(dispatch + 1)
    // Two more: the manifest and its event.
    expect(await count(other!, 'REFUSED')).toBe(refused + 3)
  })
})
