import type { ResourceName } from '../../../domain/resources.ts'
import type { Request } from '../../filter/sentence/read-request.ts'
import { isAsTyped } from '../ranking/record-rank.ts'
import { commandItem } from './command-item.ts'
import { isNameLike } from './customer-sections.ts'
import { askRow } from './filter-sections.ts'
import { asRows, type PaletteItem, type RankedItem } from './palette-item.ts'
import type { PaletteView } from './palette-view.ts'
import type { PaletteInput } from './read-input.ts'

/** Place after the user's own record. */
const BEHIND_USER = 2

/** Lists searched for a person if none is named; roles that may read users find the others through the user. */
const listsOfPeople: readonly ResourceName[] = ['shippings']

/**
 * `livraisons de Drissa Bamba`, `colis Drissa Bamba`, `Drissa Bamba`: the list filtered by that courier or owner. None if the
 * text has a verb.
 */
export const personRows = (
  request: Request | null,
  { mode, text }: PaletteInput,
  view: PaletteView,
): RankedItem[] => {
  const { scope, filtering } = view
  const words = request === null ? text.trim() : request.words
  if (mode !== 'all' || !filtering || !isNameLike(words)) return []
  if (request !== null && (request.sentence !== null || request.numbers.length > 0 || request.isCustomer))
    return []
  if (request !== null && request.verb !== 'show' && request.verb !== 'find') return []
  const list = scope ?? request?.resource ?? null
  // Without a join word, one word beside a list is rarely a name.
  if (!words.includes(' ') && (list === null || request?.isOfName !== true)) return []
  const lists = (list === null ? listsOfPeople : [list]).filter((one) => filtering.lists.includes(one))
  const items = lists
    .flatMap((one) => filtering.detector.ofPerson(one, words))
    .filter(({ isPending }) => list !== null || !isPending)
    .map((found) => askRow('filter', found, view, filtering))
  return list === null
    ? items.map((item): RankedItem => ({ item, tier: 'exact', kind: 'record', place: BEHIND_USER }))
    : asRows(items)
}

/** `orders of lassina kra`: the list filtered by a name. */
export const listOfName = ({ isOfName, resource, words }: Request, view: PaletteView): PaletteItem[] => {
  const list = view.scope ?? resource
  return isOfName && list !== null ? namedList(list, words, view) : []
}

const namedList = (resource: ResourceName, words: string, view: PaletteView): PaletteItem[] => {
  const { filtering } = view
  if (!filtering?.lists.includes(resource)) return []
  const asked = { resource, query: words.toLowerCase(), isPending: false, unknown: [] }
  return [askRow('filter', asked, view, filtering)]
}

/** Lists whose records belong to customers. */
const listsOfCustomers: readonly ResourceName[] = ['orders', 'shippings']

/**
 * `lassina kra orders`, `заказы lassina kra`: a name beside its list without a join word. Only once such records are found.
 */
export const besideListRows = (
  request: Request | null,
  { mode, text }: PaletteInput,
  view: PaletteView,
): RankedItem[] => {
  const { scope, search } = view
  const list = scope ?? request?.resource ?? null
  const words = request === null ? text.trim() : request.words
  if (mode !== 'all' || list === null || !listsOfCustomers.includes(list)) return []
  if (request !== null && (!request.isWithoutVerb || request.isOfName)) return []
  if (!words.includes(' ') || !isNameLike(words)) return []
  if (search.query !== words && search.found !== words) return []
  const isFound = search.hits.some((hit) => hit.resource === list && isAsTyped(hit))
  return isFound ? asRows(namedList(list, words, view)) : []
}

/** Named records come before navigation: `all their orders`. */
export const placeRows = (request: Request, view: PaletteView): RankedItem[] =>
  asRows(placeItems(request, view)).map((row) => (request.isWithoutVerb ? { ...row, kind: 'said' } : row))

/** `show invoices`: the list's screen for this role. */
const placeItems = ({ resource, words }: Request, view: PaletteView): PaletteItem[] => {
  if (resource === null || words !== '') return []
  const items = (placesOf[resource] ?? [`go.${resource}`]).flatMap((id) => {
    const command = view.registry.get(id)
    return command === undefined ? [] : [commandItem(command, view.context, view)]
  })
  return items.filter(({ refusal }) => refusal !== 'FORBIDDEN').slice(0, 1)
}

/** Lists with several screens, by role. */
const placesOf: Readonly<Partial<{ [resource: string]: readonly string[] }>> = {
  shippings: ['go.shippings', 'go.round'],
}
