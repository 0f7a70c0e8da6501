import type { Campaign, Outcome } from '../../../domain/calculator/calculate.ts'
import type { ChartTone } from '../../charts/chart-tone.ts'

export type MoneyPart = { name: MoneyPartName; value: number; tone: ChartTone }
export type MoneyPartName = 'leads' | 'goods' | 'delivery' | 'returns' | 'confirmation' | 'cashFee' | 'profit'

/** Where the money goes: everything spent, and what is left where something is. */
export const moneyParts = (campaign: Campaign, outcome: Outcome): MoneyPart[] => [
  { name: 'leads', value: outcome.leadCosts, tone: 'attention' },
  {
    name: 'goods',
    value: outcome.delivered * (campaign.unitCost + campaign.freight),
    tone: 'info',
  },
  { name: 'delivery', value: outcome.delivered * campaign.deliveryFee, tone: 'accent' },
  { name: 'returns', value: outcome.returned * campaign.returnFee, tone: 'danger' },
  {
    name: 'confirmation',
    value: outcome.confirmed * (campaign.confirmationFee + campaign.packaging),
    tone: 'warning',
  },
  { name: 'cashFee', value: outcome.revenue * campaign.cashFeeRate, tone: 'neutral' },
  { name: 'profit', value: Math.max(0, outcome.profit), tone: 'success' },
]
