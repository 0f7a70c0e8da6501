import { describe, expect, it } from 'vitest'
import { expectInvalid, expectRefusal } from '../support/api/caller.ts'
import { openGoodsApi } from '../support/api/goods.ts'

const { api, goods } = await openGoodsApi()

type Listed = { total: number }

describe('a request', () => {
  it('is answered like an expedition, and moves no stock', async () => {
    const one = await goods.create('requests')
    const steps: [requested: string | undefined, status: string, verb: string][] = [
      [undefined, 'CONFIRMED', 'request.confirm'],
      [undefined, 'PENDING', 'request.unconfirm'],
      ['NO_COMMENT', 'NO_COMMENT', 'request.mark'],
      ['NOT_YET', 'NOT_YET', 'request.mark'],
      [undefined, 'CONFIRMED', 'request.confirm'],
    ]
    for (const [index, [requested, status, verb]] of steps.entries()) {
      expect(await goods.answer('requests', one, requested)).toMatchObject({
        status: 200,
        body: { status, version: index + 2 },
      })
      const [line] = await goods.history('requests', one)
      expect(line).toMatchObject({ verb, after: { status } })
      const { rows } = await api.context.pool.query('select resource from events where batch_id = $1', [
        line!.batchId,
      ])
      expect(rows).toEqual([{ resource: 'requests' }])
    }
    await expectRefusal(goods.answer('requests', one, 'CONFIRMED'), 409, 'ALREADY_THERE')
    await expectInvalid(goods.answer('requests', one, 'LOST'), 'status', 'NOT_A_CHOICE')
  })

  it('may be edited and deleted once it is answered', async () => {
    const one = await goods.create('requests')
    await goods.answer('requests', one)
    const edit = { body: { quantity: 3, price: 9_000 }, version: 2 }
    expect(await goods.admin.put(`/requests/${one.id}`, edit)).toMatchObject({
      status: 200,
      body: { quantity: 3, price: 9_000, status: 'CONFIRMED' },
    })
    expect((await goods.bulk('/requests/delete', { ids: [one.id] })).counts.changed).toBe(1)
  })

  it('returns to its previous answer, unless it was answered again', async () => {
    const one = await goods.create('requests')
    await goods.answer('requests', one, 'NOT_YET')
    await goods.answer('requests', one)
    const [confirm, mark] = await goods.history('requests', one)
    expect(await goods.undo(mark!.batchId)).toMatchObject({ refused: [{ code: 'MOVED_ON' }] })
    const undo = await goods.undo(confirm!.batchId)
    expect(await goods.read('requests', one)).toMatchObject({ status: 'NOT_YET' })
    await goods.undo(undo.batchId)
    expect(await goods.read('requests', one)).toMatchObject({ status: 'CONFIRMED' })
  })

  it('is answered with all that match, each from its own status, as the dry run said', async () => {
    const owner = (await api.createUser({ role: 'seller' })).id
    const made = await Promise.all([1, 2, 3].map(() => goods.create('requests', { owner })))
    await goods.answer('requests', made[0]!)
    const total = async (status: string) =>
      (await goods.admin.get<Listed>(`/requests?owner=${owner}&status=${status}`)).body.total
    const confirm = { where: { owner }, status: 'CONFIRMED' }
    const counts = { changed: 2, refused: 1, refusedBy: { ALREADY_THERE: 1 } }
    expect(await goods.bulk('/requests/status', { ...confirm, dryRun: true })).toMatchObject({
      batchId: null,
      counts,
    })
    expect(await total('CONFIRMED')).toBe(1)
    const report = await goods.bulk('/requests/status', confirm)
    expect(report.counts).toEqual(counts)
    expect(await total('CONFIRMED')).toBe(3)
    expect((await goods.bulk('/requests/status', { where: { owner } })).counts.changed).toBe(3)
    expect(await total('PENDING')).toBe(3)
    expect((await goods.undo(report.batchId)).counts.refusedBy).toEqual({ MOVED_ON: 2 })
  })

  it('is answered once by many at once', async () => {
    const one = await goods.create('requests')
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => goods.answer('requests', one, 'CONFIRMED')),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  })
})
