import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { CountryCode } from '../../../domain/core/countries.ts'
import {
  type KnownZone,
  placeOrder,
  readZones,
  typedCity,
  type ZoneReader,
} from '../../../domain/zones/recognise-zone.ts'
import { Refused } from '../../core/errors.ts'
import type { Executor } from '../../db/drizzle.ts'
import { zones } from '../../db/schema/zones.ts'
import type { FulfillmentStep } from './fulfillment-step.ts'

/** The zones of a country, in the order of their numbers. */
export const knownZones = (db: Executor, country: CountryCode): Promise<KnownZone[]> =>
  db
    .select({ id: zones.id, cities: zones.cities })
    .from(zones)
    .where(sql`${zones.country} = ${country} and ${zones.deletedAt} is null`)
    .orderBy(zones.number)
    .execute()

/**
 * Shared locks until commit: no zone of these countries changes while orders are placed in them. Before all other locks of the
 * transaction, since a change of zones waits for orders.
 */
export const shareZones = async (tx: Executor, codes: Iterable<CountryCode>): Promise<void> => {
  for (const country of [...new Set(codes)].sort())
    await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended(${`zones ${country}`}, 0))`)
}

/** Changes of the zones of these countries, one transaction at a time; waits for those that place orders in them. */
export const lockZones = async (tx: Executor, codes: Iterable<CountryCode>): Promise<void> => {
  for (const country of [...new Set(codes)].sort())
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`zones ${country}`}, 0))`)
}

/**
 * A kind's `lockFirst`: what takes the countries of its records before them (`shareZones`, `lockZones`), as an undo of several resources
 * does.
 */
export const countriesFirst =
  (table: PgTable & { country: PgColumn }, lock: (tx: Executor, codes: CountryCode[]) => Promise<void>) =>
  async (tx: Executor, condition: SQL): Promise<void> => {
    const rows = await tx.selectDistinct({ country: table.country }).from(table).where(condition)
    await lock(
      tx,
      rows.map(({ country }) => country as CountryCode),
    )
  }

/** Readers of the zones of these countries. */
export const zoneReaders = async (
  db: Executor,
  codes: Iterable<CountryCode>,
): Promise<ReadonlyMap<CountryCode, ZoneReader>> => {
  const readers = new Map<CountryCode, ZoneReader>()
  for (const country of new Set(codes)) readers.set(country, readZones(await knownZones(db, country)))
  return readers
}

/** @throws Refused `ZONE_NOT_FOUND` unless the zone is one of the country; null is none */
export const refuseUnknownZone = async (
  db: Executor,
  country: CountryCode,
  zone: string | null | undefined,
): Promise<void> => {
  if (zone == null) return
  const rows = await db
    .select({ id: zones.id })
    .from(zones)
    .where(sql`${zones.id} = ${zone}::uuid and ${zones.country} = ${country} and ${zones.deletedAt} is null`)
  if (rows.length === 0)
    throw new Refused('ZONE_NOT_FOUND', { errors: [{ path: 'zone', code: 'ZONE_NOT_FOUND' }] })
}

/**
 * The steps with the zones of new cities and addresses. A zone that a step gives stays, and an undo restores its own.
 */
export const placeSteps = async (
  db: Executor,
  steps: readonly FulfillmentStep[],
): Promise<readonly FulfillmentStep[]> => {
  const moved = steps.filter(isMoved)
  if (moved.length === 0) return steps
  const readers = await zoneReaders(
    db,
    moved.map(({ order }) => order.country),
  )
  return steps.map((step) => {
    if (!isMoved(step)) return step
    const { order, next } = step
    const reader = readers.get(order.country)!
    // A city that the former address gave does not decide for the new one.
    const city = next.order.city === order.city ? typedCity(reader, order) : next.order.city
    const place = placeOrder(reader, { city, customerAddress: next.order.customerAddress })
    return { ...step, next: { ...next, order: { ...next.order, ...place } } }
  })
}

const isMoved = ({ order, next, undoes }: FulfillmentStep): boolean =>
  undoes === undefined &&
  next.order.zone === order.zone &&
  (next.order.city !== order.city || next.order.customerAddress !== order.customerAddress)
