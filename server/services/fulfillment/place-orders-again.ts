import { setImmediate as nextTurn } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import {
  type KnownZone,
  type OrderPlace,
  placeAgain,
  placeOrder,
  readZones,
  typedCity,
} from '../../../domain/zones/recognise-zone.ts'
import { announceRecords, type Batch, recordChanges } from '../../crud/record-changes.ts'
import type { HeldOf, MadeChange } from '../../crud/resource-definition.ts'
import type { Transaction } from '../../db/drizzle.ts'
import type { zones } from '../../db/schema/zones.ts'
import { inChunks } from '../../db/unnest-rows.ts'
import { orderList } from '../../queries/orders.ts'
import { shippingList } from '../../queries/shippings.ts'
import { writeSearchEntries } from '../../search/write-entries.ts'
import { knownZones } from './order-zones.ts'

type ZoneChange = MadeChange<HeldOf<typeof zones>>

/** Only cities decide where an order goes. */
const isOfPlaces = ({ record, next }: ZoneChange): boolean =>
  record === null ||
  record.isDeleted !== next.isDeleted ||
  JSON.stringify(record.cities) !== JSON.stringify(next.cities)

/**
 * Recognises the zones of open orders again after changes of zones: those that are neither cancelled nor on an invoice. Zones
 * that somebody chose stay. One statement for all orders; their lines are in the batch of the change and on its budget.
 */
export const placeOrdersAgain = async (
  tx: Transaction,
  actor: Actor,
  batch: Batch,
  changes: readonly ZoneChange[],
): Promise<void> => {
  const moved = changes.filter(isOfPlaces)
  for (const country of [...new Set(moved.map(({ next }) => next.country))].sort())
    await placeCountry(
      tx,
      actor,
      batch,
      country,
      moved.filter(({ next }) => next.country === country),
    )
}

type OpenOrder = OrderPlace & {
  id: string
  version: number
  owner: string
  shipping: string | null
}

const placeCountry = async (
  tx: Transaction,
  actor: Actor,
  batch: Batch,
  country: CountryCode,
  changes: readonly ZoneChange[],
): Promise<void> => {
  const now = await knownZones(tx, country)
  const [before, after] = [readZones(zonesBefore(now, changes)), readZones(now)]
  const rows = await holdOpenOrders(tx, country)
  const known = new Set(now.map(({ id }) => id))
  const placed: (OpenOrder & { next: Pick<OrderPlace, 'city' | 'zone'> })[] = []
  for (const chunk of inChunks(rows)) {
    for (const order of chunk) {
      const next =
        order.zone === null || known.has(order.zone)
          ? placeAgain(before, after, order)
          : // Nobody can have chosen a zone that is gone.
            placeOrder(after, { ...order, city: typedCity(before, order) })
      if (next !== null) placed.push({ ...order, next })
    }
    await nextTurn()
  }
  if (placed.length === 0) return
  const given = JSON.stringify(placed.map(({ id, next }) => ({ id, ...next })))
  await tx.execute(sql`
    update orders set city = given.city, zone = given.zone, version = version + 1,
      updated_at = ${batch.at.toISOString()}::timestamptz
    from jsonb_to_recordset(${given}::jsonb) as given (id uuid, city text, zone uuid)
    where orders.id = given.id`)
  const verb = 'order.update'
  await recordChanges(
    tx,
    actor,
    batch,
    placed.map(({ id, version, city, zone, next }) => ({
      verb,
      resource: 'orders' as const,
      recordId: id,
      version: version + 1,
      before: { city, zone },
      after: next,
    })),
  )
  await refreshEntries(
    tx,
    placed.filter(({ city, next }) => city !== next.city),
  )
  const told = placed.map(({ id, owner }) => ({ id, owner, country }))
  await announceRecords(tx, actor, batch, { resource: 'orders', verb }, told)
  const parcels = placed.flatMap(({ shipping, owner }) =>
    shipping === null ? [] : { id: shipping, owner, country },
  )
  await announceRecords(tx, actor, batch, { resource: 'shippings', verb }, parcels)
}

const openOrders = (country: CountryCode): SQL => sql`
  orders left join shippings on shippings."order" = orders.id and shippings.deleted_at is null
  where orders.country = ${country} and orders.deleted_at is null and orders.status <> 'CANCELLED'
    and shippings.status is distinct from 'LOST'
    and not exists (select 1 from invoice_lines line where line.shipping = shippings.id)`

/**
 * Locks the open orders of a country, and others that are to be changed with them, in id order until commit: before an undo
 * takes back orders and then their zones, which would lock some first and all later.
 */
export const lockOpenOrders = async (
  tx: Transaction,
  country: CountryCode,
  others: readonly string[] = [],
): Promise<void> => {
  await tx.execute(sql`select count(*) from (
    select orders.id from orders
    where orders.id = any(${sql.param([...others])}::uuid[]) or orders.id in (select orders.id from ${openOrders(country)})
    order by orders.id for update of orders) held`)
}

/** Open orders of a country, locked until commit. */
const holdOpenOrders = async (tx: Transaction, country: CountryCode): Promise<OpenOrder[]> => {
  await lockOpenOrders(tx, country)
  // Read again after locking, since the locking statement's snapshot is older: some were billed or lost meanwhile.
  const { rows } = await tx.execute<OpenOrder>(sql`
    select orders.id, orders.version, orders.owner, orders.city, orders.customer_address as "customerAddress", orders.zone,
      shippings.id as shipping
    from ${openOrders(country)} order by orders.id`)
  return rows
}

/** The zones of a country as they were before the changes. */
const zonesBefore = (now: readonly KnownZone[], changes: readonly ZoneChange[]): KnownZone[] => {
  const changed = new Map(changes.map(({ record, next }) => [next.id, record]))
  const stayed = now.filter(({ id }) => !changed.has(id))
  return [
    ...stayed,
    ...[...changed.values()].filter((record) => record !== null && !record.isDeleted),
  ] as KnownZone[]
}

const refreshEntries = async (tx: Transaction, placed: readonly OpenOrder[]): Promise<void> => {
  for (const chunk of inChunks(placed)) {
    await writeSearchEntries(
      tx,
      'orders',
      await orderList.read(
        tx,
        chunk.map(({ id }) => id),
      ),
    )
    await writeSearchEntries(
      tx,
      'shippings',
      await shippingList.read(
        tx,
        chunk.flatMap(({ shipping }) => shipping ?? []),
      ),
    )
  }
}
