import type { ResourceName } from '../../domain/resources.ts'
import { affiliateResource } from './affiliates/affiliates.ts'
import { expeditionResource } from './expeditions.ts'
import { handoverResource } from './handovers.ts'
import { invoiceResource } from './invoices/invoices.ts'
import { manifestResource } from './manifests/manifests.ts'
import { orderResource } from './orders/orders.ts'
import { planResource } from './plans.ts'
import { productResource } from './products/products.ts'
import { renameOwnersIn } from './rename-owners.ts'
import { requestResource } from './requests.ts'
import type { ServerResource } from './serve.ts'
import { shippingResource } from './shippings/shippings.ts'
import { userResource } from './users/users.ts'

/** All resources in global lock order. */
export const serverResources: { readonly [Name in ResourceName]: ServerResource<Name> } = {
  orders: orderResource,
  shippings: shippingResource,
  expeditions: expeditionResource,
  products: productResource,
  requests: requestResource,
  affiliates: affiliateResource,
  packages: planResource,
  invoices: invoiceResource,
  manifests: manifestResource,
  handovers: handoverResource,
  users: userResource((tx, ids) => renameOwners(tx, ids)),
}

/** Updates search entries after users were renamed. */
export const renameOwners = renameOwnersIn(() => serverResources)
