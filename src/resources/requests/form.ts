import { requestFields, requestUpdateFields } from '../../../domain/requests/request.ts'
import { ownerOptions } from '../reference-options.ts'
import type { ResourceForm } from '../resource-view.ts'

export const requestForm: ResourceForm<'requests'> = {
  createFields: requestFields,
  updateFields: requestUpdateFields,
  choices: (api, translate) => ({
    country: { label: (code) => translate(`countries:${code}`) },
    owner: { search: ownerOptions(api) },
  }),
}
