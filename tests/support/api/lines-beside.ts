import type { Verb } from '../../../domain/access/permissions.ts'
import { type AuditVerb, auditVerbs } from '../../../domain/changes/audit-verbs.ts'

/** Verbs of lines that say what was done about a record, which stays as it is: they have its version of then, and make none. */
export const verbsBeside: readonly (Verb | AuditVerb)[] = [
  ...auditVerbs,
  'order.message',
  'order.take-over',
  'order.free',
  'shipping.message',
  'customer.export',
  'customer.erase',
]
