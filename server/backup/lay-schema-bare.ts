import type pg from 'pg'

/**
 * Takes what guards and counts rows away from every table: references, indexes but those of keys, triggers. The function
 * that it answers puts them back, which checks every reference in one pass.
 */
export const laySchemaBare = async (client: pg.Client): Promise<() => Promise<void>> => {
  const { rows: guards } = await client.query<{ drop: string; restore: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    union all
    select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
      from pg_index join pg_class on pg_class.oid = indrelid
      where relnamespace = 'public'::regnamespace
        and not exists (select 1 from pg_constraint where conindid = indexrelid)
    union all
    select format('alter table %s disable trigger user', oid::regclass), format('alter table %s enable trigger user', oid::regclass)
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
    union all
    select format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
        format('alter table %s enable always trigger %I', tgrelid::regclass, tgname)
      from pg_trigger join pg_class on pg_class.oid = tgrelid
      where tgenabled = 'A' and not tgisinternal and relnamespace = 'public'::regnamespace`,
  )
  for (const { drop } of guards) await client.query(drop)
  return async () => {
    await client.query("set local maintenance_work_mem = '256MB'")
    for (const { restore } of guards) await client.query(restore)
  }
}
