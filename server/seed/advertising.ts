import { sql } from 'drizzle-orm'
import { countries } from '../../domain/core/countries.ts'
import { shiftDay, todayIn } from '../../domain/lib/zone-clock.ts'
import type { Transaction } from '../db/drizzle.ts'
import { advertising } from '../db/schema/advertising.ts'
import { adCostList } from '../queries/advertising.ts'
import type { Staff } from './people.ts'
import { idAt, type Random } from './row-writer.ts'

/** Days before today that have costs, and products of the listed seller that are advertised. */
const DAYS = 45
const PRODUCTS = 4

type Sold = { product: string; day: string; price: string }

/** What the listed seller spent on the products sold most, and what a piece of three in four products costs. */
export const writeAdvertising = async (
  tx: Transaction,
  random: Random,
  { now, staff }: { now: Date; staff: Staff },
): Promise<void> => {
  await tx.execute(sql`
    update products set initial_price = round(price * 0.3, -2)
    where country in ('ic', 'sn', 'bf') and initial_price is null and price >= 1000 and number % 4 <> 0`)
  const owner = staff.branches.ic.sellers[0]!.id
  const today = todayIn('ic', now)
  const { rows } = await tx.execute<Sold>(sql`
    with sold as (
      select product, (created_at at time zone ${countries.ic.timeZone})::date as day, sum(total_price) as price
      from orders where owner = ${owner} and country = 'ic' and deleted_at is null group by 1, 2
    ), top as (select product from sold group by product order by count(*) desc, product limit ${PRODUCTS})
    select product, day::text as day, price from sold join top using (product)
    where day between ${shiftDay(today, -DAYS)}::date and ${today}::date order by product, day`)
  const costs = rows.map(({ product, day, price }, at) => {
    const since = new Date(`${day}T18:00:00Z`)
    return {
      id: idAt(random, since.getTime()),
      country: 'ic' as const,
      owner,
      product,
      day,
      amount: Math.round((Number(price) * (0.05 + random.next() * 0.08)) / 500) * 500,
      channel: at % 3 === 0 ? 'TikTok' : 'Facebook',
      createdAt: since < now ? since : now,
      updatedAt: since < now ? since : now,
    }
  })
  if (costs.length === 0) return
  await tx.insert(advertising).values(costs)
  await adCostList.makeFindable(
    tx,
    costs.map(({ id }) => id),
  )
}
