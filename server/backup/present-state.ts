import type pg from 'pg'

/** Whether there is anybody in the database. */
export const isInhabited = async (client: pg.Client): Promise<boolean> => {
  const { rows: tables } = await client.query("select to_regclass('public.users') is not null as has_users")
  if (!tables[0]?.has_users) return false
  const { rows } = await client.query('select 1 from users limit 1')
  return rows.length > 0
}

/** Whether a Waybill has a session open on the database. */
export const isInUse = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query(
    "select 1 from pg_stat_activity where datname = current_database() and application_name = 'waybill' limit 1",
  )
  return rows.length > 0
}
