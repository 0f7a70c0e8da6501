import type { FigureName } from '../../../domain/analytics/figures.ts'

/** Why a figure may be missing: the locale keys `dashboard:missing.*`. */
export const missingReasons: Partial<Record<FigureName, MissingReason>> = {
  confirmationRate: 'noOrders',
  averageCalls: 'noOrders',
  deliveryRate: 'noneOut',
  averageAttempts: 'noneOut',
  finalDeliveryRate: 'noneEnded',
  returnRate: 'noneEnded',
  timeToConfirm: 'noneConfirmed',
  timeToDeliver: 'noneDelivered',
}

export type MissingReason = 'noOrders' | 'noneOut' | 'noneEnded' | 'noneConfirmed' | 'noneDelivered'
