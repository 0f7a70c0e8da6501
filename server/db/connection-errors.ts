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

/** Errors of `pg` without a code. */
const goneMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end/

/**
 * Whether the database is unreachable (restart, shutdown, lost connection): answered 503 instead of 500. The write may or may
 * not have been committed.
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

/** Log of the database layer; Fastify's logger and `console` fit. */
export interface DatabaseLog {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

/** Whether an error has one of these SQL states, also wrapped by Drizzle. */
export const hasSqlState = (error: unknown, states: ReadonlySet<string>): boolean => {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (states.has((cause as Error & { code?: string }).code ?? '')) return true
  }
  return false
}

/** Whether a statement exceeded `lock_timeout`. */
export const isLockedOut = (error: unknown): boolean => {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ((cause as Error & { code?: string }).code === '55P03') return true
  }
  return false
}

/**
 * Ends a connection that has not answered a query for so many milliseconds: server, disk or network hang. The query fails like
 * after a lost connection; calls `onSilence`.
 */
export const endWhenSilent = (
  client: PoolClient,
  longest: number,
  onSilence: () => void = () => {},
): void => {
  const stream = streamOf(client)
  stream.setTimeout(longest)
  // Not the argument of `setTimeout`, which fires once: idle timeouts come first.
  stream.on('timeout', () => {
    const { readyForQuery } = client as unknown as { readyForQuery: boolean }
    if (readyForQuery) return
    stream.destroy(new Error('Connection terminated: the server has fallen silent'))
    onSilence()
  })
}

/** Waits so many milliseconds for answers of a connection until its pool has it back; 0: for ever. */
export const waitLonger = (client: PoolClient, milliseconds: number): void => {
  streamOf(client).setTimeout(milliseconds)
}

const streamOf = (client: PoolClient): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

/** Ends silent connections of a pool, and then its idle ones, which would be silent too. */
export const endSilentConnections = (pool: Pool, longest: number): void => {
  const idle = new Set<PoolClient>()
  pool.on('release', (_error, client) => {
    idle.add(client)
    waitLonger(client, longest)
  })
  pool.on('acquire', (client) => idle.delete(client))
  pool.on('remove', (client) => idle.delete(client))
  pool.on('connect', (client) =>
    endWhenSilent(client, longest, () => {
      for (const other of idle)
        streamOf(other).destroy(new Error('Connection terminated: another one fell silent'))
    }),
  )
}
