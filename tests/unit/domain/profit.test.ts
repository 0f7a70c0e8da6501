import { describe, expect, it } from 'vitest'
import {
  type ProductFacts,
  productProfit,
  profitOf,
  sortProfits,
  sumProfits,
} from '../../../domain/profit/profit.ts'

/** The example of docs/domain.md. */
const watch: ProductFacts = {
  orders: 100,
  confirmed: 60,
  delivered: 40,
  failed: 10,
  pieces: 44,
  lostPieces: 1,
  revenue: 660_000,
  fees: 61_000,
  returnFees: 5_000,
  cost: 6_000,
  advertising: 120_000,
}

const named = (facts: Partial<ProductFacts>, name = 'Montre') =>
  productProfit({ ...watch, ...facts, id: name, name, owner: 'awa', ownerName: 'Awa' })

describe('the profit of a product', () => {
  it('is revenue less goods, fees, returns and advertising', () => {
    expect(profitOf(watch)).toMatchObject({
      goods: 270_000,
      beforeGoods: 474_000,
      profit: 204_000,
      margin: 204_000 / 660_000,
      perDelivered: 5_100,
      adPerOrder: 1_200,
    })
  })

  it('is 0 at the break-even delivery rate', () => {
    const { breakEvenRate } = profitOf(watch)
    const gain = (660_000 - 61_000 - 44 * 6_000) / 40
    const loss = (5_000 + 6_000) / 10
    expect(50 * (breakEvenRate! * gain - (1 - breakEvenRate!) * loss) - 120_000).toBeCloseTo(0, 6)
    expect(profitOf({ ...watch, advertising: 2_000_000 }).breakEvenRate).toBeNull()
    expect(profitOf({ ...watch, revenue: 100_000 }).breakEvenRate).toBeNull()
    expect(profitOf({ ...watch, delivered: 0, pieces: 0, revenue: 0, fees: 0 }).breakEvenRate).toBeNull()
  })

  it('is not known without the cost of a piece that is gone', () => {
    expect(profitOf({ ...watch, cost: null })).toMatchObject({
      goods: null,
      profit: null,
      margin: null,
      perDelivered: null,
      breakEvenRate: null,
      beforeGoods: 474_000,
    })
    const nothingGone = {
      delivered: 0,
      failed: 0,
      pieces: 0,
      lostPieces: 0,
      revenue: 0,
      fees: 0,
      returnFees: 0,
    }
    expect(profitOf({ ...watch, ...nothingGone, cost: null })).toMatchObject({
      goods: 0,
      profit: -120_000,
      margin: null,
      perDelivered: null,
    })
  })

  it('takes advertising that was not typed for none, and says so', () => {
    expect(profitOf({ ...watch, advertising: null })).toMatchObject({ profit: 324_000, adPerOrder: null })
  })

  it('adds amounts of three decimals exactly', () => {
    const facts = {
      ...watch,
      revenue: 0.3,
      fees: 0.1,
      returnFees: 0.2,
      advertising: 0.001,
      cost: 0,
      pieces: 1,
    }
    expect(profitOf(facts).profit).toBe(-0.001)
  })
})

describe('sums of products', () => {
  const products = [
    named({}),
    named({ cost: null, advertising: null }, 'Lampe'),
    named({ advertising: null }, 'Robe'),
  ]

  it('keep apart the products whose cost is not known', () => {
    const totals = sumProfits(products)
    expect(totals).toMatchObject({
      products: 3,
      revenue: 1_980_000,
      goods: 540_000,
      advertising: 120_000,
      profit: 204_000 + 324_000,
      margin: 528_000 / 1_320_000,
      perDelivered: 528_000 / 80,
      notAdvertised: 2,
      unknown: { products: 1, pieces: 45, revenue: 660_000, beforeGoods: 594_000 },
    })
    const { revenue, goods, fees, returns, advertising, profit, unknown } = totals
    expect(revenue - goods! - fees - returns - advertising!).toBe(profit! + unknown.beforeGoods)
  })

  it('are unknown where no cost is known, and 0 of nothing', () => {
    expect(sumProfits([named({ cost: null })])).toMatchObject({ profit: null, goods: null, margin: null })
    expect(sumProfits([])).toMatchObject({
      profit: 0,
      goods: 0,
      margin: null,
      advertising: null,
      products: 0,
    })
  })

  it('are sorted by a part, what is unknown last', () => {
    const names = (by: 'profit' | 'advertising') => sortProfits(products, by).map(({ name }) => name)
    expect(names('profit')).toEqual(['Robe', 'Montre', 'Lampe'])
    expect(names('advertising')[0]).toBe('Montre')
  })
})
