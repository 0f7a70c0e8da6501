import type { OrderInput } from '../../domain/orders/order.ts'
import type { ProductInput } from '../../domain/products/product.ts'
import type { ResourceName, ResourceRecords } from '../../domain/resources.ts'
import type { UserInput } from '../../domain/users/user.ts'

/** What each resource is created from; `never` where the server alone makes them. Fails to compile when one is missing. */
export type ResourceInputs = { [R in ResourceName]: Inputs[R] }

type Inputs = { orders: OrderInput; products: ProductInput; shippings: never; users: UserInput }

/** An update names only the fields that change, of the record or of what it is created from. */
export type ResourceUpdate<R extends ResourceName> = Partial<ResourceInputs[R]> | Partial<ResourceRecords[R]>

export type StatusOf<R extends ResourceName> = ResourceRecords[R] extends { status: infer Status }
  ? Status
  : never

/** The resources that have a status of their own. */
export type StatusResource = { [R in ResourceName]: StatusOf<R> extends never ? never : R }[ResourceName]

export type StatusChange<R extends ResourceName> = {
  status: StatusOf<R>
  comment?: string | null
  delivery?: string | null
}
