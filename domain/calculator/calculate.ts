import type { Fields, Values } from '../lib/field.ts'

const share = { kind: 'number', min: 0, max: 1, decimals: 6, required: true } as const
const amount = { kind: 'money', required: true } as const

/**
 * A campaign. Money in major units of one currency, rates from 0 to 1. Per delivered order: `unitCost`, `freight`,
 * `deliveryFee`, and `cashFeeRate` of the price; per returned one: `returnFee`; per confirmed one: `confirmationFee`,
 * `packaging`. Formulas: docs/domain.md#calculator.
 */
export const calculatorFields = {
  leads: { kind: 'integer', min: 0, max: 10_000_000, required: true },
  costPerLead: amount,
  price: amount,
  unitCost: amount,
  freight: amount,
  confirmationRate: share,
  deliveryRate: share,
  deliveryFee: amount,
  returnFee: amount,
  confirmationFee: amount,
  packaging: amount,
  cashFeeRate: share,
} as const satisfies Fields

export type Campaign = Values<typeof calculatorFields>

/**
 * Results of the calculation. Counts are expected values and may be fractional. Rates are null where the divisor is 0: `margin`
 * = profit / revenue, `roi` = profit / total cost.
 */
export type Outcome = {
  confirmed: number
  delivered: number
  returned: number
  revenue: number
  costs: number
  leadCosts: number
  profit: number
  breakEvenCostPerLead: number | null
  margin: number | null
  roi: number | null
  profitPerLead: number | null
  profitPerDelivered: number | null
}

export const calculateCampaign = (campaign: Campaign): Outcome => {
  const { leads, price } = campaign
  const confirmed = leads * campaign.confirmationRate
  const delivered = confirmed * campaign.deliveryRate
  const returned = confirmed - delivered
  const revenue = delivered * price
  const perDelivered =
    campaign.unitCost + campaign.freight + campaign.deliveryFee + price * campaign.cashFeeRate
  const costs =
    delivered * perDelivered +
    returned * campaign.returnFee +
    confirmed * (campaign.confirmationFee + campaign.packaging)
  const leadCosts = leads * campaign.costPerLead
  const profit = revenue - costs - leadCosts
  return {
    confirmed,
    delivered,
    returned,
    revenue,
    costs,
    leadCosts,
    profit,
    breakEvenCostPerLead: leads === 0 ? null : Math.max(0, (revenue - costs) / leads),
    margin: by(profit, revenue),
    roi: by(profit, costs + leadCosts),
    profitPerLead: by(profit, leads),
    profitPerDelivered: by(profit, delivered),
  }
}

const by = (value: number, divisor: number): number | null => (divisor === 0 ? null : value / divisor)
