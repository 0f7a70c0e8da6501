import { sql } from 'drizzle-orm'
import { afterEach, expect, it } from 'vitest'
import { endWhenSilent, isDatabaseGone } from '../../../server/db/connection-errors.ts'
import { drizzleOver } from '../../../server/db/drizzle.ts'
import { allowSlowStatements } from '../../../server/db/slow-statements.ts'
import { openApi } from '../../support/api/start-api.ts'

const api = await openApi()
const longest = 200
const opened: { release: (isBroken: boolean) => void }[] = []
afterEach(() => {
  for (const client of opened.splice(0)) client.release(true)
})

/** A connection that counts as lost after so short a silence. */
const impatient = async () => {
  const client = await api.context.pool.connect()
  opened.push(client)
  endWhenSilent(client, longest)
  return drizzleOver(client)
}
const slow = sql`select pg_sleep(${(3 * longest) / 1000})`

it('a statement takes longer than a connection is waited for where its transaction allows it, and only there', async () => {
  const allowed = await impatient()
  await allowed.transaction(async (tx) => {
    await allowSlowStatements(tx, 10_000)
    await tx.execute(slow)
  })
  const bound = (await impatient()).transaction((tx) => tx.execute(slow))
  await expect(bound).rejects.toSatisfy(isDatabaseGone)
})

it('a statement ends at the limit that its transaction has set', async () => {
  const db = await impatient()
  const late = db.transaction(async (tx) => {
    await allowSlowStatements(tx, 2 * longest)
    await tx.execute(slow)
  })
  await expect(late).rejects.toMatchObject({ cause: { code: '57014' } })
})
