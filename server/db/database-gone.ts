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
