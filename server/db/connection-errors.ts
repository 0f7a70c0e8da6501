import type { Socket } from 'node:net'
import type { Pool, PoolClient } from 'pg'

const goneCodes = new Set([
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '25006', // read_only_sql_transaction: the primary has moved
  '53300', // too_many_connections
  '57P04', // database_dropped
  '57P05', // idle_session_timeout
  '25P03', // idle_in_transaction_session_timeout
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** `pg` gives these no code of their own. */
const goneMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end/

/**
 * Whether the error says that the database cannot be reached at this moment (it is restarting, shutting
 * down, its connection broke), so that the answer is 503 and not 500. A write that failed this way may or
 * may not have been committed: it was never acknowledged.
 */
export function isDatabaseGone(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const { code, syscall } = cause as NodeJS.ErrnoException
    if (code && (goneCodes.has(code) || code.startsWith('08'))) return true
    if (code === 'ENOENT' && syscall === 'connect') return true
    if (goneMessages.test(cause.message)) return true
  }
  return false
}

/** What the database layer says while it starts, restarts and stops; Fastify's logger and `console` both fit. */
export interface DatabaseLog {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

/** Whether PostgreSQL ended a statement with one of these states; Drizzle wraps what it throws. */
export const hasSqlState = (error: unknown, states: ReadonlySet<string>): boolean => {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (states.has((cause as Error & { code?: string }).code ?? '')) return true
  }
  return false
}

/** Whether a statement waited for a lock as long as any may (`lock_timeout`), and was ended. */
export const isLockedOut = (error: unknown): boolean => {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ((cause as Error & { code?: string }).code === '55P03') return true
  }
  return false
}

/**
 * Ends a connection whose server has not said a word for so many milliseconds while it was asked something: it hangs,
 * its disk does, or it is not there any more and nothing said so. The query fails like any whose connection broke, and
 * `onSilence` is called.
 */
export const endWhenSilent = (
  client: PoolClient,
  longest: number,
  onSilence: () => void = () => {},
): void => {
  const stream = streamOf(client)
  stream.setTimeout(longest)
  // Not as the call's second argument, which is called once: a connection is idle many times before it hangs.
  stream.on('timeout', () => {
    const { readyForQuery } = client as unknown as { readyForQuery: boolean }
    if (readyForQuery) return
    stream.destroy(new Error('Connection terminated: the server has fallen silent'))
    onSilence()
  })
}

const streamOf = (client: PoolClient): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

/** Ends silent connections of a pool, and its idle ones with them: each would keep a call waiting as long again. */
export const endSilentConnections = (pool: Pool, longest: number): void => {
  const idle = new Set<PoolClient>()
  pool.on('release', (_error, client) => idle.add(client))
  pool.on('acquire', (client) => idle.delete(client))
  pool.on('remove', (client) => idle.delete(client))
  pool.on('connect', (client) =>
    endWhenSilent(client, longest, () => {
      for (const other of idle)
        streamOf(other).destroy(new Error('Connection terminated: another one fell silent'))
    }),
  )
}
