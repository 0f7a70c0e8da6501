import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { type Actor, actorScope, onlyCountryOf } from '../../../domain/access/actor.ts'
import { countries, countryCodes, defaultCountry } from '../../../domain/core/countries.ts'
import type { Fields, Values } from '../../../domain/lib/field.ts'
import { validate } from '../../../domain/lib/validate.ts'
import {
  defaultProfitProducts,
  MAX_PROFIT_PRODUCTS,
  type ProductFacts,
  type ProductProfit,
  type ProfitAnswer,
  productProfit,
  profitShapes,
  profitSorts,
  sortProfits,
  sumProfits,
} from '../../../domain/profit/profit.ts'
import { accepted } from '../../core/errors.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Executor } from '../../db/drizzle.ts'
import { permit } from '../../http/auth.ts'
import { queryOf, refuseQuery } from '../../http/request-parts.ts'
import { readFor } from '../../http/standby-calls.ts'
import { shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { shareOf, staleFacts } from './days.ts'
import { type CohortScope, type Period, readPeriod } from './period.ts'

const profitFields = {
  country: { kind: 'choice', values: countryCodes },
  seller: { kind: 'reference', resource: 'users' },
  product: { kind: 'reference', resource: 'products' },
  startDate: { kind: 'date' },
  endDate: { kind: 'date' },
  sort: { kind: 'choice', values: profitSorts },
  limit: { kind: 'integer', min: 1, max: MAX_PROFIT_PRODUCTS },
} as const satisfies Fields

type ProfitQuery = Values<typeof profitFields>

export const profitCall = describe.call({
  id: 'getProfit',
  tag: 'analytics',
  summary: 'Read what the products of a period left after goods, fees, returns and advertising',
  detail:
    'Of the orders created in the period, by their present status. Sums are of all products; `products` has the first ones by `sort`, largest first.',
  verbs: ['profit.view'],
  query: profitFields,
  answers: { 200: shapesJson('Profit', profitShapes) },
})

export const profitRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.get('/profit', profitCall, async (request) => {
    const actor = permit(request, 'profit.view')
    const query = queryOf(request)
    refuseQuery(request, Object.keys(profitFields))
    const { limit } = query
    const read = { ...query, ...(typeof limit === 'string' && { limit: Number(limit) }) }
    const asked = accepted(validate(profitFields, read, { country: defaultCountry }))
    return readFor(context, request, (place) => readProfit(place, actor, asked))
  })
}

/** Profit of one country, hence of one currency, within the actor's reach, from one snapshot. */
export const readProfit = async (
  { db, now }: ServerContext,
  actor: Actor,
  { sort, limit, seller, product, ...query }: ProfitQuery,
): Promise<ProfitAnswer> => {
  const isOwn = actorScope(actor, 'profit.view') === 'own'
  const scope: CohortScope = {
    country: onlyCountryOf(actor) ?? query.country ?? actor.country,
    owner: isOwn ? actor.id : (seller ?? null),
  }
  const period = await readPeriod(db, scope.country, given(query), now())
  const products = await readProducts(db, { ...scope, product: product ?? null }, period)
  const sellers = new Map<string, ProductProfit[]>()
  for (const one of products) sellers.set(one.owner, [...(sellers.get(one.owner) ?? []), one])
  return {
    country: scope.country,
    currency: countries[scope.country].currency,
    startDate: period.startDate,
    endDate: period.endDate,
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    totals: sumProfits(products),
    sellers: [...sellers]
      .map(([id, some]) => ({ id, name: some[0]!.ownerName, ...sumProfits(some) }))
      .toSorted((one, other) => other.revenue - one.revenue || one.name.localeCompare(other.name))
      .slice(0, MAX_SELLERS),
    products: sortProfits(products, sort ?? 'revenue').slice(0, limit ?? defaultProfitProducts),
  }
}

const MAX_SELLERS = 200

const given = ({ startDate, endDate }: Pick<ProfitQuery, 'startDate' | 'endDate'>) => ({
  ...(startDate == null ? {} : { startDate }),
  ...(endDate == null ? {} : { endDate }),
})

type Row = Record<Exclude<keyof ProductFacts, 'cost' | 'advertising'>, string> &
  Record<'cost' | 'advertising', string | null> &
  Pick<ProductProfit, 'id' | 'name' | 'owner' | 'ownerName'>

/** One statement: stored sums of days, orders of days that are stale, and the costs of these days. */
const readProducts = async (
  db: Executor,
  { country, owner, product }: CohortScope & { product: string | null },
  { startDate, endDate }: Period,
): Promise<ProductProfit[]> => {
  const ofOwner = owner === null ? sql`true` : sql`owner = ${owner}::uuid`
  const ofKey = product === null ? sql`true` : sql`key = ${product}::uuid`
  // Only the days of the product's owner are summed up again.
  const isMarked =
    product === null
      ? ofOwner
      : sql`${ofOwner} and owner = (select owner from products where id = ${product}::uuid)`
  const marks = sql`
    select * from stale_days where country = ${country} and ${isMarked}
      and day between ${startDate}::date - 1 and ${endDate}::date + 1`
  const within = sql`local.day between ${startDate}::date and ${endDate}::date`
  const { rows } = await db.execute<Row>(sql`
    with ${staleFacts(marks, within)}, shares as (
      select kept.* from day_shares kept where country = ${country} and ${ofOwner} and by = 'products' and ${ofKey}
        and day between ${startDate}::date and ${endDate}::date
        and not exists (select 1 from stale where stale.day = kept.day and stale.owner = kept.owner)
      union all select * from (${shareOf('products', sql`product`)}) fresh
        (country, day, owner, by, key, orders, confirmed, delivered, returned, collected, "out", pieces, lost_pieces,
          failed, fees, return_fees)
        where ${ofKey}
    ), sold as (
      select key as product, sum(orders) as orders, sum(confirmed) as confirmed, sum(delivered) as delivered,
        sum(failed) as failed, sum(pieces) as pieces, sum(lost_pieces) as lost_pieces, sum(collected) as revenue,
        sum(fees) as fees, sum(return_fees) as return_fees
      from shares group by key
    ), spent as (
      select product, sum(amount) as amount from advertising
      where country = ${country} and ${ofOwner} and ${product === null ? sql`true` : sql`product = ${product}::uuid`}
        and day between ${startDate}::date and ${endDate}::date and deleted_at is null
      group by product
    )
    select products.id, products.name, products.owner, users.name as "ownerName",
      coalesce(sold.orders, 0) as orders, coalesce(sold.confirmed, 0) as confirmed,
      coalesce(sold.delivered, 0) as delivered, coalesce(sold.failed, 0) as failed,
      coalesce(sold.pieces, 0) as pieces, coalesce(sold.lost_pieces, 0) as "lostPieces",
      coalesce(sold.revenue, 0) as revenue, coalesce(sold.fees, 0) as fees,
      coalesce(sold.return_fees, 0) as "returnFees", products.initial_price as cost, spent.amount as advertising
    from sold full join spent on spent.product = sold.product
      join products on products.id = coalesce(sold.product, spent.product)
      join users on users.id = products.owner
    where products.country = ${country} and ${owner === null ? sql`true` : sql`products.owner = ${owner}::uuid`}`)
  return rows.map(({ id, name, owner, ownerName, cost, advertising, ...sums }) =>
    productProfit({
      id,
      name,
      owner,
      ownerName,
      ...(Object.fromEntries(Object.entries(sums).map(([key, value]) => [key, Number(value)])) as Record<
        keyof typeof sums,
        number
      >),
      cost: cost === null ? null : Number(cost),
      advertising: advertising === null ? null : Number(advertising),
    }),
  )
}
