import type pg from 'pg'

type Table = 'orders' | 'shippings' | 'users'
type Entry = { table: Table; version: number; status: string | null; isMoving: boolean }

/**
 * Records acknowledged writes. Each record has one client, which sends sequentially, so that it has its acknowledged version,
 * or the next while a call is pending.
 */
export const makeLedger = (broke: (why: string) => void) => {
  const records = new Map<string, Entry>()
  let acknowledged = 0

  /** Registers a record that was created or read. */
  const begin = (table: Table, id: string, version = 1, status: string | null = null): void => {
    acknowledged++
    if (records.has(id)) broke(`${table} ${id} was made twice`)
    records.set(id, { table, version, status, isMoving: false })
  }
  /** Sends the next call about a record, which raises its version by one. */
  const move = async <Answer extends { body: { version?: unknown; status?: unknown } }>(
    id: string,
    send: () => Promise<Answer>,
  ): Promise<Answer> => {
    const entry = records.get(id)!
    entry.isMoving = true
    const answer = await send()
    entry.isMoving = false
    const { version, status } = answer.body
    if (version !== entry.version + 1) broke(`${entry.table} ${id} came from ${entry.version} to ${version}`)
    entry.version = Number(version)
    if (typeof status === 'string') entry.status = status
    acknowledged++
    return answer
  }
  /** Compares every record with the database. */
  const check = async (pool: pg.Pool): Promise<void> => {
    for (const table of ['orders', 'shippings', 'users'] as const) {
      const mine = [...records].filter(([, entry]) => entry.table === table)
      const column = table === 'users' ? 'null' : 'status::text'
      const { rows } = await pool.query<{ id: string; version: number; status: string | null }>(
        `select id, version, ${column} as status from ${table} where id = any($1)`,
        [mine.map(([id]) => id)],
      )
      const found = new Map(rows.map((row) => [row.id, row]))
      for (const [id, entry] of mine) compare(id, entry, found.get(id))
    }
  }
  const compare = (id: string, entry: Entry, row?: { version: number; status: string | null }): void => {
    const acknowledged = `${entry.table} ${id} was acknowledged`
    if (row === undefined) {
      broke(`${acknowledged} and is gone`)
      return
    }
    const isFurther = entry.isMoving && row.version === entry.version + 1
    if (row.version !== entry.version && !isFurther)
      broke(`${acknowledged} at ${entry.version} and is at ${row.version}`)
    else if (!isFurther && entry.status !== null && row.status !== entry.status)
      broke(`${acknowledged} as ${entry.status} and is ${row.status}`)
  }
  return { begin, move, check, count: () => acknowledged }
}

export type Ledger = ReturnType<typeof makeLedger>
