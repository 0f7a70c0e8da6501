import { createHash } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { CountryCode } from '../../domain/core/countries.ts'
import {
  type CashHolder,
  handovers as definition,
  type HandoverDue,
  type HandoverLine,
  type HandoverWithLines,
} from '../../domain/handovers/handover.ts'
import { sumAmounts } from '../../domain/lib/money.ts'
import { Refused } from '../core/errors.ts'
import { recordList } from '../crud/record-list.ts'
import { alphabetical } from '../db/alphabetical.ts'
import { isOneOf } from '../db/columns.ts'
import type { Executor } from '../db/drizzle.ts'
import { handovers } from '../db/schema/handovers.ts'
import { handoverLines, orders, shippings } from '../db/schema/orders.ts'
import { users } from '../db/schema/users.ts'
import { isCashInHand } from './shippings.ts'

const receiver = alias(users, 'receiving_user')
const earlier = alias(handovers, 'earlier_handover')

export const handoverList = recordList(definition, handovers, {
  filters: { deliveryGuy: handovers.delivery },
  fields: { receivedByName: receiver.name },
  joined: [{ table: receiver, on: eq(receiver.id, handovers.receivedBy) }],
})

/** A few handovers with their parcels, oldest first, and the balance before them. Three statements: use a snapshot. */
export const readHandoversWithLines = async (
  db: Executor,
  ids: readonly string[],
): Promise<HandoverWithLines[]> => {
  const records = await handoverList.read(db, ids)
  const rows = await db
    .select({ handover: handoverLines.handover, ...lineColumns, collected: handoverLines.collected })
    .from(handoverLines)
    .innerJoin(shippings, eq(shippings.id, handoverLines.shipping))
    .innerJoin(orders, eq(orders.id, shippings.order))
    .where(isOneOf(handoverLines.handover, ids))
    .orderBy(shippings.deliveredAt, shippings.id)
  const balances = await db
    .select({
      id: handovers.id,
      balance: sql<number>`coalesce(sum(${earlier.difference}), 0)::float8`,
    })
    .from(handovers)
    .leftJoin(
      earlier,
      sql`${earlier.country} = ${handovers.country} and ${earlier.delivery} = ${handovers.delivery} and ${earlier.deletedAt} is null and ${earlier.number} < ${handovers.number}`,
    )
    .where(isOneOf(handovers.id, ids))
    .groupBy(handovers.id)
  const balanceBefore = new Map(balances.map(({ id, balance }) => [id, balance]))
  return records.map((record) => ({
    ...record,
    balanceBefore: balanceBefore.get(record.id) ?? 0,
    lines: rows.filter(({ handover }) => handover === record.id).map(toLine),
  }))
}

const lineColumns = {
  shipping: shippings.id,
  shippingNumber: shippings.number,
  orderNumber: orders.number,
  customerName: orders.customerName,
  deliveredAt: shippings.deliveredAt,
  totalPrice: orders.totalPrice,
  comment: shippings.comment,
}

type LineRow = Omit<HandoverLine, 'deliveredAt' | 'collected'> & {
  deliveredAt: Date | null
  collected: number | null
}

/** A delivered parcel has both. */
const toLine = ({
  shipping,
  shippingNumber,
  orderNumber,
  customerName,
  deliveredAt,
  totalPrice,
  collected,
  comment,
}: LineRow) => ({
  shipping,
  shippingNumber,
  orderNumber,
  customerName,
  deliveredAt: deliveredAt!.toISOString(),
  totalPrice,
  collected: collected!,
  comment,
})

/** A courier's cash in one country. */
export type Till = { country: CountryCode; delivery: string }

/**
 * The cash of a courier. `lock`: parcels are locked through their orders, in id order, until commit. @throws Refused
 * `DELIVERY_GUY_NOT_FOUND` if the user never delivered in that country
 */
export const readDue = async (
  db: Executor,
  till: Till,
  { lock }: { lock: boolean } = { lock: false },
): Promise<HandoverDue> => {
  const lines = await readDueLines(db, till, lock)
  const [person] = await db.select().from(users).where(eq(users.id, till.delivery))
  const [books] = await db
    .select({ balance: sql<number>`coalesce(sum(${handovers.difference}), 0)::float8` })
    .from(handovers)
    .where(sql`${isOf(till, handovers)} and ${handovers.deletedAt} is null`)
  const balance = books?.balance ?? 0
  const delivers = person?.role === 'delivery' && person.country === till.country && person.deletedAt === null
  if (person === undefined || !(delivers || lines.length > 0 || balance !== 0)) {
    throw new Refused('DELIVERY_GUY_NOT_FOUND')
  }
  return {
    ...till,
    deliveryName: person.name,
    expected: sumAmounts(lines.map(({ collected }) => collected)),
    parcels: lines.length,
    balance,
    seen: digestOf(lines),
    lines,
  }
}

const isOf = ({ country, delivery }: Till, table: typeof handovers | typeof shippings): SQL =>
  sql`${table.country} = ${country} and ${table.delivery} = ${delivery}`

const readDueLines = async (db: Executor, till: Till, lock: boolean): Promise<HandoverLine[]> => {
  const isDue = sql`${isOf(till, shippings)} and ${isCashInHand} and ${shippings.deletedAt} is null`
  if (!lock) return selectLines(db, isDue)
  const held = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(shippings, eq(shippings.order, orders.id))
    .where(isDue)
    .orderBy(orders.id)
    .for('share', { of: orders })
  // Read again after locking, since the locking statement's snapshot is older.
  const ids = held.map(({ id }) => id)
  return selectLines(db, sql`${isDue} and ${isOneOf(shippings.order, ids)}`)
}

const selectLines = async (db: Executor, condition: SQL): Promise<HandoverLine[]> => {
  const rows = await db
    .select({ ...lineColumns, collected: shippings.collected })
    .from(shippings)
    .innerJoin(orders, eq(orders.id, shippings.order))
    .where(condition)
    .orderBy(shippings.deliveredAt, shippings.id)
  return rows.map(toLine)
}

/** Digest of the parcels and their cash. */
const digestOf = (lines: readonly HandoverLine[]): string =>
  createHash('sha256')
    .update(JSON.stringify(lines.map(({ shipping, collected }) => [shipping, collected])))
    .digest('hex')
    .slice(0, 32)

/** Couriers of a country, and others with its cash or a balance: who has held cash longest first, then by name. */
export const listCashHolders = async (db: Executor, country: CountryCode): Promise<CashHolder[]> => {
  const { rows } = await db.execute<Omit<CashHolder, 'since'> & { since: Date | null }>(sql`
    with cash as (
      select delivery, count(*)::int as parcels, min(delivered_at) as since from shippings
      where country = ${country} and ${isCashInHand} and deleted_at is null group by delivery
    ), books as (
      select delivery from handovers where country = ${country} and deleted_at is null
      group by delivery having sum(difference) <> 0
    )
    select users.id, users.name, users.phone, coalesce(cash.parcels, 0) as parcels, cash.since
    from users left join cash on cash.delivery = users.id left join books on books.delivery = users.id
    where cash.delivery is not null or books.delivery is not null
      or (role = 'delivery' and country = ${country} and is_activated and deleted_at is null)
    order by cash.since, ${alphabetical(users.name)}, users.id`)
  return rows.map((row) => ({ ...row, since: row.since && new Date(row.since).toISOString() }))
}
