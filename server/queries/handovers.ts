import { createHash } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type CountryCode, countries } from '../../domain/core/countries.ts'
import { balanceCourier, earnBy } from '../../domain/handovers/earnings.ts'
import {
  type CashHolder,
  handovers as definition,
  type HandoverDue,
  type HandoverLine,
  type HandoverWithLines,
} from '../../domain/handovers/handover.ts'
import { sumAmounts } from '../../domain/lib/money.ts'
import { dayOf, startOfDay } from '../../domain/lib/zone-clock.ts'
import { Refused } from '../core/errors.ts'
import { recordList } from '../crud/record-list.ts'
import { alphabetical } from '../db/alphabetical.ts'
import { isOneOf } from '../db/columns.ts'
import type { Executor } from '../db/drizzle.ts'
import { handovers } from '../db/schema/handovers.ts'
import { handoverLines, orders, shippings } from '../db/schema/orders.ts'
import { users } from '../db/schema/users.ts'
import { zones } from '../db/schema/zones.ts'
import { readEarningsRule } from './earnings.ts'
import { isCashInHand } from './shippings.ts'
import { readTariffs } from './tariffs.ts'

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
    .select({
      handover: handoverLines.handover,
      ...lineColumns,
      collected: handoverLines.collected,
      earned: handoverLines.earned,
      tariff: handoverLines.tariff,
      zone: handoverLines.zone,
      zoneName: handoverLines.zoneName,
    })
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
  earned,
  tariff,
  zone,
  zoneName,
}: LineRow) => ({
  shipping,
  shippingNumber,
  orderNumber,
  customerName,
  deliveredAt: deliveredAt!.toISOString(),
  totalPrice,
  collected: collected!,
  comment,
  earned,
  tariff,
  zone,
  zoneName,
})

/** A courier's cash in one country. */
export type Till = { country: CountryCode; delivery: string }

/**
 * The cash of a courier, with their earnings. `lock`: parcels are locked through their orders, in id order, until commit.
 * @throws Refused `DELIVERY_GUY_NOT_FOUND` if the user never delivered in that country
 */
export const readDue = async (
  db: Executor,
  till: Till,
  { lock, at }: { lock: boolean; at: Date },
): Promise<HandoverDue> => {
  const lines = await readDueLines(db, till, lock)
  const [person] = await db.select().from(users).where(eq(users.id, till.delivery))
  const { timeZone } = countries[till.country]
  const today = startOfDay(dayOf(at, timeZone), timeZone).toISOString()
  const { rows } = await db.execute<{ balance: number; earnedToday: number }>(sql`select
    (select coalesce(sum(difference), 0)::float8 from handovers
      where country = ${till.country} and delivery = ${till.delivery} and deleted_at is null) as balance,
    (select coalesce(sum(line.earned), 0)::float8 from shippings
      join handover_lines line on line.handover = shippings.handover and line.shipping = shippings.id
      where shippings.country = ${till.country} and shippings.delivery = ${till.delivery}
        and shippings.settled_at >= ${today}::timestamptz and shippings.deleted_at is null) as "earnedToday"`)
  const { balance, earnedToday } = rows[0]!
  const { isKeptBack } = await readEarningsRule(db, till.country)
  const earned = sumAmounts(lines.map((line) => line.earned))
  const { keptBack, expected, owed } = balanceCourier({
    collected: sumAmounts(lines.map(({ collected }) => collected)),
    earned,
    isKeptBack,
    differences: balance,
  })
  const ofToday = lines.filter(({ deliveredAt }) => deliveredAt >= today)
  const delivers = person?.role === 'delivery' && person.country === till.country && person.deletedAt === null
  if (person === undefined || !(delivers || lines.length > 0 || balance !== 0)) {
    throw new Refused('DELIVERY_GUY_NOT_FOUND')
  }
  return {
    ...till,
    deliveryName: person.name,
    expected,
    parcels: lines.length,
    earned,
    keptBack,
    earnedToday: sumAmounts([earnedToday, ...ofToday.map((line) => line.earned)]),
    balance,
    owed,
    seen: digestOf(lines, keptBack),
    lines,
  }
}

const isOf = ({ country, delivery }: Till): SQL =>
  sql`${shippings.country} = ${country} and ${shippings.delivery} = ${delivery}`

const readDueLines = async (db: Executor, till: Till, lock: boolean): Promise<HandoverLine[]> => {
  const isDue = sql`${isOf(till)} and ${isCashInHand} and ${shippings.deletedAt} is null`
  if (!lock) return selectDueLines(db, till, isDue)
  const held = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(shippings, eq(shippings.order, orders.id))
    .where(isDue)
    .orderBy(orders.id)
    .for('share', { of: orders })
  // Read again after locking, since the locking statement's snapshot is older.
  const ids = held.map(({ id }) => id)
  return selectDueLines(db, till, sql`${isDue} and ${isOneOf(shippings.order, ids)}`)
}

/** With what each parcel earns by the present tariffs. */
const selectDueLines = async (db: Executor, { country }: Till, condition: SQL): Promise<HandoverLine[]> => {
  const rows = await db
    .select({
      ...lineColumns,
      collected: shippings.collected,
      owner: shippings.owner,
      zone: orders.zone,
      zoneName: zones.name,
    })
    .from(shippings)
    .innerJoin(orders, eq(orders.id, shippings.order))
    .leftJoin(zones, eq(zones.id, orders.zone))
    .where(condition)
    .orderBy(shippings.deliveredAt, shippings.id)
  if (rows.length === 0) return []
  const earn = earnBy(await readTariffs(db, [country]))
  return rows.map(({ owner, ...row }) => {
    const earning = earn({ country, owner, zone: row.zone, deliveredAt: row.deliveredAt! })
    return toLine({ ...row, ...earning })
  })
}

/** Digest of the parcels, their cash and their earnings: another tariff or rule counts as another sum. */
const digestOf = (lines: readonly HandoverLine[], keptBack: number): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        keptBack,
        lines.map(({ shipping, collected, earned }) => [shipping, collected, earned]),
      ]),
    )
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
