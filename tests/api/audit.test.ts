import { expect, it } from 'vitest'
import { clean } from '../../server/schedules.ts'
import { openShopApi } from '../support/api/shop.ts'
import { trackGuarantee } from '../support/trust/guarantee.ts'

const { api, shop } = await openShopApi()
const product = await shop.product()
const order = await shop.order(product)
await shop.deliver(order)
await shop.orders(product, 20)
await shop.bulk({ where: { status: 'PENDING' }, status: 'CANCELLED' })

/** Attacks with the server's own database role. `$column` is each column in turn. */
const tries: readonly string[] = [
  'truncate changes',
  'truncate change_batches',
  'truncate changes, change_batches, batch_tallies',
  'truncate users cascade',
  'truncate change_texts',
  'delete from change_texts',
  "update change_texts set text = ''",
  'delete from changes',
  'delete from only changes where actor is not null',
  'delete from changes where false',
  'delete from changes using change_batches where batch_id = change_batches.id',
  'with gone as (delete from changes returning *) select count(*) from gone',
  'delete from change_batches',
  "delete from change_batches where resource = 'orders'",
  'with gone as (delete from change_batches returning *) select count(*) from gone',
  "update changes set after = '{}'",
  'update changes set before = null, after = null',
  'update changes set actor = null where true',
  "update changes set at = at - interval '1 day'",
  'update changes set id = gen_random_uuid()',
  'insert into changes select * from changes on conflict (id) do update set actor = null',
  "merge into changes using (select 1) one on true when matched then update set verb = 'order.create'",
  'merge into changes using (select 1) one on true when matched then delete',
  'merge into change_batches using (select 1) one on true when matched then delete',
  'update change_batches set actor = null',
  "update change_batches set at = at - interval '1 day'",
  "update change_batches set verb = 'order.comment'",
  "update change_batches set resource = 'views'",
  'update change_batches set undoes = id',
  'update change_batches set id = gen_random_uuid()',
  'update change_batches set records = records - 1',
  "update change_batches set country = 'fr'",
  'insert into change_batches select * from change_batches on conflict (id) do update set records = 0',
  'select * from changes for update; delete from changes',
  'set local session_replication_role = replica; delete from changes',
  'set local session_replication_role = replica; truncate changes',
  'set local session_replication_role = replica; update change_batches set records = 0',
  'set constraints all deferred; delete from changes',
  'prepare forget as delete from changes; execute forget',
  'do $$ begin delete from changes; exception when others then raise; end $$',
]

const stored = async (): Promise<unknown> => {
  const { rows } = await api.context.pool.query(`select
    (select count(*) || md5(string_agg(changes::text, '' order by id)) from changes) as changes,
    (select count(*) || md5(string_agg(change_batches::text, '' order by id)) from change_batches) as batches`)
  return rows[0]
}

it('keeps the history append-only for every database role', async () => {
  const guarantee = trackGuarantee(
    'the history is append-only in the database itself, for the server’s own role too',
  )
  const before = await stored()
  for (const statement of tries) {
    guarantee.tried()
    const client = await api.context.pool.connect()
    try {
      await client.query('begin')
      await client.query(statement)
      await client.query('commit')
      guarantee.broke(`taken: ${statement}`)
    } catch (error) {
      // Refused by the trigger or by missing privileges, not by a syntax error in the attack.
      const { code = '', message } = error as { code?: string; message: string }
      if (!['23001', '42501'].includes(code)) guarantee.broke(`${statement}: ${code} ${message}`)
      await client.query('rollback')
    } finally {
      client.release()
    }
    if (JSON.stringify(await stored()) !== JSON.stringify(before)) guarantee.broke(`changed by ${statement}`)
  }
  api.clock.advance(400 * 24 * 3_600_000)
  await clean(api.context)
  expect(await stored(), 'a year of cleaning').toEqual(before)
  guarantee.report(`${tries.length} statements of the server's own role, and a year of cleaning`)
})
