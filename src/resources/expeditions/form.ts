import { expeditionFields, expeditionUpdateFields } from '../../../domain/expeditions/expedition.ts'
import { ownerOptions, searchOptions } from '../reference-options.ts'
import type { ResourceForm } from '../resource-view.ts'

export const expeditionForm: ResourceForm<'expeditions'> = {
  createFields: expeditionFields,
  updateFields: expeditionUpdateFields,
  choices: (api, translate, { product, productName }) => ({
    country: { label: (code) => translate(`countries:${code}`) },
    mode: { label: (mode) => translate(`expeditions:mode.${mode}`) },
    owner: { search: ownerOptions(api) },
    product: {
      search: searchOptions(api, 'products'),
      chosen: product && productName ? { value: product, label: productName } : null,
    },
  }),
}
