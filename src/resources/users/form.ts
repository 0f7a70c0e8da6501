import { userFields, userUpdateFields } from '../../../domain/users/user.ts'
import type { ResourceForm } from '../resource-view.ts'

export const userForm: ResourceForm<'users'> = {
  createFields: userFields,
  updateFields: userUpdateFields,
  choices: (_, translate) => ({
    country: { label: (code) => translate(`countries:${code}`) },
    role: { label: (role) => translate(`users:role.${role}`) },
  }),
}
