import type { ResourceWith } from '../../domain/access/permissions.ts'
import type { invoiceMoveFields } from '../../domain/invoices/invoice.ts'
import type { answerMoveFields } from '../../domain/lib/answer-status.ts'
import type { InputOf } from '../../domain/lib/define-resource.ts'
import type { Values } from '../../domain/lib/field.ts'
import type { OrderMoveInput } from '../../domain/orders/order.ts'
import type { ResourceName, ResourceRecords, resources } from '../../domain/resources.ts'
import type { ShippingMoveInput } from '../../domain/shippings/shipping.ts'

/** Body of a creation; `never` if only the server creates records. */
export type ResourceInput<R extends ResourceName> =
  R extends ResourceWith<'create'> ? InputOf<(typeof resources)[R]> : never

/** Body of an update: only fields that change. */
export type ResourceUpdate<R extends ResourceName> =
  | Partial<ResourceInput<R>>
  | Partial<ResourceRecords[R]>
  | Partial<Values<(typeof resources)[R]['updateFields']>>

/** Fields of the status call by resource. */
export type StatusChanges = {
  orders: OrderMoveInput
  shippings: ShippingMoveInput
  expeditions: Values<typeof answerMoveFields>
  requests: Values<typeof answerMoveFields>
  invoices: Values<typeof invoiceMoveFields>
}

export type StatusResource = keyof StatusChanges
export type StatusChange<R extends StatusResource> = StatusChanges[R]
