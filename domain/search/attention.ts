import type { SearchHit } from '../changes.ts'

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
