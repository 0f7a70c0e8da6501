import pg from 'pg'

/** What no session of ours goes without, in milliseconds. Sent at the start of each; poolers do not pass it on. */
export const sessionBounds = {
  statement_timeout: 30_000,
  // What waits for somebody's lock keeps a connection that others could use. Nothing of ours holds one for so long.
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
}

/** Two that alter one role at once would break each other. */
const roleLock = 760_118_412

/** For a session of its own that may take as long as it takes: a migration, a backup. */
export const unbound = 'set statement_timeout = 0; set lock_timeout = 0'
export const boundAgain = 'reset statement_timeout; reset lock_timeout'

/**
 * Leaves the bounds with the role that `client` works as, for its database only: every session that a pooler opens
 * from now on has them. Where the role, the database or the server has a bound already, that one stays.
 */
export const leaveBoundsWithRole = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ name: keyof typeof sessionBounds; database: string }>(
    "select name, current_database() as database from pg_settings where name = any($1) and setting = '0'",
    [Object.keys(sessionBounds)],
  )
  if (rows.length === 0) return
  await client.query('select pg_advisory_lock($1)', [roleLock])
  for (const { name, database } of rows) {
    await client.query(
      `alter role current_user in database ${pg.escapeIdentifier(database)} set ${name} = ${sessionBounds[name]}`,
    )
  }
  await client.query('select pg_advisory_unlock($1)', [roleLock])
}
