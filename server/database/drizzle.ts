import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import * as schema from './schema.ts'

export type Database = NodePgDatabase<typeof schema>
/** The open transaction of a workflow; every write goes through one. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

export const toDrizzle = (pool: Pool): Database => drizzle(pool, { schema, casing: 'snake_case' })
