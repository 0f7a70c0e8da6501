import { userFields, userUpdateFields } from '../../../domain/users/user.ts'
import { searchOptions } from '../reference-options.ts'
import type { ResourceForm } from '../resource-view.ts'

export const userForm: ResourceForm<'users'> = {
  createFields: userFields,
  updateFields: userUpdateFields,
  choices: (api, translate, { package: plan, packageName }) => ({
    country: { label: (code) => translate(`countries:${code}`) },
    role: { label: (role) => translate(`users:role.${role}`) },
    package: {
      search: searchOptions(api, 'packages'),
      chosen: plan && packageName ? { value: plan, label: packageName } : null,
    },
  }),
}
