import { describe, expect, it } from 'vitest'
import { type Campaign, calculateCampaign, calculatorFields } from '../../../domain/calculator/calculate.ts'
import { validate } from '../../../domain/lib/validate.ts'

/** The example of docs/domain.md#calculator. */
const example: Campaign = {
  leads: 100,
  costPerLead: 1000,
  price: 15_000,
  unitCost: 4000,
  freight: 500,
  confirmationRate: 0.6,
  deliveryRate: 0.7,
  deliveryFee: 1500,
  returnFee: 500,
  confirmationFee: 300,
  packaging: 100,
  cashFeeRate: 0,
}

describe('the calculator', () => {
  it('gives the figures of the checked example', () => {
    const outcome = calculateCampaign(example)
    expect(outcome.confirmed).toBeCloseTo(60, 9)
    expect(outcome.delivered).toBeCloseTo(42, 9)
    expect(outcome.returned).toBeCloseTo(18, 9)
    expect(outcome.revenue).toBeCloseTo(630_000, 6)
    expect(outcome.profit).toBeCloseTo(245_000, 6)
    expect(outcome.breakEvenCostPerLead).toBeCloseTo(3450, 6)
    expect(outcome.profitPerLead).toBeCloseTo(2450, 6)
    expect(outcome.profitPerDelivered).toBeCloseTo(245_000 / 42, 6)
    expect(outcome.margin).toBeCloseTo(245 / 630, 9)
    expect(outcome.roi).toBeCloseTo(245 / 385, 9)
  })

  it('takes the cash fee from the price of what was delivered', () => {
    const without = calculateCampaign(example)
    const withFee = calculateCampaign({ ...example, cashFeeRate: 0.02 })
    expect(without.profit - withFee.profit).toBeCloseTo(42 * 15_000 * 0.02, 6)
  })

  it('says nothing, rather than infinity, where nothing divides', () => {
    expect(calculateCampaign({ ...example, leads: 0 })).toMatchObject({
      profit: 0,
      breakEvenCostPerLead: null,
      margin: null,
      roi: null,
      profitPerLead: null,
      profitPerDelivered: null,
    })
  })

  it('never asks for leads to be paid back when even free ones lose', () => {
    expect(calculateCampaign({ ...example, unitCost: 40_000 })).toMatchObject({ breakEvenCostPerLead: 0 })
  })

  it('refuses a rate above one and money finer than the currency', () => {
    const read = validate(calculatorFields, { ...example, deliveryRate: 1.2, price: 1.5 }, { country: 'ic' })
    expect(read).toMatchObject({
      ok: false,
      errors: [
        { path: 'price', code: 'TOO_MANY_DECIMALS' },
        { path: 'deliveryRate', code: 'TOO_LARGE' },
      ],
    })
  })
})
