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

/** Without `body`: 204. `batchId`: batch of the write's history, if the caller may read it: sent as `Batch-Id`. */
export type HttpAnswer = { status: number; body?: unknown; batchId?: string | null }

/** A stored answer as JSON. */
export type Stored = { status: number; body: string | null; batchId: string | null }

export type PerformOptions = {
  /** Replaces the body in the idempotency fingerprint: the hash of an uploaded file. */
  fingerprint?: string
  /** Whether a stored answer is void, so that the work is done again. */
  isVoid?: (tx: Transaction, earlier: Stored) => Promise<boolean>
  /** The body of a repeated call, where the first one had a secret that is not stored. */
  withoutSecrets?: (body: unknown) => unknown
  /** Reads the body of a repeated call again, instead of storing it. */
  recall?: (db: Executor) => Promise<unknown>
  /** Every statement sees the database as it was at the first; repeated if somebody changed the same rows. */
  isSnapshot?: boolean
}

export const keptFor = 24 * 3_600_000

/**
 * Runs a write in one transaction and answers it. With an `Idempotency-Key` the answer is stored in that transaction: repeated
 * calls get it without a second effect. The actor is re-read (`inOwnTransaction`). Refusals roll back and are not stored.
 */
export const write = async (
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Transaction) => Promise<HttpAnswer>,
  options: PerformOptions = {},
): Promise<FastifyReply> => {
  return sendStored(reply, await performWrite(context, request, work, options))
}

/** `write` without sending the answer. */
export const performWrite = async (
  context: ServerContext,
  request: FastifyRequest,
  work: (tx: Transaction) => Promise<HttpAnswer>,
  options: PerformOptions = {},
): Promise<Stored & { isReplay: boolean }> => {
  const keyed = readKeyed(request, options)
  const begin = async (tx: Transaction) => {
    if (options.isSnapshot) await tx.execute(sql`set transaction isolation level repeatable read`)
  }
  if (keyed === null) {
    const answer = await inOwnTransaction(context, request, work, { beforeLock: begin })
    return { ...toStored(answer), isReplay: false }
  }
  const perform = async (tx: Transaction) => {
    const earlier = await claim(context, tx, keyed, options)
    if (earlier !== null) return { ...earlier, isReplay: true }
    const answer = await work(tx)
    const fresh = toStored(answer)
    const { withoutSecrets, recall } = options
    const kept = withoutSecrets ? toStored({ ...answer, body: withoutSecrets(answer.body) }) : fresh
    await storeAnswer(tx, context, keyed, kept, { isLeftOut: recall !== undefined })
    return { ...fresh, isReplay: false }
  }
  // Before the session's locks, which the first call with this key may hold.
  return inOwnTransaction(context, request, perform, {
    beforeLock: async (tx) => {
      await begin(tx)
      await lockKey(tx, keyed)
    },
  })
}

/** The stored answer under this call's key, if it cannot reach `write` again. */
export const findAnswer = async (
  context: ServerContext,
  request: FastifyRequest,
  options: PerformOptions,
): Promise<Stored | null> => {
  const keyed = readKeyed(request, options)
  if (keyed === null) return null
  const { answer } = await readEarlier(context, context.db, keyed, options)
  return answer
}

/**
 * Work that comes before `write` and must not run twice at once under one key, such as counting an attempt.
 * @throws Refused `IDEMPOTENCY_IN_FLIGHT` if a call with this key is in its work in this process
 */
export const oncePerKey = async <Value>(
  context: ServerContext,
  request: FastifyRequest,
  work: () => Promise<Value>,
): Promise<Value> => {
  const key = readKey(request)
  if (key === null) return work()
  const name = `${request.actor.id} ${ofCaller(request.actor, key)}`
  const inWork = keysInWork.get(context) ?? new Set()
  keysInWork.set(context, inWork)
  if (inWork.has(name)) throw new Refused('IDEMPOTENCY_IN_FLIGHT')
  inWork.add(name)
  try {
    return await work()
  } finally {
    inWork.delete(name)
  }
}

const keysInWork = new WeakMap<ServerContext, Set<string>>()

/** Sends the result of `performWrite`. */
export const sendStored = (
  reply: FastifyReply,
  { status, body, batchId, isReplay }: Stored & { isReplay: boolean },
): FastifyReply => {
  reply.code(status)
  if (isReplay) reply.header('idempotency-replayed', 'true')
  if (batchId !== null) reply.header('batch-id', batchId)
  return body === null ? reply.send() : sendJson(reply, body)
}

const toStored = ({ status, body, batchId = null }: HttpAnswer): Stored => ({
  status,
  batchId,
  body: body === undefined ? null : JSON.stringify(body),
})

const readKey = (request: FastifyRequest): string | null => {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,200}$/.test(key))
    throw new Refused('IDEMPOTENCY_KEY_INVALID')
  return key
}

const hashOf = (request: FastifyRequest, { fingerprint }: PerformOptions): string =>
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

const readKeyed = (request: FastifyRequest, options: PerformOptions): Keyed | null => {
  const key = readKey(request)
  if (key === null) return null
  const { actor } = request
  return { actor, user: actor.id, key: ofCaller(actor, key), requestHash: hashOf(request, options) }
}

/** Programs of one user do not know each other's idempotency keys. */
const ofCaller = (actor: Actor, key: string): string =>
  actor.key === undefined ? key : `${actor.key.id} ${key}`

const isKeyed = ({ user, key }: Keyed) => and(eq(idempotencyKeys.user, user), eq(idempotencyKeys.key, key))

/** @throws Refused `IDEMPOTENCY_IN_FLIGHT` if another transaction holds the key */
const lockKey = async (tx: Transaction, { user, key }: Keyed): Promise<void> => {
  const lock = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${user} ${key}`}, 0)) as taken`,
  )
  if (!lock.rows[0]?.taken) throw new Refused('IDEMPOTENCY_IN_FLIGHT')
}

/** Claims the key, or returns the stored answer. */
const claim = async (
  context: ServerContext,
  tx: Transaction,
  keyed: Keyed,
  options: PerformOptions,
): Promise<Stored | null> => {
  const { isThere, answer } = await readEarlier(context, tx, keyed, options)
  if (answer !== null && !(await options.isVoid?.(tx, answer))) return answer
  if (isThere) await tx.delete(idempotencyKeys).where(isKeyed(keyed))
  await insertKey(tx, context, keyed)
  return null
}

/** The stored answer if still valid. @throws Refused `ANSWER_GONE` if it was deleted */
const readEarlier = async (
  { now }: ServerContext,
  db: Executor,
  keyed: Keyed,
  { recall }: PerformOptions,
): Promise<{ isThere: boolean; answer: Stored | null }> => {
  const [earlier] = await db.select().from(idempotencyKeys).where(isKeyed(keyed))
  if (earlier === undefined) return { isThere: false, answer: null }
  if (now().getTime() - earlier.createdAt.getTime() >= keptFor) return { isThere: true, answer: null }
  if (earlier.requestHash !== keyed.requestHash) throw new Refused('IDEMPOTENCY_KEY_REUSED')
  // May contain records now out of scope.
  if (!coversStanding(keyed.actor, earlier.standing)) throw new Refused('FORBIDDEN')
  const status = earlier.status ?? 200
  const { batchId } = earlier
  if (!earlier.isBodyGone) return { isThere: true, answer: { status, batchId, body: earlier.body } }
  if (recall === undefined) throw new Refused('ANSWER_GONE')
  return { isThere: true, answer: { status, batchId, body: JSON.stringify(await recall(db)) } }
}

/** Options of a write with a password, which must not be stored with the idempotency key. */
export const passwordWrite = async (
  request: FastifyRequest,
  password: string,
  rest: object = {},
): Promise<PerformOptions> => {
  const key = request.headers['idempotency-key']
  if (key === undefined) return {}
  const salt = `${request.actor.id} ${key}`
  return { fingerprint: JSON.stringify([rest, await passwordFingerprint(password, salt)]) }
}

/** A call with its key, fingerprint and caller. */
type Keyed = { actor: Actor; user: string; key: string; requestHash: string }

const hour = 3_600

/** Inserts a key. @throws Refused `TOO_MANY_KEYS` at the user's limit */
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
 * Stores an answer. Within the user's byte limit, older bodies are deleted; an answer above the limit is not stored. Keys stay.
 * Skips rows locked by other writes of the user.
 */
const storeAnswer = async (
  tx: Transaction,
  { storage }: ServerContext,
  { user, key }: Keyed,
  { status, body, batchId }: Stored,
  { isLeftOut }: { isLeftOut: boolean },
): Promise<void> => {
  const { answers } = { ...storageLimits, ...storage }
  const size = body === null || isLeftOut ? 0 : Buffer.byteLength(body)
  const isStored = size > 0 && size <= answers
  const written = sql`update idempotency_keys
    set status = ${status}::integer, batch_id = ${batchId}::uuid, body = ${isStored ? body : null}::text,
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
