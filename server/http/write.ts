import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, coversStanding, standingOf } from '../../domain/access/actor.ts'
import { storageLimits } from '../../domain/users/storage-limits.ts'
import { passwordFingerprint } from '../auth/password.ts'
import { Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'
import type { Executor, Transaction } from '../db/drizzle.ts'
import { idempotencyKeys } from '../db/schema.ts'
import { inOwnTransaction } from './auth.ts'
import { sendJson } from './json-body.ts'

/** `body` is left out for 204. */
export type Answer = { status: number; body?: unknown }

/** An answer as it is kept and sent: its JSON. */
export type Stored = { status: number; body: string | null }

export type WriteOptions = {
  /** What the call sends, where it is not its JSON body: the hash of an uploaded file. */
  fingerprint?: string
  /** Whether an earlier answer under the same key came to nothing, so that the work is to be done now. */
  isVoid?: (tx: Transaction, earlier: Stored) => Promise<boolean>
  /** Reads the body of a repeated call's answer again: that of the first is then not stored. */
  recall?: (db: Executor) => Promise<unknown>
}

export const keptFor = 24 * 3_600_000

/**
 * Runs a write call's work in one transaction and answers it. With an `Idempotency-Key` the answer is stored in that
 * same transaction: the same call again gets the same answer without a second effect, whatever was lost on the way.
 * The actor is read again at its beginning (`inOwnTransaction`). Refusals roll back and are not stored: the same key may try again.
 */
export const write = async (
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Transaction) => Promise<Answer>,
  options: WriteOptions = {},
): Promise<FastifyReply> => {
  return sendStored(reply, await performWrite(context, request, work, options))
}

/** `write` up to the answer. */
export const performWrite = async (
  context: ServerContext,
  request: FastifyRequest,
  work: (tx: Transaction) => Promise<Answer>,
  options: WriteOptions = {},
): Promise<Stored & { isReplay: boolean }> => {
  const keyed = readKeyed(request, options)
  if (keyed === null) return { ...toStored(await inOwnTransaction(context, request, work)), isReplay: false }
  const perform = async (tx: Transaction) => {
    const earlier = await claim(context, tx, keyed, options)
    if (earlier !== null) return { ...earlier, isReplay: true }
    const fresh = toStored(await work(tx))
    await storeAnswer(tx, context, keyed, fresh, { isLeftOut: options.recall !== undefined })
    return { ...fresh, isReplay: false }
  }
  // Before the locks of the session, for which the first call with this key may make others wait.
  return inOwnTransaction(context, request, perform, { beforeLock: (tx) => lockKey(tx, keyed) })
}

/** What an earlier call has left under this one's key, for a call that could not get as far as `write` once more. */
export const findAnswer = async (
  context: ServerContext,
  request: FastifyRequest,
  options: WriteOptions,
): Promise<Stored | null> => {
  const keyed = readKeyed(request, options)
  if (keyed === null) return null
  const { answer } = await readEarlier(context, context.db, keyed, options)
  return answer
}

/** Sends what `performWrite` gave. */
export const sendStored = (
  reply: FastifyReply,
  { status, body, isReplay }: Stored & { isReplay: boolean },
): FastifyReply => {
  reply.code(status)
  if (isReplay) reply.header('idempotency-replayed', 'true')
  return body === null ? reply.send() : sendJson(reply, body)
}

const toStored = ({ status, body }: Answer): Stored => ({
  status,
  body: body === undefined ? null : JSON.stringify(body),
})

const readKey = (request: FastifyRequest): string | null => {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,200}$/.test(key))
    throw new Refused('IDEMPOTENCY_KEY_INVALID')
  return key
}

const hashOf = (request: FastifyRequest, { fingerprint }: WriteOptions): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        request.method,
        request.url,
        request.headers['if-match'] ?? null,
        fingerprint ?? request.body ?? null,
      ]),
    )
    .digest('hex')

const readKeyed = (request: FastifyRequest, options: WriteOptions): Keyed | null => {
  const key = readKey(request)
  if (key === null) return null
  const { actor } = request
  return { actor, user: actor.id, key, requestHash: hashOf(request, options) }
}

const isKeyed = ({ user, key }: Keyed) => and(eq(idempotencyKeys.user, user), eq(idempotencyKeys.key, key))

/** @throws Refused `IDEMPOTENCY_IN_FLIGHT` while another transaction has the key */
const lockKey = async (tx: Transaction, { user, key }: Keyed): Promise<void> => {
  const lock = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${user} ${key}`}, 0)) as taken`,
  )
  if (!lock.rows[0]?.taken) throw new Refused('IDEMPOTENCY_IN_FLIGHT')
}

/** Takes the key for this transaction, or gives the answer that an earlier call left under it. */
const claim = async (
  context: ServerContext,
  tx: Transaction,
  keyed: Keyed,
  options: WriteOptions,
): Promise<Stored | null> => {
  const { isThere, answer } = await readEarlier(context, tx, keyed, options)
  if (answer !== null && !(await options.isVoid?.(tx, answer))) return answer
  if (isThere) await tx.delete(idempotencyKeys).where(isKeyed(keyed))
  await insertKey(tx, context, keyed)
  return null
}

/**
 * What is stored under a key, and the answer where it still counts.
 * @throws Refused `ANSWER_GONE` where the call was made and its answer is not stored any more
 */
const readEarlier = async (
  { now }: ServerContext,
  db: Executor,
  keyed: Keyed,
  { recall }: WriteOptions,
): Promise<{ isThere: boolean; answer: Stored | null }> => {
  const [earlier] = await db.select().from(idempotencyKeys).where(isKeyed(keyed))
  if (earlier === undefined) return { isThere: false, answer: null }
  if (now().getTime() - earlier.createdAt.getTime() >= keptFor) return { isThere: true, answer: null }
  if (earlier.requestHash !== keyed.requestHash) throw new Refused('IDEMPOTENCY_KEY_REUSED')
  // It may hold records that are out of reach by now.
  if (!coversStanding(keyed.actor, earlier.standing)) throw new Refused('FORBIDDEN')
  const status = earlier.status ?? 200
  if (!earlier.isBodyGone) return { isThere: true, answer: { status, body: earlier.body } }
  if (recall === undefined) throw new Refused('ANSWER_GONE')
  return { isThere: true, answer: { status, body: JSON.stringify(await recall(db)) } }
}

/** How a call that sends a password is written: keeps it out of what is stored under an idempotency key. */
export const passwordWrite = async (
  request: FastifyRequest,
  password: string,
  rest: object = {},
): Promise<WriteOptions> => {
  const key = request.headers['idempotency-key']
  if (key === undefined) return {}
  const salt = `${request.actor.id} ${key}`
  return { fingerprint: JSON.stringify([rest, await passwordFingerprint(password, salt)]) }
}

/** One call under its key: what it asks for, and who asks. */
type Keyed = { actor: Actor; user: string; key: string; requestHash: string }

const hour = 3_600

/** Takes a key for this transaction. @throws Refused `TOO_MANY_KEYS` where the user has as many as are stored */
const insertKey = async (
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
const storeAnswer = async (
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
