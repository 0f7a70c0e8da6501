import { userList } from '../../../domain/users/user-list.ts'
import { users } from '../../db/schema.ts'
import { listSource } from '../../crud/list-source.ts'

export const userSource = listSource(userList, {
  resource: 'users',
  verb: 'user.list',
  table: users,
  filters: {
    country: users.country,
    role: users.role,
    package: users.package,
    isEmailVerified: users.isEmailVerified,
    isActivated: users.isActivated,
  },
  sorts: {
    createdAt: users.createdAt,
    number: users.number,
    name: users.name,
    email: users.email,
    role: users.role,
    updatedAt: users.updatedAt,
  },
})
