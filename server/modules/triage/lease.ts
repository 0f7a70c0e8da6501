import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/drizzle.ts'

/** Whose an order becomes, from when until when. */
export type Lease = { user: string; now: Date; until: Date }

/** Whether nobody else has the order. */
export const isFree = ({ user, now }: Lease): SQL => sql`not exists (
  select 1 from order_claims claim where claim."order" = orders.id
    and claim.until > ${now.toISOString()}::timestamptz and claim."user" <> ${user})`

/** Makes an order theirs; false where somebody else was quicker. Hold the order's row. */
export const takeLease = async (
  tx: Transaction,
  id: string,
  { user, now, until }: Lease,
): Promise<boolean> => {
  const taken = await tx.execute(sql`
    insert into order_claims ("order", "user", until)
    values (${id}, ${user}, ${until.toISOString()}::timestamptz)
    on conflict ("order") do update set "user" = excluded."user", until = excluded.until
    where order_claims.until <= ${now.toISOString()}::timestamptz or order_claims."user" = ${user}
    returning "order"`)
  return taken.rows.length > 0
}
