import { countryCodes } from '../core/countries.ts'
import type { Where } from '../lib/filter.ts'
import { sumAmounts, totalPrice } from '../lib/money.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'

/**
 * What is known of a product in a period: its orders created then by their present status, and what advertising of these days
 * cost. Money in major units. `fees`: of delivered parcels; `returnFees`: of returned and refused ones, as billed, or as the
 * tariffs would bill them. `pieces`: delivered; `lostPieces`: lost, or back damaged. `cost`: of a piece, null if none is typed;
 * `advertising`: null if none is typed for these days.
 */
export type ProductFacts = {
  orders: number
  confirmed: number
  delivered: number
  /** Returned or lost parcels. */
  failed: number
  pieces: number
  lostPieces: number
  revenue: number
  fees: number
  returnFees: number
  cost: number | null
  advertising: number | null
}

/** The parts of a profit. `goods` and `profit` are null while the cost of a piece that is gone is not known. */
export type Profit = {
  /** Cost of the pieces that are gone. */
  goods: number | null
  /** Revenue less fees, returns and advertising. */
  beforeGoods: number
  profit: number | null
  /** Share of the revenue. */
  margin: number | null
  /** Profit a delivered parcel. */
  perDelivered: number | null
  /** The share of the ended parcels that must be delivered for a profit of 0. */
  breakEvenRate: number | null
  /** Advertising an order. */
  adPerOrder: number | null
}

/** The profit of a product: docs/domain.md#profit. */
export const profitOf = (facts: ProductFacts): Profit => {
  const { revenue, fees, returnFees, cost, orders, delivered } = facts
  const advertising = facts.advertising ?? 0
  const gone = facts.pieces + facts.lostPieces
  const goods = gone === 0 ? 0 : cost === null ? null : totalPrice(cost, gone)
  const beforeGoods = sumAmounts([revenue, -fees, -returnFees, -advertising])
  const profit = goods === null ? null : sumAmounts([beforeGoods, -goods])
  return {
    goods,
    beforeGoods,
    profit,
    margin: profit === null ? null : by(profit, revenue),
    perDelivered: profit === null ? null : by(profit, delivered),
    breakEvenRate: breakEvenRate(facts),
    adPerOrder: facts.advertising === null ? null : by(facts.advertising, orders),
  }
}

/**
 * With `gain` what a delivered parcel leaves after goods and fees, and `loss` what a failed one costs, n parcels of which the
 * share x is delivered leave n * (x * gain - (1 - x) * loss) - advertising, which is 0 at this x. Null where no share has a
 * profit, or too little is known.
 */
const breakEvenRate = (facts: ProductFacts): number | null => {
  const { revenue, fees, returnFees, cost, pieces, lostPieces, delivered, failed } = facts
  if (delivered === 0 || cost === null) return null
  const gain = sumAmounts([revenue, -fees, -totalPrice(cost, pieces)]) / delivered
  const loss = failed === 0 ? 0 : sumAmounts([returnFees, totalPrice(cost, lostPieces)]) / failed
  if (gain + loss <= 0) return null
  const rate = (loss + (facts.advertising ?? 0) / (delivered + failed)) / (gain + loss)
  return rate > 1 ? null : rate
}

const by = (value: number, divisor: number): number | null => (divisor === 0 ? null : value / divisor)

/** Columns by which the products of a profit are sorted, largest first. */
export const profitSorts = [
  'revenue',
  'goods',
  'fees',
  'returns',
  'advertising',
  'profit',
  'margin',
  'perDelivered',
] as const
export type ProfitSort = (typeof profitSorts)[number]

/** Most products of one answer, and how many it has by default. */
export const MAX_PROFIT_PRODUCTS = 500
export const defaultProfitProducts = 100

const nullableMoney = { kind: 'money', nullable: true } as const

/** `returns`: fees of returned and refused parcels. `where`: filter of the orders that are counted. */
const partShapes = {
  orders: { kind: 'integer' },
  confirmed: { kind: 'integer' },
  delivered: { kind: 'integer' },
  failed: { kind: 'integer' },
  pieces: { kind: 'integer' },
  lostPieces: { kind: 'integer' },
  revenue: { kind: 'money' },
  fees: { kind: 'money' },
  returns: { kind: 'money' },
  advertising: nullableMoney,
  goods: nullableMoney,
  profit: nullableMoney,
  margin: { kind: 'number', nullable: true },
  perDelivered: nullableMoney,
} as const satisfies Shapes

const productShapes = {
  id: { kind: 'id' },
  name: { kind: 'text' },
  owner: { kind: 'id' },
  ownerName: { kind: 'text' },
  cost: nullableMoney,
  ...partShapes,
  beforeGoods: { kind: 'money' },
  breakEvenRate: { kind: 'number', nullable: true },
  adPerOrder: nullableMoney,
} as const satisfies Shapes

/**
 * Sums over products. `profit`, `margin`, `perDelivered` and `goods` are of those whose cost is known; `unknown`: the others, and what
 * they leave before their goods: revenue - goods - fees - returns - advertising = profit + unknown.beforeGoods. `notAdvertised`:
 * products with orders and without typed advertising. `products`: how many there are.
 */
const totalShapes = {
  ...partShapes,
  products: { kind: 'integer' },
  notAdvertised: { kind: 'integer' },
  unknown: {
    kind: 'record',
    of: {
      products: { kind: 'integer' },
      pieces: { kind: 'integer' },
      revenue: { kind: 'money' },
      beforeGoods: { kind: 'money' },
    },
  },
} as const satisfies Shapes

export const profitShapes = {
  country: { kind: 'choice', values: countryCodes },
  currency: { kind: 'text' },
  startDate: { kind: 'date' },
  endDate: { kind: 'date' },
  from: { kind: 'instant' },
  to: { kind: 'instant' },
  totals: { kind: 'record', of: totalShapes },
  sellers: {
    kind: 'list',
    of: { id: { kind: 'id' }, name: { kind: 'text' }, ...totalShapes },
  },
  products: { kind: 'list', of: productShapes },
} as const satisfies Shapes

export type ProfitAnswer = RecordOf<typeof profitShapes>
export type ProductProfit = ProfitAnswer['products'][number]
export type ProfitTotals = ProfitAnswer['totals']

/** Filters of the lists that a product's figures count, to be added to country, owner, product and period. */
export const profitWhere = {
  revenue: { shippingStatus: 'DELIVERED' },
  fees: { shippingStatus: 'DELIVERED' },
  returns: { shippingStatus: 'RETURNED' },
  goods: { shippingStatus: 'DELIVERED,RETURNED,LOST' },
} as const satisfies Record<string, Where>

type NamedFacts = ProductFacts & Pick<ProductProfit, 'id' | 'name' | 'owner' | 'ownerName'>

export const productProfit = ({ returnFees, ...facts }: NamedFacts): ProductProfit => ({
  ...facts,
  returns: returnFees,
  ...profitOf({ ...facts, returnFees }),
})

/** Sums of products, exact. */
export const sumProfits = (products: readonly ProductProfit[]): ProfitTotals => {
  const known = products.filter(({ profit }) => profit !== null)
  const unknown = products.filter(({ profit }) => profit === null)
  const sum = (some: readonly ProductProfit[], name: 'revenue' | 'fees' | 'returns' | 'beforeGoods') =>
    sumAmounts(some.map((product) => product[name]))
  const count = (
    some: readonly ProductProfit[],
    name: 'orders' | 'confirmed' | 'delivered' | 'failed' | 'pieces' | 'lostPieces',
  ) => some.reduce((total, product) => total + product[name], 0)
  const advertised = products.flatMap(({ advertising }) => advertising ?? [])
  // Of nothing at all the profit is 0; of products without costs it is not known.
  const profit =
    known.length === 0 && unknown.length > 0 ? null : sumAmounts(known.map((product) => product.profit!))
  return {
    orders: count(products, 'orders'),
    confirmed: count(products, 'confirmed'),
    delivered: count(products, 'delivered'),
    failed: count(products, 'failed'),
    pieces: count(products, 'pieces'),
    lostPieces: count(products, 'lostPieces'),
    revenue: sum(products, 'revenue'),
    fees: sum(products, 'fees'),
    returns: sum(products, 'returns'),
    advertising: advertised.length === 0 ? null : sumAmounts(advertised),
    goods: profit === null ? null : sumAmounts(known.map(({ goods }) => goods!)),
    profit,
    margin: profit === null ? null : by(profit, sum(known, 'revenue')),
    perDelivered: profit === null ? null : by(profit, count(known, 'delivered')),
    products: products.length,
    notAdvertised: products.filter(({ advertising, orders }) => advertising === null && orders > 0).length,
    unknown: {
      products: unknown.length,
      pieces: count(unknown, 'pieces') + count(unknown, 'lostPieces'),
      revenue: sum(unknown, 'revenue'),
      beforeGoods: sum(unknown, 'beforeGoods'),
    },
  }
}

/** Largest first; what is not known is last. */
export const sortProfits = (products: readonly ProductProfit[], by: ProfitSort): ProductProfit[] =>
  products.toSorted((one, other) => {
    const [a, b] = [one[by], other[by]]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return b - a || one.name.localeCompare(other.name)
  })
