import { eq, type SQL, sql } from 'drizzle-orm'
import { type CountryCode, countries } from '../../domain/core/countries.ts'
import { balanceCourier, type EarningsRule, earnBy, earnedOf } from '../../domain/handovers/earnings.ts'
import { sumAmounts } from '../../domain/lib/money.ts'
import type { Executor } from '../db/drizzle.ts'
import { earningRules } from '../db/schema/handovers.ts'
import { isCashInHand } from './shippings.ts'
import { readTariffs } from './tariffs.ts'

/** Whether couriers of a country keep their earnings back from the cash. */
export const readEarningsRule = async (db: Executor, country: CountryCode): Promise<EarningsRule> => {
  const [rule] = await db.select().from(earningRules).where(eq(earningRules.country, country))
  return { country, isKeptBack: rule?.isKeptBack ?? false }
}

type Group = {
  delivery: string
  country: CountryCode
  owner: string
  zone: string | null
  since: Date
  parcels: number
  collected: string
}

/**
 * What couriers would keep back of the cash that they have in hand, by courier, summed over countries; none where earnings are
 * paid out. `condition`: on `shippings`. Parcels that one tariff prices are counted in the database, and priced here.
 */
export const readKeptBack = async (db: Executor, condition: SQL): Promise<ReadonlyMap<string, number>> => {
  const zones = sql.join(
    Object.entries(countries).map(([country, { timeZone }]) => sql`(${country}, ${timeZone})`),
    sql`, `,
  )
  const { rows } = await db.execute<Group>(sql`
    select shippings.delivery, shippings.country, shippings.owner, orders.zone, min(shippings.delivered_at) as since,
      count(*)::int as parcels, sum(shippings.collected) as collected
    from earning_rules rule join (values ${zones}) clock (country, zone) on clock.country = rule.country
    join shippings on shippings.country = rule.country join orders on orders.id = shippings."order"
    where rule.is_kept_back and ${isCashInHand} and shippings.deleted_at is null and ${condition}
    group by shippings.delivery, shippings.country, shippings.owner, orders.zone,
      (shippings.delivered_at at time zone clock.zone)::date`)
  if (rows.length === 0) return new Map()
  const earn = earnBy(await readTariffs(db, [...new Set(rows.map(({ country }) => country))]))
  const books = new Map<string, { delivery: string; collected: number; earned: number }>()
  for (const { since, collected, parcels, ...group } of rows) {
    const { delivery, country } = group
    const key = `${delivery} ${country}`
    const { earned } = earn({ ...group, deliveredAt: new Date(since) })
    const known = books.get(key) ?? { delivery, collected: 0, earned: 0 }
    books.set(key, {
      delivery,
      collected: sumAmounts([known.collected, Number(collected)]),
      earned: sumAmounts([known.earned, earnedOf(earned, parcels)]),
    })
  }
  const kept = new Map<string, number>()
  for (const { delivery, ...sums } of books.values()) {
    const { keptBack } = balanceCourier({ ...sums, isKeptBack: true, differences: 0 })
    kept.set(delivery, sumAmounts([kept.get(delivery) ?? 0, keptBack]))
  }
  return kept
}
