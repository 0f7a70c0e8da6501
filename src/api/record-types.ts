import type { ResourceWith } from '../../domain/access/permissions.ts'
import type { invoiceMoveFields } from '../../domain/invoices/invoice.ts'
import type { answerMoveFields } from '../../domain/lib/answer-status.ts'
import type { InputOf } from '../../domain/lib/define-resource.ts'
import type { Values } from '../../domain/lib/field.ts'
import type { OrderMoveInput } from '../../domain/orders/order.ts'
import type { ResourceName, ResourceRecords, resources } from '../../domain/resources.ts'
import type { ShippingMoveInput } from '../../domain/shippings/shipping.ts'

/** What a record is created from; `never` where the server alone makes them. */
export type ResourceInput<R extends ResourceName> =
  R extends ResourceWith<'create'> ? InputOf<(typeof resources)[R]> : never

/** An update names only the fields that change, of the record or of what it is created or edited by. */
export type ResourceUpdate<R extends ResourceName> =
  | Partial<ResourceInput<R>>
  | Partial<ResourceRecords[R]>
  | Partial<Values<(typeof resources)[R]['updateFields']>>

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
