import { packageFields } from '../../../domain/packages/package.ts'
import { describe } from '../../openapi/describe.ts'

/** What the calls of packages take and answer. */
export const packageCalls = {
  list: describe.list('packages'),
  one: describe.one('packages'),
  create: describe.create('packages', packageFields, { refuses: ['PACK_TAKEN'] }),
  update: describe.update('packages', packageFields, { refuses: ['PACK_TAKEN'] }),
  deleteMany: describe.deleteMany('packages'),
}
