import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { Pool, PoolClient } from 'pg'
import { isDatabaseGone } from './connection-errors.ts'
import * as schema from './schema.ts'

/** The pool, or an open transaction for reads that must see its writes. */
export type Executor = PgDatabase<NodePgQueryResultHKT, typeof schema>

export type Database = NodePgDatabase<typeof schema>
/** The open transaction of a workflow; all writes use one. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

const options = { schema, casing: 'snake_case' } as const

/** Drizzle over a connection that is also used directly. */
export const drizzleOver = (client: PoolClient): Database => drizzle(client, options)

/** Drizzle over the pool, with transactions that always release their connection: Drizzle's own leak it if `begin` fails. */
export const toDrizzle = (pool: Pool): Database => {
  const ofClient = new WeakMap<PoolClient, Database>()
  const overClient = (client: PoolClient): Database => {
    const known = ofClient.get(client) ?? drizzleOver(client)
    ofClient.set(client, known)
    return known
  }
  const transaction: Database['transaction'] = async (work, config) => {
    const client = await pool.connect()
    let isBroken = false
    try {
      return await overClient(client).transaction(work, config)
    } catch (error) {
      isBroken = isDatabaseGone(error)
      throw error
    } finally {
      client.release(isBroken)
    }
  }
  return Object.assign(drizzle(pool, options), { transaction })
}
