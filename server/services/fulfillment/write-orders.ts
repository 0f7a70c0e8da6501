import { sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import type { Verb } from '../../../domain/access/permissions.ts'
import type { Transaction } from '../../db/drizzle.ts'
import type { Batch } from '../../modules/change-log/record-changes.ts'

export type WrittenOrder = { at: number; id: string; number: number }

/**
 * Writes new orders with their history and their search entries by one statement, from the JSON of `OrderLine`s: as it
 * was made, without this thread reading it. An order belongs to its product's owner; lines `without` are left out. The
 * batch's row in the journal is the caller's.
 */
export const writeOrders = async (
  tx: Transaction,
  actor: Actor,
  { id: batchId, at, verb }: Batch & { verb: Verb },
  lines: Uint8Array,
  without: readonly number[] = [],
): Promise<WrittenOrder[]> => {
  const instant = sql`${at.toISOString()}::timestamptz`
  const { rows } = await tx.execute<{ at: number; id: string; number: string }>(sql`
    with line as materialized (
      select given.*, products.owner
      from jsonb_to_recordset(${Buffer.from(lines.buffer, lines.byteOffset, lines.length)}::text::jsonb) as given (
        at integer, id uuid, change uuid, country text, product uuid, "customerName" text, "customerPhone" text,
        "customerAddress" text, quantity integer, price numeric, "totalPrice" numeric, "sourceLink" text,
        "sourceName" text, "externalRef" text, comment text, title text, subtitle text, text text, digits text)
      join products on products.id = given.product
      where given.at <> all (${sql.param([...without])}::integer[])
    ),
    made as (
      insert into orders (id, country, owner, product, customer_name, customer_phone, customer_address, quantity, price,
        total_price, source_link, source_name, external_ref, comment, created_at, updated_at)
      select id, country, owner, product, "customerName", "customerPhone", "customerAddress", quantity, price,
        "totalPrice", "sourceLink", "sourceName", "externalRef", comment, ${instant}, ${instant}
      from line order by line.at
      returning id, number
    ),
    told as (
      insert into changes (id, batch_id, at, actor, verb, resource, record_id, version, after)
      select change, ${batchId}::uuid, ${instant}, ${actor.id}::uuid, ${verb}, 'orders', id, 1, jsonb_build_object(
        'country', country, 'owner', owner, 'product', product, 'customerName', "customerName",
        'customerPhone', "customerPhone", 'customerAddress', "customerAddress", 'quantity', quantity, 'price', price,
        'totalPrice', "totalPrice", 'sourceLink', "sourceLink", 'sourceName', "sourceName",
        'externalRef', "externalRef", 'comment', comment)
      from line
    ),
    found as (
      insert into search_entries (resource, record_id, country, owner, number, title, subtitle, text, digits)
      select 'orders', line.id, country, owner, made.number, title, subtitle, text, digits
      from made join line on line.id = made.id
    )
    select line.at, line.id, made.number from made join line on line.id = made.id order by line.at`)
  return rows.map((row) => ({ ...row, number: Number(row.number) }))
}
