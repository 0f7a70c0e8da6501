import { affiliateFields, affiliateUpdateFields } from '../../../domain/affiliates/affiliate.ts'
import type { Fields } from '../../../domain/lib/field.ts'
import { describe } from '../../contract/describe.ts'

const storeParameters = { store: { kind: 'flag' } } as const satisfies Fields

/** What the calls of affiliates take and answer. */
export const affiliateCalls = {
  list: describe.list('affiliates', {
    query: storeParameters,
    verbs: ['affiliate.list', 'affiliate.store'],
    detail: 'With `store=true` the offers of everybody in the country, for sellers to take from.',
  }),
  one: describe.one('affiliates'),
  create: describe.create('affiliates', affiliateFields, { refuses: ['OWNER_NOT_FOUND'] }),
  update: describe.update('affiliates', affiliateUpdateFields),
  deleteMany: describe.deleteMany('affiliates'),
}
