import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import { historyLimits } from '../../domain/users/storage-limits.ts'
import { Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'
import type { Executor } from '../db/drizzle.ts'

/**
 * Bytes that each user may add to the history within an hour, since it is never deleted. One per database and process; writes
 * of other instances are read once a minute.
 */
export type HistoryBudget = {
  accounts: Map<string, Account>
  storage: ServerContext['storage']
}

/** Bytes spent by minute. */
type Account = { minutes: Map<number, number>; readAt: number }

type Author = Pick<Actor, 'id' | 'role'>

const MINUTE_MS = 60_000
const WINDOW_MINUTES = 60

/** Estimated bytes of a line besides its values: columns and four index entries. */
const LINE_BYTES = 256

const budgets = new WeakMap<object, HistoryBudget['accounts']>()

/** Undefined without a pool (unit tests). */
export const historyBudget = ({
  pool,
  storage,
}: Partial<Pick<ServerContext, 'pool' | 'storage'>>): HistoryBudget | undefined => {
  if (pool === undefined) return undefined
  const accounts = budgets.get(pool) ?? new Map<string, Account>()
  budgets.set(pool, accounts)
  return { accounts, storage }
}

/** Estimated disk usage of lines, from the JSON length of their values. */
export const historyBytes = (lines: number, json: number): number => lines * LINE_BYTES + json

/**
 * Runs a statement that writes history lines and ends with `insert into change_batches`, on the author's budget. The server
 * itself (null) has none. @throws Refused `TOO_MANY_CHANGES` with seconds to wait; the transaction rolls back
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
    // Lines of dependent records alone add no batch.
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

/** Check at the start of long work. @throws Refused `TOO_MANY_CHANGES` if the budget is exhausted */
export const refuseSpent = (context: ServerContext, author: Author): void => {
  const budget = historyBudget(context)
  if (budget !== undefined) refuseBeyond(budget, author, context.now(), 1)
}

/** A change above the whole budget is allowed if nothing was spent: otherwise it could never be written. */
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

/** Drops minutes older than an hour. */
const accountOf = ({ accounts }: HistoryBudget, { id }: Author, at: Date): Account => {
  const account = accounts.get(id) ?? { minutes: new Map(), readAt: Number.NEGATIVE_INFINITY }
  accounts.set(id, account)
  for (const minute of account.minutes.keys()) {
    if (minute < minuteOf(at) - WINDOW_MINUTES) account.minutes.delete(minute)
  }
  return account
}

const minuteOf = (at: Date): number => Math.floor(at.getTime() / MINUTE_MS)

/** Bytes of the author's batches by minute in the last hour, except of this statement. */
const spentSql = ({ id }: Author, at: Date): SQL => {
  const since = new Date((minuteOf(at) - WINDOW_MINUTES) * MINUTE_MS)
  return sql`(
    select json_object_agg(minute, bytes) from (
      select floor(extract(epoch from spent.at) / 60)::bigint as minute, sum(spent.bytes) as bytes
      from change_batches spent
      where spent.actor = ${id}::uuid and spent.at >= ${since.toISOString()}::timestamptz
      group by 1) minutes)`
}
