import { type Campaign, calculate } from '../../../domain/calculator/calculate.ts'

export type Variation = { id: string; campaign: Campaign; profit: number; isPresent: boolean }

/** The profit when one thing goes worse or better, the rest staying as it is. */
export const byDeliveryRate = (campaign: Campaign): Variation[] =>
  [-0.1, 0, 0.1].map((step) =>
    vary(campaign, step, { deliveryRate: Math.min(1, Math.max(0, round(campaign.deliveryRate + step))) }),
  )

export const byCostPerLead = (campaign: Campaign): Variation[] =>
  [-0.2, 0, 0.2].map((step) =>
    vary(campaign, step, { costPerLead: round(campaign.costPerLead * (1 + step)) }),
  )

const vary = (campaign: Campaign, step: number, change: Partial<Campaign>): Variation => {
  const varied = { ...campaign, ...change }
  return { id: String(step), campaign: varied, profit: calculate(varied).profit, isPresent: step === 0 }
}

/** Six decimals: steps of tenths leave dust behind the point. */
const round = (value: number): number => Number(value.toFixed(6))
