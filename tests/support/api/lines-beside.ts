import { auditVerbs } from '../../../domain/changes/audit-verbs.ts'
import type { historyVerbs } from '../../../domain/changes/change-verbs.ts'

/** Verbs of lines that say what was done about a record, which stays as it is: they have its version of then, and make none. */
export const verbsBeside: typeof historyVerbs = [
  ...auditVerbs,
  'order.message',
  'order.take-over',
  'order.free',
  'shipping.message',
  'customer.export',
  'customer.erase',
  'user.erase-customer',
]
