import { sql } from 'drizzle-orm'
import { shopReaders } from '../../domain/intake/read-event.ts'
import { makeToken } from '../auth/sessions.ts'
import { newBatch } from '../crud/record-changes.ts'
import type { ServerContext } from '../db/context.ts'
import type { Transaction } from '../db/drizzle.ts'
import {
  intake,
  intakeBodies,
  shopLines,
  shopOrders,
  sourceProducts,
  sourceSecrets,
  sources,
} from '../db/schema.ts'
import { intakeList } from '../queries/intake.ts'
import { placeOfSecret, sourceList } from '../queries/sources.ts'
import { applyEvent, type EventOutcome, openWorkbench, readParts } from '../services/intake/apply-event.ts'
import type { ReceivedEvent } from '../services/intake/stored-events.ts'
import { makeCustomers, type Staff } from './people.ts'
import { idAt, type Random } from './row-writer.ts'
import { type DemoKind, type SoldOrder, shopEvents } from './shop-events.ts'

/** Shops of the listed seller. `numbers`: first number of their orders; `orders`: how many of ours came from there. */
const shops: readonly { kind: DemoKind; name: string; numbers: number; orders: number }[] = [
  { kind: 'shopify', name: 'Boutique Mariam', numbers: 1_041, orders: 5 },
  { kind: 'woocommerce', name: 'Bazar de Cocody', numbers: 718, orders: 4 },
  { kind: 'generic', name: 'Page de vente', numbers: 36, orders: 3 },
]

const minute = 60_000

/** An order of ours that a shop had sent. */
type Sold = SoldOrder & { id: string; product: string }

/**
 * Sources of the listed seller with their latest events: those that became orders, one sent twice, two whose product nobody has
 * chosen yet, one in another currency.
 */
export const writeSources = async (
  tx: Transaction,
  context: ServerContext,
  random: Random,
  { now, staff }: { now: Date; staff: Staff },
): Promise<void> => {
  const owner = staff.branches.ic.sellers[0]!
  const sold = await readSold(tx, owner.id)
  for (const [at, { kind, name, numbers, orders }] of shops.entries()) {
    const since = new Date(now.getTime() - (40 - at) * 1_440 * minute)
    const id = idAt(random, since.getTime())
    const times = { createdAt: since, updatedAt: since }
    await tx.insert(sources).values({ id, country: 'ic', owner: owner.id, name, kind, ...times })
    const secret = context.secrets.seal(makeToken(), placeOfSecret(id))
    await tx.insert(sourceSecrets).values({ source: id, token: makeToken(), secret })
    const taken = sold
      .splice(0, orders)
      .reverse()
      .map((order, index) => ({ ...order, number: numbers + index, sku: skuOf(kind, index) }))
    const source = { id, kind, owner: owner.id, sourceNumber: at + 1, sourceName: name }
    const ids = await writeEvents(tx, context, random, {
      source,
      taken,
      nextNumber: numbers + taken.length,
      now,
    })
    await intakeList.makeFindable(tx, ids)
    await sourceList.makeFindable(tx, [id])
  }
}

type DemoSource = { id: string; kind: DemoKind; owner: string; sourceNumber: number; sourceName: string }

const writeEvents = async (
  tx: Transaction,
  context: ServerContext,
  random: Random,
  {
    source,
    taken,
    nextNumber,
    now,
  }: { source: DemoSource; taken: readonly Sold[]; nextNumber: number; now: Date },
): Promise<string[]> => {
  const ids: string[] = []
  const receive = async (
    order: SoldOrder,
    at: Date,
    apply: (event: ReceivedEvent) => Promise<EventOutcome>,
  ) => {
    const id = idAt(random, at.getTime())
    const { headers, body } = shopEvents[source.kind](order)
    const { id: sourceId, ...facts } = source
    const content = { headers, body: Buffer.from(body) }
    const outcome = await apply({ ...facts, id, source: sourceId, country: 'ic', ...content })
    const times = { createdAt: at, updatedAt: at, workedAt: at }
    await tx
      .insert(intake)
      .values({ id, country: 'ic', owner: source.owner, source: sourceId, ...times, ...outcome })
    await tx.insert(intakeBodies).values({ event: id, ...content })
    ids.push(id)
  }
  const decide = async (event: ReceivedEvent): Promise<EventOutcome> => {
    const bench = await openWorkbench(tx, event, { lock: false })
    return applyEvent(tx, event, { ...bench, batch: { ...newBatch(context), source: event.source } })
  }
  for (const order of taken) await receive(order, order.at, (event) => rememberOrder(tx, event, order))
  const [first] = taken
  const ago = (minutes: number) => new Date(now.getTime() - minutes * minute)
  if (first !== undefined) await receive(first, ago(95), decide)
  const customer = makeCustomers(random, 'ic')
  const kit = { sku: 'KIT-204', productName: 'Kit de cuisine (lot de 4)', quantity: 1 }
  for (const [index, minutes] of [70, 48, 21].entries()) {
    const money = index === 2 ? { currency: 'EUR', price: 29 } : { currency: 'XOF', price: 19_500 }
    const at = ago(minutes)
    const number = nextNumber + index
    await receive({ ...customer(), ...kit, ...money, number, at }, at, decide)
  }
  return ids
}

/** An event that had become an order of ours. */
const rememberOrder = async (tx: Transaction, event: ReceivedEvent, order: Sold): Promise<EventOutcome> => {
  const read = shopReaders[event.kind](event.headers, event.body.toString('utf8'))
  if (!read.ok || read.value.kind !== 'order')
    throw new Error('A demo shop sends what its reader does not read.')
  const said = read.value
  const { source } = event
  const { externalId, items } = said
  await tx.insert(shopOrders).values({ source, externalId, said, applied: null })
  await tx.insert(shopLines).values({ source, externalId, line: items[0]!.id, part: 1, order: order.id })
  await tx
    .insert(sourceProducts)
    .values({ source, kind: 'sku', key: order.sku.toLowerCase(), product: order.product })
    .onConflictDoNothing()
  return { ...readParts(said, event), verdict: 'created', isOpen: false, orders: [order.id] }
}

const skuOf = (kind: DemoKind, index: number): string => `${kind.slice(0, 3).toUpperCase()}-${101 + index}`

/** The seller's latest orders, newest first. */
const readSold = async (tx: Transaction, owner: string): Promise<Sold[]> => {
  const count = shops.reduce((sum, { orders }) => sum + orders, 0)
  const { rows } = await tx.execute<Omit<Sold, 'number' | 'sku' | 'currency' | 'at'> & { at: string }>(sql`
    select orders.id, orders.product, orders.created_at::text as at, orders.customer_name as "customerName",
      orders.customer_phone as "customerPhone", orders.customer_address as "customerAddress", orders.quantity,
      orders.price::float8 as price, products.name as "productName"
    from orders join products on products.id = orders.product
    where orders.owner = ${owner}::uuid and orders.status <> 'CANCELLED' and orders.country = 'ic' and orders.external_ref is null
    order by orders.created_at desc limit ${count}`)
  return rows.map((row) => ({ ...row, at: new Date(row.at), number: 0, sku: '', currency: 'XOF' }))
}
