import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import { historyLimits } from '../../domain/users/storage-limits.ts'
import { Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'
import type { Executor } from '../db/drizzle.ts'

/**
 * What each user may add to the history within an hour. It is never deleted, so that a script in a loop would fill the disk.
 * One a database and process: what other instances have written is read once a minute, by the statement that writes next.
 */
export type HistoryBudget = {
  accounts: Map<string, Account>
  storage: ServerContext['storage']
}

/** Bytes that a user has spent, by the minute. */
type Account = { minutes: Map<number, number>; readAt: number }

type Author = Pick<Actor, 'id' | 'role'>

const MINUTE_MS = 60_000
const WINDOW_MINUTES = 60

/** About what a line takes beside its values: its columns, and its entries in four indexes. */
const LINE_BYTES = 256

const budgets = new WeakMap<object, HistoryBudget['accounts']>()

/** Without a pool, as for tests of parts, there is none. */
export const historyBudget = ({
  pool,
  storage,
}: Partial<Pick<ServerContext, 'pool' | 'storage'>>): HistoryBudget | undefined => {
  if (pool === undefined) return undefined
  const accounts = budgets.get(pool) ?? new Map<string, Account>()
  budgets.set(pool, accounts)
  return { accounts, storage }
}

/** About what these lines take on disk, by the JSON of their values. */
export const historyBytes = (lines: number, json: number): number => lines * LINE_BYTES + json

/**
 * Runs a statement that writes lines of the history and ends with `insert into change_batches`, at the cost of its author's
 * budget. The server's own work (null) has none.
 * @throws Refused `TOO_MANY_CHANGES` with the seconds to wait: the transaction rolls back, and nothing is lost
 */
export const spendHistory = async (
  tx: Executor,
  author: Author | null,
  { at, budget }: { at: Date; budget?: HistoryBudget | undefined },
  { statement, bytes }: { statement: SQL; bytes: number },
): Promise<void> => {
  if (author === null || budget === undefined) {
    await tx.execute(statement)
    return
  }
  const account = accountOf(budget, author, at)
  refuseBeyond(budget, author, at, bytes)
  if (at.getTime() - account.readAt < MINUTE_MS) await tx.execute(statement)
  else {
    const read = await tx.execute<{ spent: Record<string, number> | null }>(
      sql`${statement} returning ${spentSql(author, at)} as spent`,
    )
    const [row] = read.rows
    // A statement of followers alone adds to no batch.
    if (row !== undefined) {
      const spent = Object.entries(row.spent ?? {}).map(([minute, sum]): [number, number] => [
        Number(minute),
        Number(sum),
      ])
      Object.assign(account, { minutes: new Map(spent), readAt: at.getTime() } satisfies Account)
      refuseBeyond(budget, author, at, bytes)
    }
  }
  const minute = minuteOf(at)
  account.minutes.set(minute, (account.minutes.get(minute) ?? 0) + bytes)
}

/** For work that begins now and writes later. @throws Refused `TOO_MANY_CHANGES` where the author has spent all */
export const refuseSpent = (context: ServerContext, author: Author): void => {
  const budget = historyBudget(context)
  if (budget !== undefined) refuseBeyond(budget, author, context.now(), 1)
}

/** What is larger than a whole budget is let through where nothing was spent: it could be written at no other time. */
const refuseBeyond = (budget: HistoryBudget, author: Author, at: Date, bytes: number): void => {
  const { minutes } = accountOf(budget, author, at)
  const limit = limitOf(budget, author)
  let spent = [...minutes.values()].reduce((sum, one) => sum + one, 0)
  if (spent === 0 || spent + bytes <= limit) return
  let free = minuteOf(at)
  for (const [minute, sum] of [...minutes].toSorted(([one], [other]) => one - other)) {
    spent -= sum
    free = minute
    if (spent === 0 || spent + bytes <= limit) break
  }
  const wait = (free + WINDOW_MINUTES + 1) * MINUTE_MS - at.getTime()
  throw new Refused('TOO_MANY_CHANGES', { retryAfter: Math.max(1, Math.ceil(wait / 1_000)) })
}

const limitOf = ({ storage }: HistoryBudget, { role }: Author): number =>
  storage?.historyBytes ?? historyLimits[role]

/** Without what was spent more than an hour ago. */
const accountOf = ({ accounts }: HistoryBudget, { id }: Author, at: Date): Account => {
  const account = accounts.get(id) ?? { minutes: new Map(), readAt: Number.NEGATIVE_INFINITY }
  accounts.set(id, account)
  for (const minute of account.minutes.keys()) {
    if (minute < minuteOf(at) - WINDOW_MINUTES) account.minutes.delete(minute)
  }
  return account
}

const minuteOf = (at: Date): number => Math.floor(at.getTime() / MINUTE_MS)

/** What the author's batches of the hour take, by the minute, but for what the statement itself writes. */
const spentSql = ({ id }: Author, at: Date): SQL => {
  const since = new Date((minuteOf(at) - WINDOW_MINUTES) * MINUTE_MS)
  return sql`(
    select json_object_agg(minute, bytes) from (
      select floor(extract(epoch from spent.at) / 60)::bigint as minute, sum(spent.bytes) as bytes
      from change_batches spent
      where spent.actor = ${id}::uuid and spent.at >= ${since.toISOString()}::timestamptz
      group by 1) minutes)`
}
