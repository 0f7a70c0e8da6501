import { productFields, productUpdateFields } from '../../../domain/products/product.ts'
import { ownerOptions, searchOptions } from '../reference-options.ts'
import type { ResourceForm } from '../resource-view.ts'

export const productForm: ResourceForm<'products'> = {
  createFields: productFields,
  updateFields: productUpdateFields,
  sections: [
    {
      id: 'goods',
      fields: ['owner', 'name', 'price', 'initialPrice', 'quantity', 'type', 'weight', 'productImage'],
    },
    { id: 'store', fields: ['storeName', 'affiliate', 'sourceLink', 'sourceName'] },
    { id: 'notes', fields: ['description', 'comment', 'country'] },
  ],
  choices: (api, translate, { affiliate, affiliateName }) => ({
    country: { label: (code) => translate(`countries:${code}`) },
    type: { label: (type) => translate(`products:type.${type}`) },
    owner: { search: ownerOptions(api) },
    affiliate: {
      search: searchOptions(api, 'affiliates'),
      chosen: affiliate && affiliateName ? { value: affiliate, label: affiliateName } : null,
    },
  }),
}
