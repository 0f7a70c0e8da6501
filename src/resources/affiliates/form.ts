import { affiliateFields, affiliateUpdateFields } from '../../../domain/affiliates/affiliate.ts'
import { ownerOptions } from '../reference-options.ts'
import type { ResourceForm } from '../resource-view.ts'

export const affiliateForm: ResourceForm<'affiliates'> = {
  createFields: affiliateFields,
  updateFields: affiliateUpdateFields,
  choices: (api, translate) => ({
    country: { label: (code) => translate(`countries:${code}`) },
    owner: { search: ownerOptions(api) },
  }),
}
