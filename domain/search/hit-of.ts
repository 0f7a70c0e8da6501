import type { SearchHit } from '../changes.ts'
import type { ResourceName, ResourceRecords } from '../resources.ts'
import { toSearchEntry } from './searchable.ts'

/** A record as `GET search` would answer with it, but for how well it matches anything. */
export const hitOf = <Name extends ResourceName>(
  resource: Name,
  record: ResourceRecords[Name],
): SearchHit => {
  const { title, subtitle } = toSearchEntry(resource, record)
  const { id, number } = record
  return {
    resource,
    id,
    number,
    title,
    subtitle,
    status: 'status' in record ? record.status : null,
    rank: 0,
    customerPhone: 'customerPhone' in record ? record.customerPhone : null,
  }
}
