import { expeditionFields, expeditionUpdateFields } from '../../../domain/expeditions/expedition.ts'
import { whyNotEditExpedition } from '../../../domain/expeditions/policy.ts'
import { ownerOptions, searchOptions } from '../reference-options.ts'
import type { ResourceForm } from '../resource-view.ts'

export const expeditionForm: ResourceForm<'expeditions'> = {
  createFields: expeditionFields,
  updateFields: expeditionUpdateFields,
  sections: [
    { id: 'goods', fields: ['owner', 'name', 'price', 'quantity', 'product', 'productImage'] },
    {
      id: 'transport',
      fields: ['mode', 'from', 'expeditionDate', 'providedDate', 'transporterName', 'transporterPhone'],
    },
    { id: 'package', fields: ['weight', 'packageInformation'] },
    { id: 'notes', fields: ['description', 'comment', 'country'] },
  ],
  choices: (api, translate, { product, productName }) => ({
    country: { label: (code) => translate(`countries:${code}`) },
    mode: { label: (mode) => translate(`expeditions:mode.${mode}`) },
    owner: { search: ownerOptions(api) },
    product: {
      search: searchOptions(api, 'products'),
      chosen: product && productName ? { value: product, label: productName } : null,
    },
  }),
  whyNotEdit: (actor, expedition, field) =>
    whyNotEditExpedition(actor, expedition, {
      product: field === 'product' ? '' : expedition.product,
      // Another one: what it will be is not known yet.
      quantity: field === 'quantity' ? Number.NaN : expedition.quantity,
    }),
}
