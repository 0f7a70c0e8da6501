import { productFields, productUpdateFields } from '../../../domain/products/product.ts'
import { searchOptions } from '../reference-options.ts'
import type { ResourceForm } from '../resource-view.ts'

export const productForm: ResourceForm<'products'> = {
  createFields: productFields,
  updateFields: productUpdateFields,
  choices: (api, translate) => ({
    country: { label: (code) => translate(`countries:${code}`) },
    owner: { search: searchOptions(api, 'users') },
  }),
}
