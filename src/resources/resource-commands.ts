import { advertisingActions } from './advertising/commands.ts'
import { affiliateActions } from './affiliates/commands.ts'
import { blockedActions } from './blocked/commands.ts'
import { callPolicyActions } from './call-policies/commands.ts'
import { deliveryActions } from './deliveries/commands.ts'
import { expeditionActions } from './expeditions/commands.ts'
import { handoverActions } from './handovers/commands.ts'
import { intakeActions } from './intake/commands.ts'
import { invoiceActions } from './invoices/commands.ts'
import { keyActions } from './keys/commands.ts'
import { manifestActions } from './manifests/commands.ts'
import { orderActions } from './orders/commands.ts'
import { payoutActions } from './payouts/commands.ts'
import { planActions } from './plans/commands.ts'
import { productActions } from './products/commands.ts'
import { requestActions } from './requests/commands.ts'
import { shippingActions } from './shippings/commands.ts'
import { sourceActions } from './sources/commands.ts'
import { tariffActions } from './tariffs/commands.ts'
import { templateActions } from './templates/commands.ts'
import { userActions } from './users/commands.ts'
import { webhookActions } from './webhooks/commands.ts'
import { zoneActions } from './zones/commands.ts'

/** Menu place and commands of each resource, separate from views: the embedded palette loads only these. */
export const resourceActions = {
  orders: orderActions,
  products: productActions,
  shippings: shippingActions,
  users: userActions,
  expeditions: expeditionActions,
  requests: requestActions,
  affiliates: affiliateActions,
  invoices: invoiceActions,
  payouts: payoutActions,
  manifests: manifestActions,
  handovers: handoverActions,
  packages: planActions,
  sources: sourceActions,
  intake: intakeActions,
  webhooks: webhookActions,
  deliveries: deliveryActions,
  blocked: blockedActions,
  'call-policies': callPolicyActions,
  templates: templateActions,
  keys: keyActions,
  zones: zoneActions,
  advertising: advertisingActions,
  tariffs: tariffActions,
} as const

export const resourceCommands = Object.values(resourceActions).flatMap(({ commands }) => commands)
