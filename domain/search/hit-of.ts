import type { SearchHit } from '../changes/changes.ts'
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

/** How much a record waits for somebody: an order to be called first, then what is under way, then what is over. */
export const attentions = ['open', 'neutral', 'over'] as const
export type Attention = (typeof attentions)[number]

const byStatus: Partial<Record<SearchHit['resource'], Record<string, Attention>>> = {
  orders: { PENDING: 'open', NOT_REACHABLE: 'open', CANCELLED: 'over' },
  shippings: { DELIVERED: 'over', REFUSED: 'over', RETURNED: 'over', LOST: 'over', CANCELLED: 'over' },
}

/** A record without a status, or under way, is neutral. */
export const attentionOf = ({ resource, status }: Pick<SearchHit, 'resource' | 'status'>): Attention =>
  byStatus[resource]?.[status ?? ''] ?? 'neutral'

/** Sorts what waits for somebody before what is over. */
export const byAttention = (a: SearchHit, b: SearchHit): number =>
  attentions.indexOf(attentionOf(a)) - attentions.indexOf(attentionOf(b))
