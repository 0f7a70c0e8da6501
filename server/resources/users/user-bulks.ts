import { defineBulk } from '../../jobs/define-bulk.ts'
import { accepted } from '../../refused.ts'
import { refuseRest } from '../engine/bulk-body.ts'
import { deleteUsers } from './delete-users.ts'
import { userSource } from './user-source.ts'

export const userDeleteBulk = defineBulk({
  work: 'users.delete',
  source: userSource,
  verb: 'user.delete',
  read: (rest) => accepted(refuseRest(rest)),
  change: (tx, actor, target, _, options) => deleteUsers(tx, actor, target, options),
})
