import type { DeliveryStatus } from '../../../domain/deliveries/delivery.ts'
import type { OrderStatus } from '../../../domain/fulfillment/order-status.ts'
import type { ShippingStatus } from '../../../domain/fulfillment/shipping-status.ts'
import type { IntakeVerdict } from '../../../domain/intake/verdicts.ts'
import type { InvoiceStatus } from '../../../domain/invoices/invoice.ts'
import type { AnswerStatus } from '../../../domain/lib/answer-status.ts'
import type { ManifestStatus } from '../../../domain/manifests/manifest.ts'
import type { Tone } from '../../ui/feedback/tone.ts'
import type { IconName } from '../../ui/icons/icon-set.ts'

export type StatusLook = { tone: Tone; icon: IconName }

/** Icon and tone of each status. */
export const orderLooks: Record<OrderStatus, StatusLook> = {
  PENDING: { tone: 'warning', icon: 'clock' },
  CONFIRMED: { tone: 'success', icon: 'circle-check' },
  CANCELLED: { tone: 'neutral', icon: 'circle-x' },
  NOT_REACHABLE: { tone: 'attention', icon: 'phone-missed' },
}

export const shippingLooks: Record<ShippingStatus, StatusLook> = {
  PENDING: { tone: 'warning', icon: 'clock' },
  ASSIGNED: { tone: 'info', icon: 'user-check' },
  OUT_FOR_DELIVERY: { tone: 'info', icon: 'truck' },
  DELIVERED: { tone: 'success', icon: 'package-check' },
  POSTPONED: { tone: 'warning', icon: 'calendar-clock' },
  NOT_REACHABLE: { tone: 'attention', icon: 'phone-missed' },
  REFUSED: { tone: 'danger', icon: 'package-x' },
  RETURNED: { tone: 'neutral', icon: 'rotate-ccw' },
  LOST: { tone: 'danger', icon: 'help' },
  CANCELLED: { tone: 'neutral', icon: 'circle-x' },
}

/** Of expeditions and requests. */
export const answerLooks: Record<AnswerStatus, StatusLook> = {
  PENDING: { tone: 'warning', icon: 'clock' },
  CONFIRMED: { tone: 'success', icon: 'circle-check' },
  NOT_YET: { tone: 'attention', icon: 'hourglass' },
  NO_COMMENT: { tone: 'neutral', icon: 'circle-slash' },
}

export const keyLooks: Record<'valid' | 'expired' | 'revoked', StatusLook> = {
  valid: { tone: 'success', icon: 'circle-check' },
  expired: { tone: 'warning', icon: 'clock' },
  revoked: { tone: 'neutral', icon: 'ban' },
}

/** Of sources and webhooks. */
export const switchLooks: Record<'on' | 'off', StatusLook> = {
  on: { tone: 'success', icon: 'circle-check' },
  off: { tone: 'neutral', icon: 'ban' },
}

export const manifestLooks: Record<ManifestStatus, StatusLook> = {
  OPEN: { tone: 'info', icon: 'truck' },
  CLOSED: { tone: 'neutral', icon: 'circle-check' },
}

export const invoiceLooks: Record<InvoiceStatus, StatusLook> = {
  UN_PAID: { tone: 'warning', icon: 'hourglass' },
  PAID: { tone: 'success', icon: 'banknote' },
}

export const deliveryLooks: Record<DeliveryStatus, StatusLook> = {
  waiting: { tone: 'info', icon: 'hourglass' },
  delivered: { tone: 'success', icon: 'circle-check' },
  failed: { tone: 'danger', icon: 'circle-x' },
  dropped: { tone: 'neutral', icon: 'circle-slash' },
}

export const intakeLooks: Record<IntakeVerdict, StatusLook> = {
  'needs-product': { tone: 'warning', icon: 'products' },
  refused: { tone: 'danger', icon: 'circle-x' },
  created: { tone: 'success', icon: 'circle-check' },
  updated: { tone: 'info', icon: 'pencil' },
  duplicate: { tone: 'neutral', icon: 'copy' },
  ignored: { tone: 'neutral', icon: 'circle-slash' },
}
