import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import type { Verb } from '../../../domain/access/permissions.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import { finishOrder, newOrderColumns } from '../../../domain/orders/finish-order.ts'
import type { OrderInput } from '../../../domain/orders/order.ts'
import { accepted, Refused } from '../../core/errors.ts'
import { historyBytes, spendHistory } from '../../crud/history-budget.ts'
import { queueDeliveries } from '../../crud/queue-deliveries.ts'
import { type Batch, countedBatch } from '../../crud/record-changes.ts'
import { columnOf } from '../../db/columns.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { orders } from '../../db/schema/orders.ts'
import { inChunks } from '../../db/unnest-rows.ts'
import { recordEvent } from '../../events/read-events.ts'
import { findRefused } from '../../queries/blocked.ts'
import { learnWords } from '../../search/write-entries.ts'
import { toOrderLines } from '../../spreadsheets/order-line.ts'
import { awaitImports, lockImports } from './imported-files.ts'
import { shareZones, zoneReaders } from './order-zones.ts'
import { type HeldProduct, holdStock, type Stock } from './stock.ts'

export type WrittenOrder = { at: number; id: string; number: number }

const each = (part: (name: string) => SQL): SQL => sql.join(newOrderColumns.map(part), sql`, `)

const tableColumns: Readonly<Record<string, { getSQLType: () => string }>> = getTableColumns(orders)

/** The type without a precision: the history has amounts as they were given. */
const typeOf = (name: string): SQL => sql.raw(tableColumns[name]!.getSQLType().replace(/\(.*/, ''))

const valueColumns = each((name) => sql`${sql.identifier(name)}`)
const targetColumns = each(columnOf)
const typedColumns = each((name) => sql`${sql.identifier(name)} ${typeOf(name)}`)
const namedColumns = each((name) => sql`${sql.raw(`'${name}'`)}, ${sql.identifier(name)}`)

/**
 * Inserts orders with history and search entries in one statement, from the JSON of `OrderLine`s, unparsed. Owner: the
 * product's. Skips lines in `without`. The caller writes the batch row.
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
        at integer, id uuid, change uuid, ${typedColumns}, title text, subtitle text, text text, digits text,
        keys text[])
      join products on products.id = given.product
      where given.at <> all (${sql.param([...without])}::integer[])
    ),
    made as (
      insert into orders (id, owner, ${targetColumns}, status_at, created_at, updated_at)
      select id, owner, ${valueColumns}, ${instant}, ${instant}, ${instant}
      from line order by line.at
      returning id, number
    ),
    reported as (
      insert into changes (id, batch_id, at, actor, verb, resource, record_id, version, after)
      select change, ${batchId}::uuid, ${instant}, ${actor.id}::uuid, ${verb}, 'orders', id, 1, jsonb_build_object('owner', owner, ${namedColumns})
      from line
    ),
    found as (
      insert into search_entries (resource, record_id, country, owner, number, title, subtitle, text, digits, keys)
      select 'orders', line.id, country, owner, made.number, title, subtitle, text, digits,
        coalesce(keys, '{}')
      from made join line on line.id = made.id
    )
    select line.at, line.id, made.number from made join line on line.id = made.id order by line.at`)
  return rows.map((row) => ({ ...row, number: Number(row.number) }))
}

export type InsertedOrder = { id: string; number: number; version: number }

/**
 * Creates orders from validated input, in order, with history, search entries and one event. Owner and default price: the
 * product's. @throws Refused `PRODUCT_NOT_FOUND` for a product that the actor may not sell; `ALREADY_IMPORTED` (unique index)
 * if the seller has the reference; `CUSTOMER_BLOCKED` for a customer whose orders are refused
 */
export const insertOrders = async (
  tx: Transaction,
  actor: Actor,
  inputs: readonly OrderInput[],
  batch: Batch & { verb?: 'order.create' | 'order.import' },
): Promise<InsertedOrder[]> => {
  const { verb = 'order.create' } = batch
  await shareZones(
    tx,
    inputs.map((input) => input.country),
  )
  // Locks references before products, like imports.
  const referred = inputs.filter(({ externalRef }) => externalRef != null)
  for (const country of [...new Set(referred.map((input) => input.country))].sort())
    await awaitImports(tx, country)
  // Shared locks, so that products are not deleted concurrently.
  const stock = await holdStock(
    tx,
    inputs.map((input) => input.product),
    { lock: 'share' },
  )
  const zones = await zoneReaders(
    tx,
    inputs.map((input) => input.country),
  )
  const lines = toOrderLines(
    inputs.map((input, at) => {
      const product = sellable(stock, actor, verb, { id: input.product, country: input.country })
      return { at, order: accepted(finishOrder(input, product, zones.get(input.country)!)) }
    }),
  )
  await refuseBlocked(
    tx,
    lines.map((line) => ({ ...line, owner: stock.product(line.product)!.owner })),
  )
  const written: WrittenOrder[] = []
  let json = 0
  for (const chunk of inChunks(lines)) {
    const given = Buffer.from(JSON.stringify(chunk))
    json += given.length
    written.push(...(await writeOrders(tx, actor, { ...batch, verb }, given)))
  }
  await learnWords(tx, lines)
  const owners = lines.map(({ product }) => stock.product(product)!.owner)
  const countries = new Set(lines.map(({ country }) => country))
  const country = countries.size === 1 ? lines[0]!.country : null
  await tellOrders(tx, actor, { ...batch, verb }, { country, owners, orders: written, json })
  return written.map(({ id, number }) => ({ id, number, version: 1 }))
}

type Coming = { customerPhone: string; country: CountryCode; owner: string }

/** @throws Refused `CUSTOMER_BLOCKED` */
const refuseBlocked = async (tx: Transaction, coming: readonly Coming[]): Promise<void> => {
  const given = coming.map(({ customerPhone: phone, country, owner }, at) => ({ at, phone, country, owner }))
  const refused = await findRefused(
    tx,
    sql`select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as line (at integer, phone text, country text, owner uuid)`,
  )
  if (refused.length === 0) return
  throw new Refused('CUSTOMER_BLOCKED', { errors: [{ path: 'customerPhone', code: 'CUSTOMER_BLOCKED' }] })
}

/** Writes the batch row and events of new orders. @throws Refused `TOO_MANY_CHANGES` */
export const tellOrders = async (
  tx: Transaction,
  actor: Actor,
  batch: Batch & { verb: Verb },
  {
    country,
    owners,
    orders,
    json,
  }: {
    country: CountryCode | null
    owners: string[]
    orders: WrittenOrder[]
    /** Bytes of the lines' JSON. */
    json: number
  },
): Promise<void> => {
  if (orders.length === 0) return
  const { id: batchId, verb } = batch
  const facts = { verb, resource: 'orders', country } as const
  const bytes = historyBytes(orders.length, json)
  const statement = countedBatch(batch, { ...facts, actor, records: orders.length, bytes })
  await spendHistory(tx, actor, batch, { statement, bytes })
  await recordEvent(tx, { ...facts, actor: actor.id, owners, ids: orders.map(({ id }) => id), batchId })
  const events = orders.map(({ id }) => ({ event: 'order.created' as const, record: id, said: {} }))
  await queueDeliveries(tx, batch, events)
}

/** @throws Refused `PRODUCT_NOT_FOUND` unless the actor may sell the product */
export const sellable = (
  stock: Stock,
  actor: Actor,
  verb: Verb,
  { id, country }: { id: string; country: CountryCode },
): HeldProduct => {
  const product = stock.product(id)
  const isSellable =
    product?.isDeleted === false && product.country === country && whyNot(actor, verb, product) === null
  if (product !== undefined && isSellable) return product
  throw new Refused('PRODUCT_NOT_FOUND', { errors: [{ path: 'product', code: 'PRODUCT_NOT_FOUND' }] })
}

/** An order that would get a reference: restored, edited, or moved to another seller. */
export type ComingOrder = { id: string; country: CountryCode; owner: string; externalRef: string | null }

/** Those of the orders whose reference is taken. Blocks imports until commit. Lock order: orders, this, products. */
export const takenReferences = async (
  tx: Transaction,
  coming: readonly ComingOrder[],
): Promise<ReadonlySet<string>> => {
  const referred = coming.filter(({ externalRef }) => externalRef !== null)
  if (referred.length === 0) return new Set()
  for (const country of [...new Set(referred.map((order) => order.country))].sort()) {
    await lockImports(tx, country)
  }
  const named = referred.map(({ id, owner, externalRef }) => ({ id, owner, externalRef }))
  const { rows } = await tx.execute<{ id: string }>(sql`
    select coming.id
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as coming (id uuid, owner uuid, "externalRef" text)
    join orders kept on kept.owner = coming.owner and kept.external_ref = coming."externalRef"
      and kept.external_ref is not null and kept.deleted_at is null and kept.id <> coming.id`)
  return new Set(rows.map(({ id }) => id))
}
