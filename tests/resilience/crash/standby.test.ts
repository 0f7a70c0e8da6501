import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { toDrizzle } from '../../../server/db/drizzle.ts'
import { chooseAccount, embeddedBinaries, isRoot } from '../../../server/db/embedded/binaries.ts'
import { readEvents } from '../../support/api/event-reader.ts'
import { insertSession, insertUser } from '../../support/api/insert-user.ts'
import { findSystemBinaries } from '../../support/clusters/system-binaries.ts'
import { buildServer, startInstance } from '../../support/instances/start-instance.ts'
import { isFull, rounds } from '../../support/is-full.ts'
import { untilMore } from '../../support/loss/until-more.ts'
import { type Node, type Pair, startPair } from '../../support/standby/start-pair.ts'
import { type Guarantee, trackGuarantee } from '../../support/trust/guarantee.ts'
import { call, makeOrderWriter, type WriterTarget } from './order-writer.ts'

/** npm's PostgreSQL can follow another one too. */
const anyBinaries = () =>
  findSystemBinaries() ?? embeddedBinaries(os.tmpdir(), isRoot() ? chooseAccount() : null)
/** "Within seconds", promotion included; beside other tests only that it is. */
const longestReturn = rounds(10_000, 60_000)

const found = async ({ port }: Node, url: string): Promise<WriterTarget> => {
  const connectionConfig = { host: '127.0.0.1', port, user: 'waybill', database: 'waybill' }
  const pool = new pg.Pool(connectionConfig)
  const context = { db: toDrizzle(pool), pool, connectionConfig, now: () => new Date() }
  const token = await insertSession(context, await insertUser(context))
  await pool.end()
  const body = { country: 'ic', name: 'Montre', price: 15_000, quantity: 1_000_000 }
  const product = await call<{ id: string }>({ url, token }, 'POST', '/products', body)
  return { url, token, product: product.id }
}

describe.skipIf(process.platform === 'win32')('a standby that takes over', () => {
  beforeAll(buildServer)

  it('after kill -9 of the primary: served on within seconds, nothing acknowledged lost', async () => {
    const guarantee = trackGuarantee(
      'standby promoted after kill -9 of the primary: nothing acknowledged lost',
    )
    const took: number[] = []
    const failures = new Map<string, number>()
    let acknowledged = 0
    for (let round = 0; round < rounds(5, 1); round++) {
      const pair = await startPair(anyBinaries())
      const server = await startInstance(pair.url).catch(async (error: unknown) => {
        await pair.stop()
        throw error
      })
      try {
        const target = await found(pair.primary, server.url)
        const events = await readEvents(server.url, { token: target.token })
        const writer = makeOrderWriter()
        const stop = writer.write(target)
        await untilMore(writer.count, longestReturn)
        await sleep(rounds(1_500, 0) + Math.random() * 500)
        await pair.killPrimary()
        const began = performance.now()
        await sleep(Math.random() * 200)
        await pair.promote()
        const isBack = await untilMore(writer.count, longestReturn)
        took.push(performance.now() - began)
        if (!isBack) guarantee.broke(`no write in ${longestReturn} ms`)
        await untilMore(writer.count, longestReturn)
        await stop()
        guarantee.tried(writer.count())
        for (const why of await writer.missing(target)) guarantee.broke(why)

        // Streams go on, and hear of what was written since.
        const heard = events.messages.length
        const { id } = await writeOne(target)
        await expect
          .poll(() => events.messages.slice(heard).some(({ data }) => data.ids?.includes(id)))
          .toBe(true)
          .catch(() => guarantee.broke('an open stream heard nothing after'))
        guarantee.tried()
        events.close()

        if (isFull) await tryOldPrimary(guarantee, pair, writer, target)
        acknowledged += writer.count()
        for (const [why, times] of writer.failures) failures.set(why, (failures.get(why) ?? 0) + times)
      } finally {
        await server.end('SIGTERM')
        await pair.stop()
      }
    }
    for (const why of failures.keys()) if (why !== '503') guarantee.broke(`a call was told ${why}`)
    guarantee.report(
      `${acknowledged} orders; writing again ${Math.round(Math.max(...took))} ms at most after the kill`,
    )
  })
})

const writeOne = ({ url, token, product }: WriterTarget) =>
  call<{ id: string }>({ url, token }, 'POST', '/orders', {
    country: 'ic',
    product,
    customerName: 'Aya',
    customerPhone: '+2250701020304',
    customerAddress: 'Cocody, Abidjan',
    quantity: 1,
  })

/** One that was replaced, and does not know it, is not followed. */
const tryOldPrimary = async (
  guarantee: Guarantee,
  pair: Pair,
  writer: ReturnType<typeof makeOrderWriter>,
  target: WriterTarget,
): Promise<void> => {
  await pair.reviveOldPrimary()
  await pair.standby.asSuperuser(
    "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'waybill'",
  )
  const since = writer.count()
  const stop = writer.write(target)
  await untilMore(writer.count, longestReturn)
  await sleep(600)
  await stop()
  guarantee.tried(writer.count() - since)
  if (writer.count() === since) guarantee.broke('nothing was written beside the old primary')
  const [{ count }] = (await pair.primary.asSuperuser(
    "select count(*)::int from pg_stat_activity where usename = 'waybill'",
  )) as [{ count: number }]
  if (count > 0) guarantee.broke(`${count} connections to the old primary`)
  for (const why of await writer.missing(target)) guarantee.broke(why)
}
