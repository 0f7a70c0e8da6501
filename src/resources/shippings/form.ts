import { whyNotEditShipping } from '../../../domain/shippings/policy.ts'
import { shippingUpdateFields } from '../../../domain/shippings/shipping.ts'
import type { ResourceForm } from '../resource-view.ts'

/** Where a parcel goes to, set right in its row: it has no screen of its own. */
export const shippingForm: ResourceForm<'shippings'> = {
  createFields: null,
  updateFields: shippingUpdateFields,
  choices: () => ({}),
  whyNotEdit: whyNotEditShipping,
}
