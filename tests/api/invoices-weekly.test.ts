import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Change } from '../../domain/changes.ts'
import type { Job } from '../../domain/jobs/job.ts'
import { isoWeekInterval } from '../../domain/lib/iso-week.ts'
import { billEndedWeeks } from '../../server/services/billing/bill-ended-weeks.ts'
import { type Billing, standInMidweek, startBilling } from '../support/api/billing.ts'
import { startApi, type TestApi } from '../support/api/start-api.ts'
import { startTrade, type Trade } from '../support/api/trade.ts'

let api: TestApi
let trade: Trade
let billing: Billing
beforeEach(async () => {
  api = await startApi()
  standInMidweek(api)
  await begin()
})
afterEach(() => api.close())

/** Sessions end with time: after a leap, somebody logs in anew. */
const begin = async () => {
  trade = await startTrade(api)
  billing = await startBilling(api, trade)
}

const leapTo = async (at: Date) => {
  api.clock.advance(at.getTime() - api.context.now().getTime())
  await begin()
}

const jobs = async (): Promise<(Job & { actor: string | null })[]> =>
  (await api.context.pool.query('select * from jobs order by created_at')).rows

/** One look of a server at its clock, and all that comes of it. */
const look = async () => {
  await billEndedWeeks(api.context)
  await expect.poll(async () => (await jobs()).every(({ status }) => status === 'DONE')).toBe(true)
}

describe('the weekly invoices', () => {
  it('are made once a week has ended, by whichever server looks first, and by nobody', async () => {
    const seller = await billing.seller()
    const product = await billing.product(seller)
    await billing.delivered(product)
    const week = billing.presentWeek()
    await look()
    expect(await billing.invoicesOf(seller)).toEqual([])
    await leapTo(new Date(isoWeekInterval(week, 'Africa/Abidjan').to.getTime() + 1_000))
    await billing.delivered(product)
    await Promise.all([look(), look(), look()])
    const [invoice, ...others] = await billing.invoicesOf(seller)
    expect(others).toEqual([])
    expect(invoice).toMatchObject({ week, totalShipments: 1, status: 'UN_PAID' })
    expect(await jobs()).toMatchObject([{ kind: 'invoice.generate', actor: null, total: 1, done: 1 }])
    const { body } = await trade.admin.get<{ items: Change[] }>(`/invoices/${invoice!.id}/history`)
    expect(body.items).toMatchObject([{ verb: 'invoice.generate', actor: null, actorName: null }])
    const { rows } = await api.context.pool.query(
      'select resource, actor from events where batch_id = $1 order by id',
      [body.items[0]!.batchId],
    )
    expect(rows).toEqual([
      { resource: 'invoices', actor: null },
      { resource: 'shippings', actor: null },
    ])
  })

  it('come at each country’s own midnight', async () => {
    const ivorian = await billing.seller('ic')
    const tunisian = await billing.seller('tn')
    for (const seller of [ivorian, tunisian]) await billing.delivered(await billing.product(seller))
    const { to } = isoWeekInterval(billing.presentWeek(), 'Africa/Abidjan')
    await leapTo(new Date(to.getTime() - 1_800_000))
    await look()
    expect(await billing.invoicesOf(tunisian)).toHaveLength(1)
    expect(await billing.invoicesOf(ivorian)).toEqual([])
    await leapTo(to)
    await look()
    expect(await billing.invoicesOf(ivorian)).toHaveLength(1)
  })

  it('bill weeks that no server was awake for, each on its own invoice', async () => {
    const seller = await billing.seller()
    const product = await billing.product(seller)
    for (const at of ['2024-12-29T12:00:00Z', '2024-12-30T12:00:00Z'])
      await billing.delivered(product, { at })
    await look()
    const weeks = (await billing.invoicesOf(seller)).map(({ week }) => week)
    expect(weeks).toEqual(['2024-W52', '2025-W01'])
  })

  it('leave what was undone until the next week, unless somebody asks', async () => {
    const seller = await billing.seller()
    const parcel = await billing.delivered(await billing.product(seller), { at: '2024-06-12T12:00:00Z' })
    await look()
    const [made] = await jobs()
    const undone = await trade.undo((made!.report as { batchId: string }).batchId)
    expect(undone.counts).toMatchObject({ changed: 1, refused: 0 })
    await look()
    expect(await trade.readShipping(parcel)).toMatchObject({ isBilled: false })
    await leapTo(isoWeekInterval(billing.presentWeek(), 'Africa/Abidjan').to)
    await look()
    expect(await billing.invoicesOf(seller)).toMatchObject([{ week: '2024-W24' }])
  })
})
