import { sql } from 'drizzle-orm'
import { type Actor, actorScope, onlyCountryOf } from '../../../domain/access/actor.ts'
import {
  type Analytics,
  type Figure,
  type FigureName,
  figureNames,
  figures,
  type ProductRates,
} from '../../../domain/analytics/analytics.ts'
import { type CountryCode, countries, countryCodes } from '../../../domain/core/countries.ts'
import { choiceOf, isId } from '../../../domain/lib/field.ts'
import { amountDifference, sumAmounts } from '../../../domain/lib/money.ts'
import { todayIn } from '../../../domain/lib/zone-clock.ts'
import type { Product } from '../../../domain/products/product.ts'
import { chooseTariff } from '../../../domain/tariffs/choose-tariff.ts'
import { Refused } from '../../core/errors.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Executor } from '../../db/drizzle.ts'
import { readKeptBack } from '../../queries/earnings.ts'
import { isCashInHand } from '../../queries/shippings.ts'
import { readTariffs } from '../../queries/tariffs.ts'
import { type DayRow, type DaysRead, type HandlerRow, readDayFigures, type ShareRow } from './days.ts'
import { type CohortScope, everyDayOf, type Period, parcelStands, readPeriod } from './period.ts'
import { readSellerAffairs } from './seller-affairs.ts'

/** Median of concatenated float8, like `percentile_cont`; null for none. */
export const medianOf = (written: Buffer | null): number | null => {
  if (written === null || written.length === 0) return null
  // Copied, since Float64Array needs alignment.
  const bytes = new Uint8Array(written)
  Buffer.from(bytes.buffer).swap64()
  const values = new Float64Array(bytes.buffer).sort()
  const place = (values.length - 1) / 2
  const [below, above] = [values[Math.floor(place)]!, values[Math.ceil(place)]!]
  return below + (above - below) * (place % 1)
}

/** All figures of a period and the previous one, each with its list's filter. */
export const figuresOf = (scope: CohortScope, period: Period, read: DaysRead): Figure[] => {
  const base = {
    country: scope.country,
    ...(scope.owner === null ? {} : { owner: scope.owner }),
    from: period.from.toISOString(),
    to: period.to.toISOString(),
  }
  const measured = (isBefore: boolean) => read.measures.find((row) => row.isBefore === isBefore)
  const now = { ...measured(false), ...medians(read.toConfirm, read.toDeliver) }
  const before = { ...measured(true), ...medians(read.toConfirmBefore, read.toDeliverBefore) }
  return figureNames.map((name) => ({
    name,
    unit: figures[name].unit,
    value: readFigure(now, name),
    previous: readFigure(before, name),
    where: { ...base, ...figures[name].filter },
  }))
}

const medians = (toConfirm: Buffer | null, toDeliver: Buffer | null) => ({
  timeToConfirm: medianOf(toConfirm),
  timeToDeliver: medianOf(toDeliver),
})

/** Without orders there is no row: counts are 0, rates null. */
const readFigure = (measured: Record<string, unknown>, name: FigureName): number | null => {
  const value = measured[name]
  if (value != null) return Number(value)
  return figures[name].unit === 'count' || figures[name].unit === 'money' ? 0 : null
}

/** Dashboard of one country, hence of one currency, from one snapshot. */
export const readAnalytics = async (
  { db, now }: ServerContext,
  actor: Actor,
  query: Record<string, unknown>,
): Promise<Analytics> => {
  const scope = readScope(actor, query)
  const period = await readPeriod(db, scope.country, query, now())
  const { previousFrom: _, from, to, ...dates } = period
  const { country, owner } = scope
  const [read, { cash, cashHolders }, seller] = await Promise.all([
    readDayFigures(db, scope, period),
    readCash(db, actor, scope, period),
    owner === null ? null : readSellerAffairs(db, { country, owner }, now()),
  ])
  const found = new Map(read.days.map((row) => [row.day, row]))
  return {
    country,
    currency: countries[country].currency,
    ...dates,
    from: from.toISOString(),
    to: to.toISOString(),
    figures: figuresOf(scope, period, read),
    cash,
    cashHolders,
    days: everyDayOf(period).map((day) => dayOf(day, found.get(day))),
    products: read.products.map(shareOf),
    sellers: read.sellers.map(shareOf),
    agents: read.agents.map(handlerOf),
    deliveryGuys: read.deliveryGuys.map(shareOf),
    seller,
  }
}

type Summed = Record<'value' | 'count', string>
type CashRow = {
  withDrivers: Summed
  inBox: Summed
  differences: Summed
  holders: (Summed & Record<'id' | 'name' | 'since', string>)[]
}

/**
 * Cash by place, and the couriers who have some, whoever has held it longest first; for roles that may read handovers. Cash
 * received is not by seller.
 */
const readCash = async (
  db: Executor,
  actor: Actor,
  { country, owner }: CohortScope,
  { from, to }: Pick<Period, 'from' | 'to'>,
): Promise<Pick<Analytics, 'cash' | 'cashHolders'>> => {
  if (actorScope(actor, 'handover.list') === null) return { cash: [], cashHolders: [] }
  const isOwners = owner === null ? sql`true` : sql`shippings.owner = ${owner}`
  const created = { from: from.toISOString(), to: to.toISOString() }
  const { rows } = await db.execute<CashRow>(sql`
    with held as materialized (
      select delivery, sum(collected) as value, count(*) as count, min(delivered_at) as since from shippings
      where country = ${country} and ${isCashInHand} and deleted_at is null and ${isOwners} group by delivery
    ) select
      (select json_build_object('value', coalesce(sum(value), 0), 'count', coalesce(sum(count), 0)) from held)
        as "withDrivers",
      (select json_build_object('value', coalesce(sum(counted), 0), 'count', count(*)) from handovers
        where country = ${country} and deleted_at is null
          and created_at >= ${created.from}::timestamptz and created_at < ${created.to}::timestamptz) as "inBox",
      (select json_build_object('value', coalesce(sum(difference), 0), 'count', count(*)) from shippings
        where country = ${country} and difference <> 0 and deleted_at is null and ${isOwners}
          and settled_at >= ${created.from}::timestamptz and settled_at < ${created.to}::timestamptz) as differences,
      (select coalesce(json_agg(row_to_json(holder)), '[]') from (
        select users.id, users.name, value, count, since from held join users on users.id = held.delivery
        order by since, users.id) holder) as holders`)
  const { withDrivers, inBox, differences, holders } = rows[0]!
  // Of a seller's cash nothing is kept back: earnings are between courier and office.
  const keptBack =
    owner === null ? await readKeptBack(db, sql`shippings.country = ${country}`) : new Map<string, number>()
  const summed = ({ value, count }: Summed, kept = 0) => ({
    value: amountDifference(Number(value), kept),
    keptBack: kept,
    count: Number(count),
  })
  const ofOwner: Record<string, string> = owner === null ? { country } : { country, owner }
  const settled = `${created.from}..${created.to}`
  return {
    cash: [
      {
        name: 'withDrivers',
        ...summed(withDrivers, sumAmounts([...keptBack.values()])),
        where: { ...ofOwner, cash: 'with-driver' },
      },
      ...(owner === null
        ? [{ name: 'inBox' as const, ...summed(inBox), where: { country, ...created } }]
        : []),
      { name: 'differences', ...summed(differences), where: { ...ofOwner, difference: '!0', settled } },
    ],
    cashHolders: holders.map((holder) => ({
      id: holder.id,
      name: holder.name,
      ...summed(holder, keptBack.get(holder.id)),
      since: new Date(holder.since).toISOString(),
      where: { ...ofOwner, cash: 'with-driver', deliveryGuy: holder.id },
    })),
  }
}

/** One row per day, also without orders. */
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
  out: Number(row.out),
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

/** The requested scope within the actor's: own orders for sellers, own country for moderators. */
const readScope = (actor: Actor, { country: written, seller }: Record<string, unknown>): CohortScope => {
  const country = written === undefined ? undefined : choiceOf(countryCodes, written)
  if (country === null) throw refusal('country', 'NOT_A_CHOICE')
  if (seller !== undefined && !isId(seller)) throw refusal('seller', 'NOT_AN_ID')
  const reach = actorScope(actor, 'analytics.view')
  const asked: CountryCode = country ?? actor.country
  return {
    country: reach === 'country' ? actor.country : (onlyCountryOf(actor) ?? asked),
    owner: reach === 'own' ? actor.id : (seller?.toLowerCase() ?? null),
  }
}

const refusal = (path: string, code: 'NOT_A_CHOICE' | 'NOT_AN_ID') =>
  new Refused('VALIDATION_FAILED', { errors: [{ path, code }] })

const parcelWas = parcelStands(sql`parcel.status`)

/** Confirmation rate of a product, and delivery rate of its ended parcels. */
export const readProductRates = async (db: Executor, product: Product): Promise<ProductRates> => {
  const { rows } = await db.execute<Record<'orders' | 'confirmed' | 'delivered' | 'ended', string>>(sql`
    select count(*) as orders, count(*) filter (where orders.status = 'CONFIRMED') as confirmed,
      count(*) filter (where ${parcelWas.delivered}) as delivered, count(*) filter (where ${parcelWas.ended}) as ended
    from orders left join shippings parcel on parcel."order" = orders.id and parcel.deleted_at is null
    where orders.product = ${product.id} and orders.deleted_at is null`)
  const [orders, confirmed, delivered, ended] = (['orders', 'confirmed', 'delivered', 'ended'] as const).map(
    (name) => Number(rows[0]![name]),
  ) as [number, number, number, number]
  const { country, owner } = product
  const choose = chooseTariff(await readTariffs(db, [country]))
  const tariff = choose({ country, owner, zone: null, day: todayIn(country) })
  return {
    product: product.id,
    orders,
    confirmationRate: orders === 0 ? null : confirmed / orders,
    deliveryRate: ended === 0 ? null : delivered / ended,
    price: product.price,
    deliveryFee: tariff?.delivery ?? 0,
    returnFee: tariff?.returned ?? 0,
  }
}
