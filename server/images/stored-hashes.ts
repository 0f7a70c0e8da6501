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
 * Whether pictures of these hashes were stored, by their rows. One statement runs at a time, for all who ask meanwhile: names
 * that anybody makes up take one connection at most. Stored ones are remembered and served while the database is down; one that
 * has been deleted since is looked for in vain.
 *
 * @throws Refused `OVERLOADED` if too many different ones are asked for at once
 */
export const makeStoredHashes = ({ db }: Pick<ServerContext, 'db'>): ((hash: string) => Promise<boolean>) => {
  const remembered = new Set<string>()
  /** The lookup that can still be joined. */
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
