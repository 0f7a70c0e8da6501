import { sql } from 'drizzle-orm'
import type { Code } from '../../domain/core/codes.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import { sharedSpellings, whyNotCities } from '../../domain/zones/city.ts'
import { zones as definition } from '../../domain/zones/zone.ts'
import { defineKind } from '../crud/define-kind.ts'
import { recordList } from '../crud/record-list.ts'
import type { HeldOf, Pair } from '../crud/resource-definition.ts'
import { isOneOf } from '../db/columns.ts'
import type { Transaction } from '../db/drizzle.ts'
import { tariffs, zones } from '../db/schema/zones.ts'
import { tariffList } from '../queries/tariffs.ts'
import { countriesFirst, lockZones } from '../services/fulfillment/order-zones.ts'
import { placeOrdersAgain } from '../services/fulfillment/place-orders-again.ts'
import { serveKind } from './serve-kind.ts'

type HeldZone = HeldOf<typeof zones>

/** Cities of each zone of the countries, as they are with the changes. */
type ZoneFacts = { cities: Map<string, { country: CountryCode; cities: readonly string[] }> }

const list = recordList(definition, zones, {
  fields: {
    tariffs: sql<number>`(select count(*)::int from ${tariffs} where ${tariffs.zone} = ${zones.id}
      and ${tariffs.deletedAt} is null)`,
  },
})

/** Changes of the zones of a country wait for each other, since spellings are unique in it, and for orders that are made. */
const findFacts = async (
  tx: Transaction,
  pairs: readonly Pair<HeldZone>[],
  { lock }: { lock: boolean },
): Promise<ZoneFacts> => {
  const codes = [...new Set(pairs.map(({ next }) => next.country))]
  if (lock) await lockZones(tx, codes)
  const rows = await tx
    .select({ id: zones.id, country: zones.country, cities: zones.cities })
    .from(zones)
    .where(sql`${zones.country} = any(${sql.param(codes)}::text[]) and ${zones.deletedAt} is null`)
  return { cities: new Map(rows.map(({ id, ...zone }) => [id, zone])) }
}

const whyNotZone = (next: HeldZone, { cities }: ZoneFacts): Code | null => {
  if (next.isDeleted) return null
  const others = [...cities].flatMap(([id, zone]) =>
    id !== next.id && zone.country === next.country ? zone.cities : [],
  )
  return (
    whyNotCities(next.cities) ??
    (sharedSpellings(next.cities, others).length > 0 ? 'CITY_IN_OTHER_ZONE' : null)
  )
}

/** Tariffs are found by the name of their zone. */
const renameTariffs = async (tx: Transaction, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  const rows = await tx
    .select({ id: tariffs.id })
    .from(tariffs)
    .where(sql`${isOneOf(tariffs.zone, ids)} and ${tariffs.deletedAt} is null`)
    .orderBy(tariffs.id)
  await tariffList.makeFindable(
    tx,
    rows.map(({ id }) => id),
  )
}

export const zoneResource = serveKind(
  list,
  defineKind<'zones', typeof zones, ZoneFacts>(definition, list, {
    isReferredTo: true,
    lockFirst: countriesFirst(zones, lockZones),
    uses: [{ column: tariffs.zone, deletedAt: tariffs.deletedAt }],
    findFacts,
    whyNot: {
      create: (next, facts) => whyNotZone(next, facts),
      update: (_, __, next, facts) => whyNotZone(next, facts),
      revert: (_, next, facts) => whyNotZone(next, facts),
    },
    settle: ({ cities }, { next: { id, country, cities: own, isDeleted } }) => {
      if (isDeleted) cities.delete(id)
      else cities.set(id, { country, cities: own })
    },
    follow: async (tx, actor, batch, changes) => {
      const renamed = changes.filter(({ record, next }) => record !== null && record.name !== next.name)
      await renameTariffs(
        tx,
        renamed.map(({ next }) => next.id),
      )
      await placeOrdersAgain(tx, actor, batch, changes)
    },
  }),
  {
    refuses: {
      create: ['CITY_IN_OTHER_ZONE', 'CITY_TWICE', 'CITY_UNREADABLE'],
      update: ['CITY_IN_OTHER_ZONE', 'CITY_TWICE', 'CITY_UNREADABLE'],
    },
  },
)
