import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type * as schema from './schema.ts'

/** What reads: the pool, or the open transaction where a read must see its writes. */
export type Executor = PgDatabase<NodePgQueryResultHKT, typeof schema>
