import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import type { StandbyState } from '../../domain/status/server-status.ts'
import { Refused } from '../core/errors.ts'
import { type DatabaseLog, isDatabaseGone } from './connection-errors.ts'
import { type Database, toDrizzle } from './drizzle.ts'
import { replaceConnect } from './replace-connect.ts'

/** `bytes`: log not replayed yet; `seconds`: age of the last replayed commit while there is some. Null if unreachable. */
export type StandbyLag = { bytes: number; seconds: number }

export type Standby = {
  /** Runs a read there; null if that is not possible at the moment, or failed: then the primary is asked. */
  read: <Answer>(work: (db: Database) => Promise<Answer>) => Promise<{ answer: Answer } | null>
  /** Reads by what became of them, since the start. `resting`: not tried, shortly after a failure. */
  counts: Readonly<Record<ReadOutcome, number>>
  state: () => StandbyState
  readLag: () => Promise<StandbyLag | null>
}

export const readOutcomes = ['standby', 'behind', 'failed', 'resting'] as const
export type ReadOutcome = (typeof readOutcomes)[number]

type StandbyOptions = {
  primary: Pool
  /** Of the standby; its `connect` is replaced. */
  pool: Pool
  log: DatabaseLog
  /** Milliseconds for which a read waits until the standby has replayed what it must see. */
  patience?: number
}

/** Milliseconds. */
export const usualPatience = 100
const pause = 3
/** Milliseconds in which reads go straight to the primary, after the standby was behind or did not answer. */
const restAfter: Record<Exclude<StandbyState, 'following'>, number> = {
  behind: 250,
  unreachable: 3_000,
  promoted: 5_000,
  foreign: 5_000,
}

/** A read under way: what the standby must have replayed, and the connections that have been found to. */
type Reading = { position: bigint; followed: WeakSet<PoolClient> }

/** Why the standby cannot answer a read. */
class NotFollowing extends Error {
  readonly state: Exclude<StandbyState, 'following'>
  constructor(state: Exclude<StandbyState, 'following'>) {
    super(`The standby is ${state}`)
    this.state = state
  }
}

/**
 * Answers reads from a hot standby as the primary would have when they began (ADR 0195): each read asks the primary for its position
 * in the log, and every connection that it uses waits until the standby has replayed it.
 */
export const openStandby = ({ primary, pool, log, patience = usualPatience }: StandbyOptions): Standby => {
  const readings = new AsyncLocalStorage<Reading>()
  const readPosition = shareNext(() => positionOf(primary))
  const identified = new WeakSet<PoolClient>()
  const counts: Record<ReadOutcome, number> = { standby: 0, behind: 0, failed: 0, resting: 0 }
  let state: StandbyState = 'following'
  /** The last state in the log. */
  let told: StandbyState = 'following'
  let restUntil = 0

  const follow = async (client: PoolClient, { position, followed }: Reading): Promise<void> => {
    if (followed.has(client)) return
    if (!identified.has(client)) {
      const [own, other] = await Promise.all([identityOf(primary), identityOf(client)])
      if (own !== other) throw new NotFollowing('foreign')
      identified.add(client)
    }
    for (const end = performance.now() + patience; ; await sleep(pause)) {
      const { isStandby, replayed } = await replayOf(client)
      if (!isStandby) throw new NotFollowing('promoted')
      if (replayed >= position) break
      if (performance.now() >= end) throw new NotFollowing('behind')
    }
    followed.add(client)
  }
  connectWith(pool, async (client) => {
    const reading = readings.getStore()
    if (reading !== undefined) await follow(client, reading)
  })
  const db = toDrizzle(pool)

  const note = (next: StandbyState): void => {
    if (next !== 'following') restUntil = performance.now() + restAfter[next]
    state = next
    // A standby that falls behind now and then is measured, not logged.
    if (next === 'behind' || next === told) return
    told = next
    if (next === 'following') log.warn('The standby of DATABASE_READ_URL is read again.')
    else
      log.warn(`The standby of DATABASE_READ_URL is not read: ${reasons[next]}. The primary is read instead.`)
  }

  return {
    counts,
    state: () => state,
    read: async (work) => {
      if (performance.now() < restUntil) {
        counts.resting++
        return null
      }
      try {
        const position = await readPosition()
        // The primary is no primary at the moment: its own errors are to be seen.
        if (position === null) return null
        const answer = await readings.run({ position, followed: new WeakSet() }, () => work(db))
        counts.standby++
        note('following')
        return { answer }
      } catch (error) {
        const refusal = causeOf(error, Refused)
        if (refusal !== null) {
          counts.standby++
          throw error
        }
        const reason = causeOf(error, NotFollowing)?.state ?? (isDatabaseGone(error) ? 'unreachable' : null)
        counts[reason === 'behind' ? 'behind' : 'failed']++
        // Others are of the one statement: a conflict with replay, or a bug that the primary shows too.
        if (reason !== null) note(reason)
        return null
      }
    },
    readLag: async () => {
      try {
        return lagOf(await positionOf(primary), await replayOf(pool))
      } catch {
        return null
      }
    },
  }
}

const reasons: Record<Exclude<StandbyState, 'following' | 'behind'>, string> = {
  unreachable: 'it does not answer',
  promoted: 'it has been promoted',
  foreign: 'it is no standby of the database of DATABASE_URL',
}

const lagOf = (position: bigint | null, { replayed, age }: Replay): StandbyLag => {
  const bytes = position === null ? 0n : position - replayed
  return bytes > 0n ? { bytes: Number(bytes), seconds: age } : { bytes: 0, seconds: 0 }
}

/** Whether a server is a standby of the primary, and how far behind. */
export const inspectStandby = async (
  primary: Asked,
  standby: Asked,
): Promise<{ state: Extract<StandbyState, 'following' | 'promoted' | 'foreign'>; lag: StandbyLag }> => {
  const position = await positionOf(primary)
  const replay = await replayOf(standby)
  const isSame = (await identityOf(primary)) === (await identityOf(standby))
  const state = !isSame ? 'foreign' : replay.isStandby ? 'following' : 'promoted'
  return { state, lag: lagOf(position, replay) }
}

/** Anything with `query`. */
type Asked = Pick<Pool, 'query'>

/**
 * Instant of the primary in the log: all that any session has seen committed lies before it. What is committed without waiting for
 * the disk is acknowledged before it is flushed.
 */
const positionOf = async (primary: Asked): Promise<bigint | null> => {
  const { rows } = await primary.query<{ position: string | null }>(
    `select (case
      when pg_is_in_recovery() then null
      when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn() end)::text as position`,
  )
  const { position } = rows[0]!
  return position === null ? null : toPosition(position)
}

type Replay = { isStandby: boolean; replayed: bigint; age: number }

const replayOf = async (client: Asked): Promise<Replay> => {
  const { rows } = await client.query<{ isStandby: boolean; replayed: string | null; age: number | null }>(
    `select pg_is_in_recovery() as "isStandby", pg_last_wal_replay_lsn()::text as replayed,
      extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as age`,
  )
  const { isStandby, replayed, age } = rows[0]!
  return { isStandby, replayed: replayed === null ? 0n : toPosition(replayed), age: Math.max(0, age ?? 0) }
}

/** Positions of two servers can be compared only if one is a copy of the other. */
const identityOf = async (server: Asked): Promise<string> => {
  const { rows } = await server.query<{ identity: string }>(
    `select concat_ws(' ', (select system_identifier from pg_control_system()),
      (select oid from pg_database where datname = current_database())) as identity`,
  )
  return rows[0]!.identity
}

/** `16/B374D848`: two halves of 64 bits. */
const toPosition = (text: string): bigint => {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/** Calls that come while a reading runs share the next one, which begins after them. */
const shareNext = <Value>(read: () => Promise<Value>): (() => Promise<Value>) => {
  let running: Promise<unknown> | null = null
  let next: Promise<Value> | null = null
  const begin = (): Promise<Value> => {
    const reading = read().finally(() => {
      if (running === reading) running = null
    })
    running = reading
    return reading
  }
  return () => {
    if (running === null) return begin()
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null
        return begin()
      })
    return next
  }
}

/** Runs `prepare` on each connection that is checked out. */
const connectWith = (pool: Pool, prepare: (client: PoolClient) => Promise<void>): void =>
  replaceConnect(pool, (connectNow) => async () => {
    const client = await connectNow()
    try {
      await prepare(client)
      return client
    } catch (error) {
      // Behind is the server, not the connection; what it has become is asked again on a new one.
      client.release(causeOf(error, NotFollowing)?.state !== 'behind')
      throw error
    }
  })

/** The error of a class among an error and its causes: Drizzle wraps them. */
const causeOf = <Kind extends Error>(error: unknown, kind: new (...given: never[]) => Kind): Kind | null => {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof kind) return cause
  return null
}
