import type { SearchHit } from '../changes/changes.ts'
import type { SearchDefinition } from '../lib/define-resource.ts'
import { fold } from '../lib/fold.ts'
import { type ResourceName, type ResourceRecords, resources } from '../resources.ts'
import type { ExactKeys } from './record-keys.ts'
import { joint, toSearchEntry } from './searchable.ts'

/** A record as a search hit, without a meaningful rank. */
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

/** Whether the subtitle identifies the record: e-mail, phone or code. */
const isNamedBySubtitle = (resource: ResourceName): boolean => {
  const { subtitle, keys = [] }: SearchDefinition = resources[resource].search
  return keys.some((key) => subtitle.includes(key))
}

/** Folded identifiers shown by a hit: title, phone, e-mail or code. */
export const keysOfHit = ({ resource, title, subtitle, customerPhone }: SearchHit): readonly string[] => {
  const parts = isNamedBySubtitle(resource) ? subtitle.split(joint) : []
  const phones = [customerPhone, ...parts.filter((part) => part.startsWith('+'))]
  return [
    fold(title),
    ...phones.flatMap((phone) => phone?.replace(/\D/g, '') ?? []),
    ...parts.filter((part) => !part.startsWith('+')).map(fold),
  ]
}

const knownKeys = new WeakMap<SearchHit, readonly string[]>()

/** Whether the typed text identifies the hit: its number, code, title or another key. */
export const isNamedWhole = (
  hit: SearchHit,
  { number, isNumberOnly, code, phones, name }: ExactKeys,
): boolean => {
  if (number !== null && hit.number === number) return true
  if (code !== null && code.resource === hit.resource && code.number === hit.number) return true
  if (isNumberOnly || name === '') return false
  const keys = knownKeys.get(hit) ?? keysOfHit(hit)
  knownKeys.set(hit, keys)
  return keys.includes(name) || phones.some((phone) => keys.includes(phone))
}

/** How urgent a record is: to be called, under way, closed. */
export const attentions = ['open', 'neutral', 'over'] as const
export type Attention = (typeof attentions)[number]

const byStatus: Partial<Record<SearchHit['resource'], Record<string, Attention>>> = {
  orders: { PENDING: 'open', NOT_REACHABLE: 'open', CANCELLED: 'over' },
  shippings: { DELIVERED: 'over', REFUSED: 'over', RETURNED: 'over', LOST: 'over', CANCELLED: 'over' },
}

/** Records without a status, or under way, are neutral. */
export const attentionOf = ({ resource, status }: Pick<SearchHit, 'resource' | 'status'>): Attention =>
  byStatus[resource]?.[status ?? ''] ?? 'neutral'

/** Sorts open records before closed ones. */
export const byAttention = (a: SearchHit, b: SearchHit): number =>
  attentions.indexOf(attentionOf(a)) - attentions.indexOf(attentionOf(b))
