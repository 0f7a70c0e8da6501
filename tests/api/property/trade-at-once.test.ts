import { expect, it } from 'vitest'
import type { ChangeReport } from '../../../domain/changes.ts'
import { standInMidweek } from '../../support/api/billing.ts'
import { expectSoundBooks } from '../../support/api/sound-books.ts'
import { expectSoundHistory } from '../../support/api/sound-history.ts'
import { expectSoundInvoices } from '../../support/api/sound-invoices.ts'
import { expectSoundSearch } from '../../support/api/sound-search.ts'
import { openApi } from '../../support/api/start-api.ts'
import { openTrade } from '../../support/property/open-trade.ts'
import { playAtOnce } from '../../support/property/play-at-once.ts'
import { firstSeed, playCounts } from '../../support/property/play-counts.ts'
import { newTally } from '../../support/property/tally.ts'
import { startWorld } from '../../support/property/world.ts'

const api = await openApi()
standInMidweek(api)
const world = await startWorld(api, 'tn')
await openTrade(world)

const { atOnce } = playCounts()
const clients = 8
/** How often everybody stops, so that all can be added up. */
const pauses = 6

it(`keeps stock, parcels, cash, invoices and history sound through ${atOnce} random calls of ${clients} clients at once`, {
  timeout: 120 * atOnce + 120_000,
}, async () => {
  const tally = newTally()
  for (let pause = 1; pause <= pauses; pause++) {
    const calls = Math.ceil((atOnce * pause) / pauses) - tally.calls
    await playAtOnce(world, { clients, calls, seed: firstSeed + 1_000_000 * pause, tally })
    await expectSoundBooks(api)
    await expectSoundHistory(api)
    await expectSoundSearch(api)
    await billAll()
    await expectSoundInvoices(api)
  }
  expect(tally.calls).toBe(atOnce)
  expect([...tally.refusals.keys()]).toEqual(
    expect.arrayContaining(['ALREADY_INVOICED', 'ALREADY_THERE', 'MOVED_ON', 'OUT_OF_STOCK']),
  )
})

/** Puts what is due on invoices, which must not be paid for that. */
const billAll = async (): Promise<void> => {
  const { admin } = world.callers
  await admin.put('/invoices/status', { body: { where: {}, status: 'UN_PAID' } })
  const { body } = await admin.post<ChangeReport>('/invoices/generate')
  expect(body.refused).toEqual([])
}
