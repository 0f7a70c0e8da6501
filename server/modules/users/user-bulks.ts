import { defaultCountry } from '../../../domain/countries.ts'
import { validate } from '../../../domain/lib/validate.ts'
import { activationFields } from '../../../domain/users/user.ts'
import { defineBulk } from '../../jobs/define-bulk.ts'
import { accepted } from '../../refused.ts'
import { refuseRest } from '../../crud/bulk-body.ts'
import { activateUsers } from './activate-users.ts'
import { deleteUsers } from './delete-users.ts'
import { userSource } from './user-source.ts'

export const userDeleteBulk = defineBulk({
  work: 'users.delete',
  source: userSource,
  verb: 'user.delete',
  read: (rest) => accepted(refuseRest(rest)),
  change: (tx, actor, target, _, options) => deleteUsers(tx, actor, target, options),
})

export const userActivateBulk = defineBulk({
  work: 'users.activate',
  source: userSource,
  verb: 'user.activate',
  // No field of it depends on the country.
  read: (rest) => accepted(validate(activationFields, rest, { country: defaultCountry })).isActivated,
  change: activateUsers,
})
