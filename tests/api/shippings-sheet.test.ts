import { describe, expect, it } from 'vitest'
import type { ChangeBatch, ChangeReport } from '../../domain/changes/changes.ts'
import { type Job, jobThreshold } from '../../domain/jobs/job.ts'
import { maxKeys } from '../../domain/search/record-keys.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import { missing } from '../support/api/caller.ts'
import { openShopApi } from '../support/api/shop.ts'
import { expectSoundBooks } from '../support/api/sound-books.ts'

const { api, shop } = await openShopApi()
const courier = await shop.courier()

/** That many parcels out for delivery, oldest first. */
const parcelsOut = async (count: number): Promise<string[]> => {
  const product = await shop.product({ quantity: count })
  await shop.bulk({ ids: await shop.orders(product, count), status: 'CONFIRMED' })
  const where = { product: product.id }
  await shop.admin.put('/shippings/delivery', { body: { where, delivery: courier.id } })
  await shop.bulkShippings({ where, status: 'OUT_FOR_DELIVERY' })
  const { rows } = await api.context.pool.query<{ id: string }>(
    'select shippings.id from shippings join orders on orders.id = shippings."order" where product = $1 order by 1',
    [product.id],
  )
  return rows.map(({ id }) => id)
}

const apply = async (rows: readonly object[], more: object = {}, caller = shop.admin) =>
  (await caller.put<ChangeReport>('/shippings/sheet', { body: { rows, ...more } })).body

const statusesOf = (ids: readonly string[]): Promise<string[]> =>
  Promise.all(ids.map(async (id) => (await shop.readShipping({ id })).status))

describe('PUT shippings/sheet', () => {
  it('moves each parcel to its own status, as its dry run said, as one batch that one undo takes back', async () => {
    const ids = await parcelsOut(6)
    const [full, less, damaged, refused, late, lost] = ids as [string, string, string, string, string, string]
    await shop.moveShipping({ id: damaged }, 'REFUSED')
    const rows = [
      { id: full, status: 'DELIVERED' },
      { id: less, status: 'DELIVERED', collected: 12_000, reason: 'Remise accordée' },
      { id: damaged, status: 'RETURNED', condition: 'damaged' },
      { id: refused, status: 'REFUSED' },
      { id: late, status: 'POSTPONED' },
      { id: lost, status: 'PENDING' },
      { id: missing, status: 'DELIVERED' },
    ]
    const counts = {
      changed: 4,
      refused: 3,
      refusedBy: { DATE_REQUIRED: 1, NO_SUCH_TRANSITION: 1, NOT_FOUND: 1 },
    }
    const dry = await apply(rows, { dryRun: true })
    expect(dry).toMatchObject({ batchId: null, counts })
    const before = await statusesOf(ids)
    const { batchId, ...wet } = await apply(rows)
    expect(wet).toMatchObject({ counts, refused: dry.refused })
    expect(await statusesOf(ids)).toEqual([
      'DELIVERED',
      'DELIVERED',
      'RETURNED',
      'REFUSED',
      'OUT_FOR_DELIVERY',
      'OUT_FOR_DELIVERY',
    ])
    expect(await shop.readShipping({ id: full })).toMatchObject({ collected: 15_000 })
    expect(await shop.readShipping({ id: less })).toMatchObject({ collected: 12_000 })
    expect(await shop.readShipping({ id: damaged })).toMatchObject({ condition: 'damaged' })
    await expectSoundBooks(api)

    const history = await shop.admin.get<{ items: ChangeBatch[] }>('/changes?verb=shipping.apply-sheet')
    expect(history.body.items.filter(({ id }) => id === batchId)).toMatchObject([
      { verb: 'shipping.apply-sheet', resource: 'shippings', records: 4, country: 'ic' },
    ])
    expect((await shop.undo(batchId)).counts).toMatchObject({ changed: 4, refused: 0 })
    expect(await statusesOf(ids)).toEqual(before)
    await expectSoundBooks(api)
  })

  it('refuses an amount that the currency cannot have, for that parcel alone', async () => {
    const [one, other] = (await parcelsOut(2)) as [string, string]
    const report = await apply([
      { id: one, status: 'DELIVERED', collected: 12.5 },
      { id: other, status: 'DELIVERED', collected: 12, reason: 'Remise accordée' },
    ])
    expect(report.counts).toEqual({ changed: 1, refused: 1, refusedBy: { TOO_MANY_DECIMALS: 1 } })
  })

  it('is one job and one batch over a thousand rows, with the dry run’s word on each', {
    tags: 'full',
  }, async () => {
    const ids = await parcelsOut(jobThreshold + 200)
    const rows = ids.map((id, at) => ({ id, status: at % 3 === 0 ? 'REFUSED' : 'DELIVERED' }))
    const dry = await apply(rows, { dryRun: true })
    expect(dry.counts).toEqual({ changed: ids.length, refused: 0, refusedBy: {} })
    expect(dry.changed).toHaveLength(ids.length)
    const headers = { prefer: 'respond-async' }
    const begun = await shop.admin.put<Job>('/shippings/sheet', { body: { rows }, headers })
    expect(begun).toMatchObject({ status: 202, body: { total: ids.length, kind: 'shipping.apply-sheet' } })
    await expect
      .poll(async () => (await shop.admin.get<Job>(`/jobs/${begun.body.id}`)).body.status, {
        timeout: 20_000,
      })
      .toBe('DONE')
    const { rows: batches } = await api.context.pool.query(
      `select verb, records from change_batches where id in (
        select batch_id from changes where record_id = any($1) and after->>'status' in ('DELIVERED', 'REFUSED'))`,
      [ids],
    )
    expect(batches).toEqual([{ verb: 'shipping.apply-sheet', records: ids.length }])
    const { rows: left } = await api.context.pool.query<Pick<Shipping, 'status'> & { count: number }>(
      'select status, count(*)::int as count from shippings where id = any($1) group by 1 order by 1',
      [ids],
    )
    expect(left).toEqual([
      { status: 'DELIVERED', count: 800 },
      { status: 'REFUSED', count: 400 },
    ])
  })

  it('takes as many rows as a list of keys has', async () => {
    const rows = Array.from({ length: maxKeys }, (_, at) => ({
      id: `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`,
      status: 'OUT_FOR_DELIVERY',
    }))
    const report = await apply(rows, { dryRun: true })
    expect(report.counts).toEqual({ changed: 0, refused: maxKeys, refusedBy: { NOT_FOUND: maxKeys } })
  })

  const row = { id: missing, status: 'DELIVERED' }
  it.each([
    [{}, { path: 'rows', code: 'REQUIRED' }],
    [{ rows: [] }, { path: 'rows', code: 'REQUIRED' }],
    [{ rows: 'x' }, { path: 'rows', code: 'NOT_A_LIST' }],
    [
      { rows: [row], ids: [missing] },
      { path: 'ids', code: 'UNKNOWN_FIELD' },
    ],
    [
      { rows: [row], dryRun: 'no' },
      { path: 'dryRun', code: 'NOT_A_FLAG' },
    ],
    [{ rows: [null] }, { path: 'rows.0', code: 'BAD_JSON' }],
    [{ rows: [row, { status: 'LOST' }] }, { path: 'rows.1.id', code: 'REQUIRED' }],
    [{ rows: [{ ...row, status: 'livré' }] }, { path: 'rows.0.status', code: 'NOT_A_CHOICE' }],
    [
      { rows: [{ ...row, status: 'LOST', collected: 1 }] },
      { path: 'rows.0.collected', code: 'UNKNOWN_FIELD' },
    ],
    [{ rows: [{ ...row, collected: -1 }] }, { path: 'rows.0.collected', code: 'TOO_SMALL' }],
    [{ rows: [{ ...row, delivery: missing }] }, { path: 'rows.0.delivery', code: 'UNKNOWN_FIELD' }],
    [{ rows: [row, { ...row, id: missing.toUpperCase() }] }, { path: 'rows.1.id', code: 'NAMED_TWICE' }],
    [{ rows: Array.from({ length: maxKeys + 1 }, () => row) }, { path: 'rows', code: 'TOO_MANY_IDS' }],
  ])('refuses %j', async (body, problem) => {
    const answer = await shop.admin.put<{ errors: object[] }>('/shippings/sheet', { body })
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0]).toMatchObject(problem)
  })
})
