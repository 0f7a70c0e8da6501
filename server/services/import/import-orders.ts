import { sql } from 'drizzle-orm'
import { type Actor, actorScope } from '../../../domain/access/actor.ts'
import type { ImportMode } from '../../../domain/orders/import/import-report.ts'
import type { RowNote } from '../../../domain/orders/import/read-row.ts'
import { duplicateWindowHours } from '../../../domain/orders/order.ts'
import { placeAgain, readZones } from '../../../domain/zones/recognise-zone.ts'
import { scopeSql } from '../../crud/list-source.ts'
import type { Batch } from '../../crud/record-changes.ts'
import { isOfOneItem, type OnFault, workApart } from '../../db/apart.ts'
import type { Executor, Transaction } from '../../db/drizzle.ts'
import { inChunks } from '../../db/unnest-rows.ts'
import { refusalOf } from '../../problems/refusal-of.ts'
import { findRefused } from '../../queries/blocked.ts'
import { orderList } from '../../queries/orders.ts'
import { writeSearchEntries, writeWords } from '../../search/write-entries.ts'
import { type OrderLine, toOrderLines } from '../../spreadsheets/order-line.ts'
import type { PackedImport, PackedOrders } from '../../spreadsheets/packed-import.ts'
import { lockImports, refuseImportedFile, rememberFile } from '../fulfillment/imported-files.ts'
import { knownZones, shareZones } from '../fulfillment/order-zones.ts'
import { holdStock, type Stock } from '../fulfillment/stock.ts'
import { sellable, tellOrders, type WrittenOrder, writeOrders } from '../fulfillment/write-orders.ts'
import { countMarked, type Marks, readJson, reportedRows, reportJson, rowsUnwritten } from './report-json.ts'

/** Valid rows whose product was deleted since parsing. */
export const goneProducts = ({ products }: PackedImport, { lines }: PackedOrders, stock: Stock): Marks => {
  const gone = new Set(products.map(({ id }) => id).filter((id) => stock.available(id) === null))
  const marks: Marks = new Map()
  if (gone.size === 0) return marks
  for (const slice of lines) {
    for (const { at, product } of readJson<OrderLine[]>(slice)) {
      if (!gone.has(product)) continue
      const problem = { row: at, column: 'product', code: 'PRODUCT_NOT_FOUND' } as const
      marks.set(at, { status: 'invalid', problem })
    }
  }
  return marks
}

/** Valid rows whose customer is blocked so that orders are refused. */
const rowsOfBlocked = async (db: Executor, { customers, country }: PackedImport): Promise<Marks> => {
  const refused = await findRefused(
    db,
    sql`select line.at, line.phone, ${country}::text, products.owner
      from jsonb_to_recordset(${bytesOf(customers)}::text::jsonb) as line (at integer, phone text, product uuid)
      join products on products.id = line.product`,
  )
  return new Map(
    refused.map((row) => {
      const problem = { row, column: 'customerPhone', code: 'CUSTOMER_BLOCKED' } as const
      return [row, { status: 'invalid', problem }]
    }),
  )
}

/** Rows of an exported spreadsheet whose orders exist, as far as the actor may list them. */
export const writtenOrders = async (
  db: Executor,
  actor: Actor,
  { numbers }: PackedImport,
): Promise<Marks> => {
  const { rows } = await db.execute<{ at: number; number: string; invalid: boolean }>(sql`
    select given.at, given.number, given.invalid
    from jsonb_to_recordset(${bytesOf(numbers)}::text::jsonb) as given (at integer, number bigint, invalid boolean)
    join orders on orders.number = given.number
    where orders.deleted_at is null and ${scopeSql(orderList.source, actor, orderList.source.verb)}`)
  return new Map(
    rows.map(({ at, number, invalid }) => {
      const problem = { row: at, column: null, code: 'ORDER_EXISTS' } as const
      return [at, { status: 'skipped', problem, order: Number(number), wasInvalid: invalid }]
    }),
  )
}

/** Valid rows whose `externalRef` exists at their seller. */
export const rowsWithTakenReference = async (db: Executor, { references }: PackedImport): Promise<Marks> => {
  const { rows } = await db.execute<{ at: number; number: string }>(sql`
    select given.at, orders.number
    from jsonb_to_recordset(${bytesOf(references)}::text::jsonb)
      as given (at integer, owner uuid, ref text)
    join orders on orders.owner = given.owner and orders.external_ref = given.ref
    where orders.external_ref is not null and orders.deleted_at is null`)
  return new Map(
    rows.map(({ at, number }) => {
      const problem = { row: at, column: 'externalRef', code: 'ALREADY_IMPORTED' } as const
      return [at, { status: 'skipped', problem, order: Number(number) }]
    }),
  )
}

/**
 * Rows of a shop's export whose order came by a source of the shop, or waits in its inbox: by the shop's id, without one by its name and
 * the customer's phone. The source is of the owner of the row's product; while that is unknown, the actor's own, or any that has
 * an id of Shopify, which are unique.
 */
export const rowsFromSources = async (
  db: Executor,
  actor: Actor,
  { origins, country }: PackedImport,
): Promise<Marks> => {
  if (origins.length <= EMPTY_LIST) return new Map()
  const isReached =
    actorScope(actor, verb) === 'all'
      ? sql`(sources.owner = given.owner or given.owner is null and given.kind = 'shopify' and given.id is not null)`
      : sql`sources.owner = ${actor.id}`
  const { rows } = await db.execute<{ at: number; number: string | null; invalid: boolean }>(sql`
    with given as materialized (
      select * from jsonb_to_recordset(${bytesOf(origins)}::text::jsonb)
        as given (at integer, owner uuid, invalid boolean, kind text, id text, name text, phone text)
    ),
    sent as (
      select given.at, given.invalid, given.phone, given.id is null as is_named, shop.source, shop.external_id
      from given
      join sources on sources.kind = given.kind and sources.country = ${country} and ${isReached}
      join shop_orders shop on shop.source = sources.id and shop.external_id = given.id
      union all
      select given.at, given.invalid, given.phone, true, shop.source, shop.external_id
      from given
      join sources on sources.kind = given.kind and sources.country = ${country} and ${isReached}
      join shop_orders shop on shop.source = sources.id and shop.said ->> 'name' = given.name
      where given.id is null
    ),
    made as (
      select sent.at, sent.invalid, min(orders.number) as number
      from sent
      join shop_lines lines on lines.source = sent.source and lines.external_id = sent.external_id
      join orders on orders.id = lines."order" and orders.deleted_at is null
      where not sent.is_named or orders.customer_phone = sent.phone
      group by sent.at, sent.invalid
    ),
    waiting as (
      select distinct given.at, given.invalid
      from given
      join sources on sources.kind = given.kind and sources.country = ${country} and ${isReached}
      join intake on intake.source = sources.id and intake.is_open and intake.deleted_at is null
        and (intake.external_id = given.id
          or given.id is null and intake.name = given.name and intake.customer_phone = given.phone)
      where not exists (select 1 from made where made.at = given.at)
    )
    select at, number, invalid from made union all select at, null, invalid from waiting`)
  return new Map(
    rows.map(({ at, number, invalid }) => {
      const code = number === null ? ('WAITS_IN_INBOX' as const) : ('CAME_BY_SOURCE' as const)
      const problem = { row: at, column: null, code }
      const order = number === null ? undefined : Number(number)
      return [at, { status: 'skipped', problem, order, wasInvalid: invalid }]
    }),
  )
}

/** Bytes of `[]`. */
const EMPTY_LIST = 2

/** Gives the orders of one order of a shop their basket. */
const markBaskets = async (
  tx: Transaction,
  { origins }: PackedImport,
  orders: readonly WrittenOrder[],
  batch: Batch,
): Promise<void> => {
  if (origins.length <= EMPTY_LIST || orders.length === 0) return
  const written = JSON.stringify(orders.map(({ at, id }) => ({ at, id })))
  await tx.execute(sql`
    update orders set basket = ${`${batch.id}/`}::text || given.basket
    from jsonb_to_recordset(${bytesOf(origins)}::text::jsonb) as given (at integer, basket text)
    join jsonb_to_recordset(${written}::jsonb) as made (at integer, id uuid) on made.at = given.at
    where orders.id = made.id`)
}

/**
 * Notes on valid rows with a recent order of the same phone, product and country, not cancelled; only orders that the actor may
 * list.
 */
export const likelyDuplicates = async (
  db: Executor,
  actor: Actor,
  { customers, country }: PackedImport,
  at: Date,
): Promise<RowNote[]> => {
  const since = new Date(at.getTime() - duplicateWindowHours * 3_600_000)
  const { rows } = await db.execute<{ at: number }>(sql`
    select given.at
    from jsonb_to_recordset(${bytesOf(customers)}::text::jsonb) as given (at integer, phone text, product uuid)
    where exists (
      select 1 from orders
      where orders.customer_phone = given.phone and orders.product = given.product
        and orders.country = ${country} and orders.created_at >= ${since}
        and orders.deleted_at is null and orders.status <> 'CANCELLED' and ${scopeSql(orderList.source, actor, orderList.source.verb)})`)
  return rows.map(({ at: row }) => ({ row, column: 'customerPhone', code: 'LIKELY_DUPLICATE' }))
}

const bytesOf = (json: Uint8Array): Buffer => Buffer.from(json.buffer, json.byteOffset, json.length)

/** `ImportReport` as JSON, its number of rows, and how many became orders and how many were wrong. */
export type ImportOutcome = { total: number; report: Buffer; created: number; failed: number }

const verb = 'order.import'

/** Dry run of an import: finds existing and duplicate orders. */
export const previewImport = async (
  db: Executor,
  actor: Actor,
  packed: PackedImport,
  at: Date,
): Promise<Buffer> => {
  await refuseImportedFile(db, actor, packed)
  const marks = new Map([
    ...(await rowsOfBlocked(db, packed)),
    ...(await rowsWithTakenReference(db, packed)),
    ...(await rowsFromSources(db, actor, packed)),
    ...(await writtenOrders(db, actor, packed)),
  ])
  const duplicates = await likelyDuplicates(db, actor, packed, at)
  return reportUnwritten(
    packed,
    marks,
    // Skipped rows create no order.
    duplicates.filter(({ row }) => !marks.has(row)),
  )
}

const reportUnwritten = async (
  packed: PackedImport,
  marks: Marks,
  remarks: readonly RowNote[] = [],
): Promise<Buffer> => {
  const report = { ...countMarked(packed, marks), created: 0, batchId: null, createdAt: null }
  return reportJson(packed, report, marks, await rowsUnwritten(packed, marks), remarks)
}

/**
 * Creates the orders of a sheet in this transaction and batch: all, or with `valid` the good rows. @throws Refused
 * `FILE_ALREADY_IMPORTED` unless the first import was undone. Rows with an existing `externalRef` are skipped; rows refused by
 * the database are reported. `onRows`: number written; throwing rolls back.
 */
export const importOrders = async (
  tx: Transaction,
  actor: Actor,
  packed: PackedImport,
  mode: ImportMode,
  batch: Batch,
  { onRows = async () => {}, onFault }: { onRows?: (rows: number) => Promise<void>; onFault: OnFault },
): Promise<ImportOutcome> => {
  // Before writing, since the parsing thread would compete for CPU.
  packed.hurry()
  const made = await packed.orders
  await shareZones(tx, [packed.country])
  await lockImports(tx, packed.country)
  await refuseImportedFile(tx, actor, packed)
  // Shared locks, so that products are not deleted concurrently.
  const ids = packed.products.map(({ id }) => id)
  const stock = await holdStock(tx, ids, { lock: 'share' })
  const marks: Marks = new Map([
    ...(await rowsOfBlocked(tx, packed)),
    ...(await rowsWithTakenReference(tx, packed)),
    ...goneProducts(packed, made, stock),
    ...(await rowsFromSources(tx, actor, packed)),
    ...(await writtenOrders(tx, actor, packed)),
  ])
  const counts = countMarked(packed, marks)
  const { total } = counts
  const isUnwritten = ({ valid, invalid }: typeof counts) => valid === 0 || (mode === 'all' && invalid > 0)
  const unwritten = async () => ({
    total,
    report: await reportUnwritten(packed, marks),
    created: 0,
    failed: countMarked(packed, marks).invalid,
  })
  if (isUnwritten(counts)) return unwritten()
  const owners = sellers(packed, stock, actor)
  const placed = await placeLines(tx, packed, stock)
  const orders: WrittenOrder[] = []
  const rows: Uint8Array[] = []
  const json = made.lines.reduce((size, { length }) => size + length, 0)
  const isWritten = await tx
    .transaction(async (part) => {
      for (const [index, slice] of packed.slices.entries()) {
        const lines = placed(made.lines[index]!)
        const written =
          slice.good === 0
            ? []
            : await writeSlice(part, lines, marks, onFault, (some, without) =>
                writeOrders(some, actor, { ...batch, verb }, lines, without),
              )
        // In slices, to not block other calls.
        rows.push(reportedRows(slice, marks, new Map(written.map(({ at, number }) => [at, number]))))
        orders.push(...written)
        await onRows(orders.length)
      }
      if (isUnwritten(countMarked(packed, marks))) throw new Unwritten()
      return true
    })
    .catch((error: unknown) => {
      if (error instanceof Unwritten) return false
      throw error
    })
  if (!isWritten) return unwritten()
  await markBaskets(tx, packed, orders, batch)
  await writeWords(tx, made.words)
  await renameMade(tx, orders, renamed(packed, stock))
  await tellOrders(tx, actor, { ...batch, verb }, { country: packed.country, owners, orders, json })
  await rememberFile(tx, actor, packed, { batch, rows: total, created: orders.length })
  const report = {
    ...countMarked(packed, marks),
    created: orders.length,
    batchId: batch.id,
    createdAt: batch.at.toISOString(),
  }
  const { created, invalid: failed } = report
  return { total, report: reportJson(packed, report, marks, rows), created, failed }
}

/** Places orders in the zones as they are now, where these changed since the file was read; takes and returns `OrderLine[]`. */
const placeLines = async (
  db: Executor,
  { country, zones }: PackedImport,
  stock: Stock,
): Promise<(lines: Uint8Array) => Uint8Array> => {
  const now = await knownZones(db, country)
  if (JSON.stringify(now) === JSON.stringify(zones)) return (lines) => lines
  const [before, after] = [readZones(zones), readZones(now)]
  return (lines) => {
    const orders = readJson<OrderLine[]>(lines).flatMap(({ at, ...line }) => {
      const product = stock.product(line.product)
      // Its row is refused.
      if (product === undefined) return []
      const { owner, name: productName } = product
      return { at, order: { ...line, ...placeAgain(before, after, line), owner, productName } }
    })
    return Buffer.from(JSON.stringify(toOrderLines(orders)))
  }
}

/** Mode `all`: a row failed while writing, so none is written. */
class Unwritten extends Error {}

type WriteLines = (tx: Transaction, without: readonly number[]) => Promise<WrittenOrder[]>

/** Writes the orders of a slice; refused rows are marked with their code. */
const writeSlice = async (
  tx: Transaction,
  lines: Uint8Array,
  marks: Marks,
  onFault: OnFault,
  write: WriteLines,
): Promise<WrittenOrder[]> => {
  try {
    return await tx.transaction((part) => write(part, [...marks.keys()]))
  } catch (error) {
    if (!isOfOneItem(error)) throw error
  }
  const rows = readJson<OrderLine[]>(lines)
    .map(({ at }) => at)
    .filter((at) => !marks.has(at))
  const written = await workApart<number, WrittenOrder[]>(tx, rows, {
    work: (part, some) => {
      const wanted = new Set(some)
      return write(part, [...marks.keys(), ...rows.filter((row) => !wanted.has(row))])
    },
    refuse: (row, error) => {
      const { code } = refusalOf(error)
      const isThere = code === 'ALREADY_IMPORTED'
      if (!isThere) onFault(error)
      marks.set(row, { status: isThere ? 'skipped' : 'invalid', problem: { row, column: null, code } })
      return []
    },
  })
  return written.flat()
}

/** Owners of the products. @throws Refused `PRODUCT_NOT_FOUND` for one that the actor may not sell */
const sellers = ({ products, country }: PackedImport, stock: Stock, actor: Actor): string[] =>
  products
    .filter(({ id }) => stock.available(id) !== null)
    .map(({ id }) => sellable(stock, actor, verb, { id, country }).owner)

/** Updates entries of the new orders only; others got the product's new name when it was renamed. */
const renameMade = async (
  tx: Transaction,
  orders: readonly WrittenOrder[],
  products: readonly string[],
): Promise<void> => {
  if (products.length === 0) return
  for (const chunk of inChunks(orders)) {
    const made = await orderList.read(
      tx,
      chunk.map(({ id }) => id),
    )
    await writeSearchEntries(
      tx,
      'orders',
      made.filter(({ product }) => products.includes(product)),
    )
  }
}

/** Products renamed since parsing. */
const renamed = ({ products }: PackedImport, stock: Stock): string[] =>
  products.filter(({ id, name }) => (stock.product(id)?.name ?? name) !== name).map(({ id }) => id)
