import { isResourceName, type ResourceName } from './access/permissions.ts'
import { affiliates } from './affiliates/affiliate.ts'
import { expeditions } from './expeditions/expedition.ts'
import { handovers } from './handovers/handover.ts'
import { invoices } from './invoices/invoice.ts'
import type { RecordIn } from './lib/define-resource.ts'
import type { Fields } from './lib/field.ts'
import { manifests } from './manifests/manifest.ts'
import { orders } from './orders/order.ts'
import { plans } from './plans/plan.ts'
import { products } from './products/product.ts'
import { requests } from './requests/request.ts'
import { shippings } from './shippings/shipping.ts'
import { users } from './users/user.ts'

export { isResourceName, type ResourceName, resourceNames } from './access/permissions.ts'

/** The definitions by the names of resources in API paths. */
export const resources = {
  orders,
  products,
  shippings,
  users,
  expeditions,
  requests,
  affiliates,
  invoices,
  manifests,
  packages: plans,
  handovers,
} as const

type Records = { [R in ResourceName]: RecordIn<(typeof resources)[R]> }

/** The record that each resource's calls answer with. An interface: a mapped type is lost under a name that is generic. */
export interface ResourceRecords extends Records {}

/** What the fields that are filled in refer to, by their name in whichever resource. */
export const references: Readonly<Record<string, ResourceName>> = Object.fromEntries(
  Object.values(resources).flatMap(({ fields, updateFields }: Record<'fields' | 'updateFields', Fields>) =>
    Object.entries({ ...fields, ...updateFields }).flatMap(([name, field]) =>
      field.kind === 'reference' && isResourceName(field.resource) ? [[name, field.resource] as const] : [],
    ),
  ),
)
