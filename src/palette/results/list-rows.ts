import type { ResourceName } from '../../../domain/resources.ts'
import type { Request } from '../../filter/sentence/read-request.ts'
import { isAsTyped } from '../ranking/record-rank.ts'
import { commandItem } from './command-item.ts'
import { isNameLike } from './customer-sections.ts'
import { askRow } from './filter-sections.ts'
import { asRows, type PaletteItem, type Row } from './palette-item.ts'
import type { PaletteView } from './palette-view.ts'
import type { PaletteInput } from './read-input.ts'

/** The place among records of the same match: the person's own record comes before what is theirs. */
const BEHIND_USER = 2

/** Lists that a person is looked for in where none is named; who may look people up finds the others by their record. */
const listsOfPeople: readonly ResourceName[] = ['shippings']

/**
 * `livraisons de Drissa Bamba`, `colis Drissa Bamba`, `Drissa Bamba`: the list filtered by that person, who delivers its
 * parcels or whose records they are. Nothing where a verb says what is to be done.
 */
export const personRows = (
  request: Request | null,
  { mode, text }: PaletteInput,
  view: PaletteView,
): Row[] => {
  const { scope, filtering } = view
  const words = request === null ? text.trim() : request.words
  if (mode !== 'all' || !filtering || !isNameLike(words)) return []
  if (request !== null && (request.sentence !== null || request.numbers.length > 0 || request.isCustomer))
    return []
  if (request !== null && request.verb !== 'show' && request.verb !== 'find') return []
  const list = scope ?? request?.resource ?? null
  // Without what joins them, one word next to a list is mostly no name.
  if (!words.includes(' ') && (list === null || request?.isOfName !== true)) return []
  const lists = (list === null ? listsOfPeople : [list]).filter((one) => filtering.lists.includes(one))
  const items = lists
    .flatMap((one) => filtering.detector.ofPerson(one, words))
    .filter(({ isPending }) => list !== null || !isPending)
    .map((found) => askRow('filter', found, view, filtering))
  return list === null
    ? items.map((item): Row => ({ item, tier: 'exact', kind: 'record', place: BEHIND_USER }))
    : asRows(items)
}

/** `orders of lassina kra`: the list with what has that name. */
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

/** Lists whose records are a customer's, each of whom may have many. */
const listsOfCustomers: readonly ResourceName[] = ['orders', 'shippings']

/**
 * `lassina kra orders`, `заказы lassina kra`: a name of several words next to its list, with nothing that joins them. Only
 * once such records have been found: most other words next to a list are none.
 */
export const besideListRows = (
  request: Request | null,
  { mode, text }: PaletteInput,
  view: PaletteView,
): Row[] => {
  const { scope, search } = view
  const list = scope ?? request?.resource ?? null
  const words = request === null ? text.trim() : request.words
  if (mode !== 'all' || list === null || !listsOfCustomers.includes(list)) return []
  if (request !== null && (!request.isWithoutVerb || request.isOfName)) return []
  if (!words.includes(' ') || !isNameLike(words) || search.query !== words) return []
  const isFound = search.hits.some((hit) => hit.resource === list && isAsTyped(hit))
  return isFound ? asRows(namedList(list, words, view)) : []
}

/** What has such a name comes before a place that no verb asks for: `all their orders`. */
export const placeRows = (request: Request, view: PaletteView): Row[] =>
  asRows(placeItems(request, view)).map((row) => (request.isWithoutVerb ? { ...row, kind: 'said' } : row))

/** `show invoices`: the list itself, on the screen that this person has for it. */
const placeItems = ({ resource, words }: Request, view: PaletteView): PaletteItem[] => {
  if (resource === null || words !== '') return []
  const items = (placesOf[resource] ?? [`go.${resource}`]).flatMap((id) => {
    const command = view.registry.get(id)
    return command === undefined ? [] : [commandItem(command, view.context, view)]
  })
  return items.filter(({ refusal }) => refusal !== 'FORBIDDEN').slice(0, 1)
}

/** Lists that have more than one screen, each for other roles. */
const placesOf: Readonly<Partial<{ [resource: string]: readonly string[] }>> = {
  shippings: ['go.shippings', 'go.deliveries'],
}
