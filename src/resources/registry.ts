import type { ResourceName } from '../../domain/resources.ts'
import { advertisingView } from './advertising/view.tsx'
import { affiliateView } from './affiliates/view.tsx'
import { blockedView } from './blocked/view.tsx'
import { callPolicyView } from './call-policies/view.tsx'
import { deliveryView } from './deliveries/view.tsx'
import { expeditionView } from './expeditions/view.tsx'
import { handoverView } from './handovers/view.tsx'
import { intakeView } from './intake/view.tsx'
import { invoiceView } from './invoices/view.tsx'
import { keyView } from './keys/view.tsx'
import { manifestView } from './manifests/view.tsx'
import { orderView } from './orders/view.tsx'
import { payoutView } from './payouts/view.tsx'
import { planView } from './plans/view.tsx'
import { productView } from './products/view.tsx'
import { requestView } from './requests/view.tsx'
import type { ResourceView } from './shared/resource-view.ts'
import { shippingView } from './shippings/view.tsx'
import { sourceView } from './sources/view.tsx'
import { tariffView } from './tariffs/view.tsx'
import { templateView } from './templates/view.tsx'
import { userView } from './users/view.tsx'
import { webhookView } from './webhooks/view.tsx'
import { zoneView } from './zones/view.tsx'

/** The view of each resource. Does not compile if one is missing. */
export const resourceViews: { [R in ResourceName]: ResourceView<R> } = {
  orders: orderView,
  products: productView,
  shippings: shippingView,
  users: userView,
  expeditions: expeditionView,
  requests: requestView,
  affiliates: affiliateView,
  invoices: invoiceView,
  payouts: payoutView,
  manifests: manifestView,
  handovers: handoverView,
  packages: planView,
  sources: sourceView,
  intake: intakeView,
  webhooks: webhookView,
  deliveries: deliveryView,
  blocked: blockedView,
  'call-policies': callPolicyView,
  templates: templateView,
  keys: keyView,
  zones: zoneView,
  advertising: advertisingView,
  tariffs: tariffView,
}
