import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'
import { images } from '../db/schema/images.ts'

const MAX_HASHES_A_STATEMENT = 500
const MAX_WAITING_STATEMENTS = 10
const MAX_REMEMBERED = 10_000

type Lookup = { hashes: Set<string>; stored: Promise<ReadonlySet<string>> }

/**
 * Whether pictures with these hashes exist. Batched: one statement at a time, so that made-up names use one connection.
 * Positive results are cached, and serve while the database is down. @throws Refused `OVERLOADED` for too many different ones
 * at once
 */
export const makeStoredHashes = ({ db }: Pick<ServerContext, 'db'>): ((hash: string) => Promise<boolean>) => {
  const remembered = new Set<string>()
  /** The batch that can be joined. */
  let open: Lookup | null = null
  let waiting = 0
  let previous: Promise<unknown> = Promise.resolve()

  const remember = (hash: string): void => {
    remembered.add(hash)
    if (remembered.size > MAX_REMEMBERED) remembered.delete(remembered.values().next().value!)
  }

  const readStored = async (hashes: ReadonlySet<string>): Promise<ReadonlySet<string>> => {
    const rows = await db
      .select({ hash: images.hash })
      .from(images)
      .where(sql`${images.hash} = any(${sql.param([...hashes])}::text[])`)
    for (const { hash } of rows) remember(hash)
    return new Set(rows.map(({ hash }) => hash))
  }

  const openLookup = (): Lookup => {
    if (waiting >= MAX_WAITING_STATEMENTS) throw new Refused('OVERLOADED')
    waiting++
    const hashes = new Set<string>()
    const stored = previous
      .then(() => nextTurn())
      .then(() => {
        waiting--
        if (open?.hashes === hashes) open = null
        return readStored(hashes)
      })
    previous = stored.catch(() => undefined)
    return { hashes, stored }
  }

  return async (hash) => {
    if (remembered.has(hash)) return true
    if (open === null || open.hashes.size >= MAX_HASHES_A_STATEMENT) open = openLookup()
    const { hashes, stored } = open
    hashes.add(hash)
    return (await stored).has(hash)
  }
}
