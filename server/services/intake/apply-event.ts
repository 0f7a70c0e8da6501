import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { decideEvent } from '../../../domain/intake/decide-event.ts'
import type { IntakeDecision, KnownShopOrder } from '../../../domain/intake/decision.ts'
import type { ProductMapping } from '../../../domain/intake/product-mapping.ts'
import { shopReaders } from '../../../domain/intake/read-event.ts'
import type { ShopOrder } from '../../../domain/intake/shop-order.ts'
import { type PlannedOrder, shopContact, shopReference } from '../../../domain/intake/shop-to-orders.ts'
import { needsSomebody } from '../../../domain/intake/verdicts.ts'
import { indexProducts, type ProductIndex } from '../../../domain/orders/import/find-product.ts'
import { isShopFile } from '../../../domain/orders/import/shop-headers.ts'
import { fileReference } from '../../../domain/shop-files/shop-rows.ts'
import { Refused } from '../../core/errors.ts'
import type { Batch } from '../../crud/record-changes.ts'
import type { Transaction } from '../../db/drizzle.ts'
import type { intake } from '../../db/schema/intake.ts'
import { sourceProducts } from '../../db/schema/intake.ts'
import { orders } from '../../db/schema/orders.ts'
import { users } from '../../db/schema/users.ts'
import { importProducts } from '../../queries/import-products.ts'
import { moveOrders, updateOrder } from '../fulfillment/orders.ts'
import { insertOrders } from '../fulfillment/write-orders.ts'
import { holdShopOrder, type ShopKey, writeShopLines, writeShopOrder } from './shop-order-rows.ts'
import type { ReceivedEvent } from './stored-events.ts'

/** Columns of an event's row that say what became of it. */
export type EventOutcome = Pick<typeof intake.$inferInsert, 'verdict' | 'isOpen'> &
  Partial<
    Pick<
      typeof intake.$inferInsert,
      | 'reason'
      | 'externalId'
      | 'name'
      | 'event'
      | 'customerName'
      | 'customerPhone'
      | 'orders'
      | 'understood'
      | 'unmapped'
      | 'differences'
      | 'notes'
      | 'batch'
    >
  >

/** What all events of a source are read with. */
export type Workbench = { actor: Actor; products: ProductIndex; mapping: ProductMapping }

/**
 * Events act with the rights of an admin, under the name of the source's owner, who must still be an active seller or admin.
 * @throws Refused `OWNER_NOT_FOUND`
 */
export const openWorkbench = async (
  tx: Transaction,
  { owner, source, country }: Pick<ReceivedEvent, 'owner' | 'source' | 'country'>,
  { lock }: { lock: boolean },
): Promise<Workbench> => {
  const query = tx
    .select({ id: users.id, role: users.role })
    .from(users)
    .where(
      and(
        eq(users.id, owner),
        eq(users.isActivated, true),
        inArray(users.role, ['seller', 'admin']),
        isNull(users.deletedAt),
      ),
    )
  const [user] = await (lock ? query.for('key share') : query)
  if (user === undefined) throw new Refused('OWNER_NOT_FOUND')
  const standing = { country, isEmailVerified: true, isActivated: true } as const
  const products = await importProducts(tx, { ...user, ...standing, role: 'seller' }, country)
  const mapped = await tx.select().from(sourceProducts).where(eq(sourceProducts.source, source))
  const of = (kind: 'sku' | 'name') =>
    new Map(mapped.filter((row) => row.kind === kind).map(({ key, product }) => [key, product]))
  return {
    actor: { ...user, ...standing, role: 'admin' },
    products: indexProducts(products),
    mapping: { bySku: of('sku'), byName: of('name') },
  }
}

/** `reference`: short and unique, for those of orders. */
const sourceOf = ({ sourceNumber, sourceName }: ReceivedEvent) => ({
  reference: `S${sourceNumber}`,
  name: sourceName,
})

/** `isReplay`: somebody asked for the event again. */
type Deciding = Workbench & { isReplay?: boolean }

type Decided =
  | { order: null; outcome: EventOutcome }
  | {
      order: ShopOrder
      key: ShopKey
      known: KnownShopOrder | null
      /** Orders that a file of the shop has brought. */
      fromFile: string[]
      decision: IntakeDecision
    }

/** Reads an event and decides what it does. */
const decide = async (
  tx: Transaction,
  event: ReceivedEvent,
  { isReplay = false, ...bench }: Deciding,
  { lock }: { lock: boolean },
): Promise<Decided> => {
  const read = shopReaders[event.kind](event.headers, event.body.toString('utf8'))
  if (!read.ok) return { order: null, outcome: { verdict: 'refused', reason: read.code, isOpen: true } }
  const order = read.value
  if (order.kind !== 'order') {
    const reason = order.kind === 'ignored' ? order.code : null
    return { order: null, outcome: { verdict: 'ignored', reason, isOpen: false } }
  }
  const key = { source: event.source, externalId: order.externalId }
  const known = await holdShopOrder(tx, key, { lock })
  const { country } = event
  const decision = decideEvent(order, known, { ...bench, source: sourceOf(event), country, isReplay })
  const fromFile = await ordersOfFile(tx, event, order, decision)
  return { order, key, known, fromFile, decision: fromFile.length > 0 ? cameByFile(decision) : decision }
}

/** The orders that the import of a file made of a shop's order, which an event would make again: by its name and the phone. */
const ordersOfFile = async (
  tx: Transaction,
  { kind, owner }: ReceivedEvent,
  { name }: ShopOrder,
  { verdict, create }: IntakeDecision,
): Promise<string[]> => {
  const phone = create[0]?.input.customerPhone
  const reference = isShopFile(kind) ? fileReference(name, kind, 0) : null
  if (verdict !== 'created' || phone === undefined || reference === null) return []
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from orders
    where owner = ${owner}::uuid and customer_phone = ${phone} and deleted_at is null
      and (external_ref = ${reference} or starts_with(external_ref, ${`${reference}/`}))
    order by number`)
  return rows.map(({ id }) => id)
}

const cameByFile = (decision: IntakeDecision): IntakeDecision => ({
  ...decision,
  verdict: 'duplicate',
  code: 'CAME_BY_FILE',
  basket: null,
  create: [],
  notes: [],
  said: null,
})

/** What an event would do. */
export const previewEvent = async (
  tx: Transaction,
  event: ReceivedEvent,
  bench: Deciding,
): Promise<EventOutcome> => {
  const decided = await decide(tx, event, bench, { lock: false })
  if (decided.order === null) return decided.outcome
  const { verdict, code } = decided.decision
  return { verdict, reason: code, isOpen: needsSomebody(verdict, code) }
}

/** Reads an event, decides what it does, and does it under a batch. @throws Refused for what a rule forbids */
export const applyEvent = async (
  tx: Transaction,
  event: ReceivedEvent,
  { batch, ...bench }: Deciding & { batch: Batch },
): Promise<EventOutcome> => {
  const decided = await decide(tx, event, bench, { lock: true })
  if (decided.order === null) return decided.outcome
  const { order, key, known, fromFile, decision } = decided
  if (decision.said !== null)
    await writeShopOrder(tx, key, { said: decision.said, applied: decision.applied })
  const made = await createOrders(
    tx,
    bench,
    { planned: decision.create, order, source: sourceOf(event) },
    batch,
  )
  await writeShopLines(tx, key, decision.create, made)
  await markBasket(tx, made, decision.basket)
  await changeOrders(tx, bench.actor, decision, batch)
  const touched = [...made, ...decision.update.map((one) => one.order), ...decision.cancel]
  return {
    ...readParts(order, event),
    verdict: decision.verdict,
    reason: decision.code,
    isOpen: needsSomebody(decision.verdict, decision.code),
    orders: [
      ...new Set(touched.length > 0 ? touched : [...fromFile, ...(known?.orders ?? []).map(({ id }) => id)]),
    ],
    unmapped: decision.unmapped,
    differences: decision.differences,
    notes: decision.notes,
    batch: touched.length > 0 ? batch.id : null,
  }
}

/** What the inbox shows of an order of a shop. */
export const readParts = (order: ShopOrder, { country }: ReceivedEvent): Partial<EventOutcome> => {
  const contact = shopContact(order, country)
  return {
    externalId: order.externalId,
    name: order.name,
    event: order.event,
    customerName: contact.ok ? contact.value.contact.customerName : order.customer.name,
    customerPhone: contact.ok ? contact.value.contact.customerPhone : null,
    understood: order,
  }
}

type Creation = {
  planned: readonly PlannedOrder[]
  order: ShopOrder
  source: { reference: string; name: string }
}

/** Creates the orders of a basket; a shop that uses a name twice is told apart by its ids. */
const createOrders = async (
  tx: Transaction,
  { actor }: Pick<Workbench, 'actor'>,
  { planned, order, source }: Creation,
  batch: Batch,
): Promise<string[]> => {
  if (planned.length === 0) return []
  const references = planned.flatMap(({ input }) => input.externalRef ?? [])
  const isTaken = references.length > 0 && (await areTaken(tx, actor.id, references))
  const inputs = planned.map(({ input }, at) => ({
    ...input,
    externalRef: isTaken ? shopReference(order, source, at, true) : (input.externalRef ?? null),
  }))
  const written = await insertOrders(tx, actor, inputs, { ...batch, verb: 'order.import' })
  return written.map(({ id }) => id)
}

const areTaken = async (tx: Transaction, owner: string, references: readonly string[]): Promise<boolean> => {
  const { rows } = await tx.execute(sql`
    select 1 from orders where owner = ${owner}::uuid and external_ref = any(${sql.param([...references])}::text[])
      and external_ref is not null and deleted_at is null limit 1`)
  return rows.length > 0
}

const markBasket = async (tx: Transaction, ids: readonly string[], basket: string | null): Promise<void> => {
  if (ids.length === 0 || basket === null) return
  await tx
    .update(orders)
    .set({ basket })
    .where(inArray(orders.id, [...ids]))
}

const changeOrders = async (
  tx: Transaction,
  actor: Actor,
  { update, cancel }: IntakeDecision,
  batch: Batch,
): Promise<void> => {
  for (const { order, fields } of update) {
    await updateOrder(tx, actor, { id: order, version: null, body: fields }, batch)
  }
  if (cancel.length === 0) return
  const report = await moveOrders(
    tx,
    actor,
    { ids: cancel },
    { status: 'CANCELLED' },
    { batch, dryRun: false },
  )
  const [refused] = report.refused
  if (refused !== undefined) throw new Refused(refused.code)
}
