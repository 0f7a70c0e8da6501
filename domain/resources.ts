import { isResourceName, type ResourceName } from './access/permissions.ts'
import { advertising } from './advertising/ad-cost.ts'
import { affiliates } from './affiliates/affiliate.ts'
import { blocked } from './blocked/block.ts'
import { callPolicies } from './calls/call-policy.ts'
import { deliveries } from './deliveries/delivery.ts'
import { expeditions } from './expeditions/expedition.ts'
import { handovers } from './handovers/handover.ts'
import { intake } from './intake/intake.ts'
import { invoices } from './invoices/invoice.ts'
import { keys } from './keys/key.ts'
import type { RecordIn } from './lib/define-resource.ts'
import type { Fields } from './lib/field.ts'
import { manifests } from './manifests/manifest.ts'
import { orders } from './orders/order.ts'
import { payouts } from './payouts/payout.ts'
import { plans } from './plans/plan.ts'
import { products } from './products/product.ts'
import { requests } from './requests/request.ts'
import { shippings } from './shippings/shipping.ts'
import { sources } from './sources/source.ts'
import { tariffs } from './tariffs/tariff.ts'
import { templates } from './templates/template.ts'
import { users } from './users/user.ts'
import { webhooks } from './webhooks/webhook.ts'
import { zones } from './zones/zone.ts'

export { isResourceName, type ResourceName, resourceNames } from './access/permissions.ts'

/** Resource definitions by name in API paths. */
export const resources = {
  orders,
  products,
  shippings,
  users,
  expeditions,
  requests,
  affiliates,
  invoices,
  payouts,
  manifests,
  packages: plans,
  handovers,
  sources,
  intake,
  webhooks,
  deliveries,
  blocked,
  'call-policies': callPolicies,
  templates,
  keys,
  zones,
  advertising,
  tariffs,
} as const

type Records = { [R in ResourceName]: RecordIn<(typeof resources)[R]> }

/** The record type of each resource. An interface, because TypeScript expands the alias of a mapped type in generics. */
export interface ResourceRecords extends Records {}

/** Reference fields of all resources: field name -> resource referred to. */
export const references: Readonly<Record<string, ResourceName>> = Object.fromEntries(
  Object.values(resources).flatMap(({ fields, updateFields }: Record<'fields' | 'updateFields', Fields>) =>
    Object.entries({ ...fields, ...updateFields }).flatMap(([name, field]) =>
      field.kind === 'reference' && isResourceName(field.resource) ? [[name, field.resource] as const] : [],
    ),
  ),
)
