import type { AffiliateInput } from '../../domain/affiliates/affiliate.ts'
import type { ExpeditionInput } from '../../domain/expeditions/expedition.ts'
import type { HandoverInput } from '../../domain/handovers/handover.ts'
import type { InvoiceInput, invoiceMoveFields } from '../../domain/invoices/invoice.ts'
import type { answerMoveFields } from '../../domain/lib/answer-status.ts'
import type { Values } from '../../domain/lib/field.ts'
import type { OrderInput, OrderMoveInput } from '../../domain/orders/order.ts'
import type { PlanInput } from '../../domain/plans/plan.ts'
import type { ProductInput } from '../../domain/products/product.ts'
import type { RequestInput } from '../../domain/requests/request.ts'
import type { ResourceName, ResourceRecords } from '../../domain/resources.ts'
import type { ShippingMoveInput } from '../../domain/shippings/shipping.ts'
import type { UserInput } from '../../domain/users/user.ts'

/** Makes the compiler refuse a table that leaves a resource out. */
type PerResource<Table extends Record<ResourceName, object>> = Table

/** What each resource is created from; `never` where the server alone makes them. */
export type ResourceInputs = PerResource<{
  orders: OrderInput
  products: ProductInput
  shippings: never
  users: UserInput
  expeditions: ExpeditionInput
  requests: RequestInput
  affiliates: AffiliateInput
  invoices: never
  manifests: never
  handovers: HandoverInput
  packages: PlanInput
}>

/** What an update says of a record that is edited by other fields than it is created from. */
type UpdateInputs = { invoices: InvoiceInput }

/** An update names only the fields that change, of the record or of what it is created from. */
export type ResourceUpdate<R extends ResourceName> =
  | Partial<ResourceInputs[R]>
  | Partial<ResourceRecords[R]>
  | (R extends keyof UpdateInputs ? Partial<UpdateInputs[R]> : never)

/** What the status call of each resource that has a status says in addition to its records. */
export type StatusChanges = {
  orders: OrderMoveInput
  shippings: ShippingMoveInput
  expeditions: Values<typeof answerMoveFields>
  requests: Values<typeof answerMoveFields>
  invoices: Values<typeof invoiceMoveFields>
}

export type StatusResource = keyof StatusChanges
export type StatusChange<R extends StatusResource> = StatusChanges[R]
