import { sql } from 'drizzle-orm'
import { type Actor, standingOf } from '../../domain/access/actor.ts'
import { storageLimits } from '../../domain/users/storage-limits.ts'
import { Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'
import type { Transaction } from '../db/drizzle.ts'

/** One call under its key: what it asks for, and who asks. */
export type Keyed = { actor: Actor; user: string; key: string; requestHash: string }

const hour = 3_600

/** Takes a key for this transaction. @throws Refused `TOO_MANY_KEYS` where the user has as many as are stored */
export const insertKey = async (
  tx: Transaction,
  { now, storage }: ServerContext,
  { actor, user, key, requestHash }: Keyed,
): Promise<void> => {
  const { idempotencyKeys: most } = { ...storageLimits, ...storage }
  const { rowCount } = await tx.execute(sql`
    insert into idempotency_keys ("user", key, request_hash, standing, created_at)
    select ${user}::uuid, ${key}, ${requestHash}, ${standingOf(actor)}, ${now().toISOString()}::timestamptz
    where (select count(*) from (
      select 1 from idempotency_keys where "user" = ${user} limit ${most}) stored) < ${most}`)
  if (rowCount === 0) throw new Refused('TOO_MANY_KEYS', { retryAfter: hour })
}

/**
 * Stores an answer under its key. As many bytes as a user's bound are stored, newest first: older bodies give way, an
 * answer beyond the bound is not stored. Their keys stay, so that a repeated call has no second effect. Rows that
 * another write of the same user has locked are left to that one.
 */
export const storeAnswer = async (
  tx: Transaction,
  { storage }: ServerContext,
  { user, key }: Keyed,
  { status, body }: { status: number; body: string | null },
  { isLeftOut }: { isLeftOut: boolean },
): Promise<void> => {
  const { answers } = { ...storageLimits, ...storage }
  const size = body === null || isLeftOut ? 0 : Buffer.byteLength(body)
  const isStored = size > 0 && size <= answers
  const written = sql`update idempotency_keys
    set status = ${status}::integer, body = ${isStored ? body : null}::text,
      is_body_gone = ${body !== null && !isStored}::boolean
    where "user" = ${user} and key = ${key}`
  if (!isStored) {
    await tx.execute(written)
    return
  }
  await tx.execute(sql`
    with stored as (
      select key, sum(pg_column_size(body)) over (order by created_at desc, key desc) as bytes
      from idempotency_keys where "user" = ${user} and body is not null
    ), oldest as (
      select key from idempotency_keys
      where "user" = ${user} and key in (select key from stored where bytes > ${answers - size})
      for update skip locked
    ), gone as (
      update idempotency_keys set body = null, is_body_gone = true
      where "user" = ${user} and key in (select key from oldest)
    )
    ${written}`)
}
