import type pg from 'pg'

type Erased = { hash: Buffer; at: Date; actor: string | null }

const hasLedger = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query("select to_regclass('public.erasures') is not null as found")
  return rows[0].found
}

/** Customers who were erased until now, before a restore replaces the database. */
export const readErasures = async (client: pg.Client): Promise<Erased[]> => {
  if (!(await hasLedger(client))) return []
  const { rows } = await client.query<Erased>('select hash, at, actor from erasures')
  return rows
}

/** Adds them to the ledger of what was restored: the server erases them again. False if the backup is older than the ledger. */
export const writeErasures = async (client: pg.Client, ledger: readonly Erased[]): Promise<boolean> => {
  if (ledger.length === 0) return true
  if (!(await hasLedger(client))) return false
  for (const { hash, at, actor } of ledger) {
    await client.query(
      `insert into erasures (hash, at, actor) values ($1, $2, $3)
      on conflict (hash) do update set at = greatest(erasures.at, excluded.at)`,
      [hash, at, actor],
    )
  }
  return true
}
