import type { Actor } from '../../../domain/access/actor.ts'
import { scopeOf } from '../../../domain/access/permissions.ts'
import type { Analytics } from '../../../domain/analytics/analytics.ts'
import { type CountryCode, countries, isCountryCode } from '../../../domain/countries.ts'
import { isId } from '../../../domain/lib/field.ts'
import type { ServerContext } from '../../context.ts'
import { Refused } from '../../refused.ts'
import type { CohortScope } from './cohort.ts'
import { readPeriod } from './period.ts'
import { readFigures } from './read-figures.ts'
import { readDays, readHandlers, readShares, shareBy } from './read-shares.ts'

/** The dashboard of one country, so that its money is of one currency; every figure of the same instant. */
export const readAnalytics = async (
  { db, now }: ServerContext,
  actor: Actor,
  query: Record<string, unknown>,
): Promise<Analytics> => {
  const scope = readScope(actor, query)
  return db.transaction(
    async (tx) => {
      const period = await readPeriod(tx, scope.country, query, now())
      const { previousFrom: _, from, to, ...dates } = period
      return {
        country: scope.country,
        currency: countries[scope.country].currency,
        ...dates,
        from: from.toISOString(),
        to: to.toISOString(),
        figures: await readFigures(tx, scope, period),
        days: await readDays(tx, scope, period),
        products: await readShares(tx, scope, period, shareBy.products),
        sellers: await readShares(tx, scope, period, shareBy.sellers),
        agents: await readHandlers(tx, scope, period),
        deliveryGuys: await readShares(tx, scope, period, shareBy.deliveryGuys),
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** What was asked for, cut down to what the actor may see: a seller's own orders, a moderator's own country. */
const readScope = (actor: Actor, { country, seller }: Record<string, unknown>): CohortScope => {
  if (country !== undefined && !isCountryCode(country)) throw refusal('country', 'NOT_A_CHOICE')
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
