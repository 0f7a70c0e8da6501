import type { SearchHit } from '../changes/changes.ts'
import type { Search } from '../lib/define-resource.ts'
import { fold } from '../lib/fold.ts'
import { type ResourceName, type ResourceRecords, resources } from '../resources.ts'
import type { ExactKeys } from './exact-keys.ts'
import { joint, toSearchEntry } from './searchable.ts'

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

/** Whether its subtitle names a record: by e-mail and telephone number, by code. */
const isNamedBySubtitle = (resource: ResourceName): boolean => {
  const { subtitle, keys = [] }: Search = resources[resource].search
  return keys.some((key) => subtitle.includes(key))
}

/** What names a hit as a whole, as far as it shows it, folded: its title, its telephone number, e-mail or code. */
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

/** Whether a typed text names the hit as a whole: by its number or code, or by what it is called. */
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
