import type { SearchHit } from '../../../domain/changes/changes.ts'
import { attentionOf } from '../../../domain/search/hit-of.ts'
import type { Tier } from '../ranking/rank.ts'
import { isNamedLike, isStale, type RankedHit, rankHits } from '../ranking/record-rank.ts'
import { isAwaited } from '../ranking/record-search.ts'
import { customersIn, isNameLike, isOfPhone, namedCustomerItem } from './customer-sections.ts'
import type { Row } from './palette-item.ts'
import type { PaletteView } from './palette-view.ts'
import type { PaletteInput } from './read-input.ts'
import { askedFor, type Readings } from './readings.ts'
import { recordItem } from './record-item.ts'
import { isForAction, lookedUpFor } from './request-rows.ts'

/**
 * `#12` is number 12 first, then what begins with it. What is looked up for a command is shown in that command's row. A
 * name is its people first, users before customers, then their records; with two words of it, an order that waits to be
 * called is what is looked for.
 */
export const recordRows = (input: PaletteInput, { request, inline }: Readings, view: PaletteView): Row[] => {
  const { mode } = input
  if (mode === 'commands' || inline.some(({ number }) => number !== null)) return []
  if (request !== null && request.numbers.length > 0) return []
  const asked = (request && lookedUpFor(request)) ?? askedFor(input)
  const text = request !== null && asked === request.words ? asked : input.text
  const digits = mode === 'number' ? text.replace(/\D/g, '') : ''
  const isInScope = ({ resource }: SearchHit) => (view.scope ?? resource) === resource
  const mayStand = (hit: SearchHit) => mode === 'all' && isInScope(hit)
  const seen = (text: string) => (mode === 'people' ? [] : view.records.find(text, isInScope))
  const isAwaiting = isAwaited(view.search, asked)
  // Until the answer, a record is not highlighted before what is to be done with one.
  const isUnasked = isAwaiting && request !== null && isForAction(request)
  const ranked = rankHits(text, { ...view, isAnswered: view.search.query === asked, seen }, mayStand).filter(
    ({ hit }) => String(hit.number).startsWith(digits),
  )
  const rows = ranked.map(({ hit, tier }): Row => {
    const isThat = mode === 'number' && String(hit.number) === digits
    const stale = isUnasked || isStale(hit, tier, text, isAwaiting)
    return {
      item: recordItem(hit, view.t, stale),
      tier: isThat ? 'exact' : (dialledTier(hit, text) ?? tier),
      kind: 'record',
      place: placeOf(hit, text),
    }
  })
  if (mode !== 'all' || isUnasked) return rows
  return [...rows, ...customerRows(ranked, text, request?.isCustomer ?? false, view)]
}

/** `0707` begins a telephone number: whose it is comes before the record of number 707. */
const dialledTier = (hit: SearchHit, text: string): Tier | null => {
  if (!/^0\d{2,}$/.test(text)) return null
  return isOfPhone(hit, text) ? 'prefix' : 'fuzzy'
}

const placeOf = (hit: SearchHit, text: string): number => {
  const isWholeName = text.trim().includes(' ') && isNamedLike(hit, text)
  if (isWholeName && attentionOf(hit) === 'open') return 0
  return hit.resource === 'users' ? 1 : 3
}

const customerRows = (
  ranked: readonly RankedHit[],
  text: string,
  isMeant: boolean,
  view: PaletteView,
): Row[] => {
  if (view.scope !== null || !view.customers.isAllowed || !isNameLike(text)) return []
  const named = ranked.filter(({ hit }) => isNamedLike(hit, text))
  const tierOf = (phone: string) => named.find(({ hit }) => hit.customerPhone === phone)?.tier ?? 'fuzzy'
  return customersIn(named.map(({ hit }) => hit)).map((customer): Row => {
    const item = namedCustomerItem(customer, view)
    return isMeant
      ? { item, tier: 'exact', kind: 'request' }
      : { item, tier: tierOf(customer.phone), kind: 'record', place: 2 }
  })
}
