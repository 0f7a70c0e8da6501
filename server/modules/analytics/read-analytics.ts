import type { Actor } from '../../../domain/access/actor.ts'
import { scopeOf } from '../../../domain/access/permissions.ts'
import type { Analytics } from '../../../domain/analytics/analytics.ts'
import { type CountryCode, countries, countryCodes } from '../../../domain/countries.ts'
import { choiceOf } from '../../../domain/lib/choice.ts'
import { isId } from '../../../domain/lib/field.ts'
import type { ServerContext } from '../../context.ts'
import { Refused } from '../../refused.ts'
import type { CohortScope } from './cohort.ts'
import { figuresOf } from './figures-of.ts'
import { daysOf, readPeriod } from './period.ts'
import { type DayRow, type HandlerRow, readDays, type ShareRow } from './read-days.ts'

/** The dashboard of one country, so that its money is of one currency; every figure of the same instant. */
export const readAnalytics = async (
  { db, now }: ServerContext,
  actor: Actor,
  query: Record<string, unknown>,
): Promise<Analytics> => {
  const scope = readScope(actor, query)
  const period = await readPeriod(db, scope.country, query, now())
  const { previousFrom: _, from, to, ...dates } = period
  const read = await readDays(db, scope, period)
  const found = new Map(read.days.map((row) => [row.day, row]))
  return {
    country: scope.country,
    currency: countries[scope.country].currency,
    ...dates,
    from: from.toISOString(),
    to: to.toISOString(),
    figures: figuresOf(scope, period, read),
    days: daysOf(period).map((day) => dayOf(day, found.get(day))),
    products: read.products.map(shareOf),
    sellers: read.sellers.map(shareOf),
    agents: read.agents.map(handlerOf),
    deliveryGuys: read.deliveryGuys.map(shareOf),
  }
}

/** One row a day of the period, also of those on which nothing was ordered. */
const dayOf = (day: string, row: DayRow | undefined): Analytics['days'][number] => ({
  day,
  orders: Number(row?.orders ?? 0),
  confirmed: Number(row?.confirmed ?? 0),
  delivered: Number(row?.delivered ?? 0),
  collected: Number(row?.collected ?? 0),
})

const shareOf = (row: ShareRow): Analytics['products'][number] => ({
  id: row.id,
  name: row.name,
  orders: Number(row.orders),
  confirmed: Number(row.confirmed),
  delivered: Number(row.delivered),
  returned: Number(row.returned),
  collected: Number(row.collected),
})

const handlerOf = (row: HandlerRow): Analytics['agents'][number] => ({
  id: row.id,
  name: row.name,
  confirmed: Number(row.confirmed),
  dispatched: Number(row.dispatched),
})

/** What was asked for, cut down to what the actor may see: a seller's own orders, a moderator's own country. */
const readScope = (actor: Actor, { country: written, seller }: Record<string, unknown>): CohortScope => {
  const country = written === undefined ? undefined : choiceOf(countryCodes, written)
  if (country === null) throw refusal('country', 'NOT_A_CHOICE')
  if (seller !== undefined && !isId(seller)) throw refusal('seller', 'NOT_AN_ID')
  const reach = scopeOf(actor.role, 'analytics.view')
  const asked: CountryCode = country ?? actor.country
  return {
    country: reach === 'country' ? actor.country : asked,
    owner: reach === 'own' ? actor.id : (seller?.toLowerCase() ?? null),
  }
}

const refusal = (path: string, code: 'NOT_A_CHOICE' | 'NOT_AN_ID') =>
  new Refused('VALIDATION_FAILED', { errors: [{ path, code }] })
