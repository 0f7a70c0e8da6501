import type { SearchHit } from '../../../domain/changes/changes.ts'
import { isDivision } from '../../../domain/lib/arithmetic.ts'
import { fold } from '../../../domain/lib/fold.ts'
import { isFiller } from '../../filter/languages/fillers.ts'
import type { Tier } from '../ranking/rank.ts'
import { isNamedLike, isOpenOfName, isStale, type RankedHit, rankHits } from '../ranking/record-rank.ts'
import { isAwaited } from '../ranking/record-search.ts'
import { weights } from '../ranking/score.ts'
import { calculation } from './calculation.ts'
import { commandRows, inlineRows, keySheetRows } from './command-rows.ts'
import {
  beginsWithCustomer,
  customersIn,
  isNameLike,
  isOfPhone,
  namedCustomerItem,
  withCustomer,
} from './customer-sections.ts'
import { askRow, sentenceRows } from './filter-sections.ts'
import { besideListRows, personRows } from './list-rows.ts'
import {
  byMatch,
  lastIfNothing,
  type PaletteItem,
  type PaletteSection,
  type RankedItem,
  scoreOfRow,
} from './palette-item.ts'
import type { PaletteView } from './palette-view.ts'
import { type PaletteInput, readInput } from './read-input.ts'
import { askedFor, type Coded, type Readings } from './readings.ts'
import { recordItem } from './record-item.ts'
import { isForAction, lookedUpFor, requestRows } from './request-rows.ts'
import { someRows } from './some-rows.ts'
import { hasCode } from './text-anchors.ts'
import { valueRows } from './value-rows.ts'

/** The invoices with this code, once found. Other words say what is to be done with one. */
const codedRows = (coded: Coded | null, view: PaletteView): RankedItem[] => {
  if (coded === null) return []
  const isAlone = fold(coded.rest)
    .split(' ')
    .every((word) => word === '' || isFiller(word))
  return view.search.hits
    .filter(({ title }) => hasCode(title, coded.code))
    .map((hit, place): RankedItem => {
      const row: RankedItem = { item: recordItem(hit, view), tier: 'exact', kind: 'request', place }
      return isAlone ? row : { ...row, score: weights.openedAside }
    })
}

/** All results of a text: calculation, customer of a phone, and ranked rows. */
export function foundSections(input: PaletteInput, readings: Readings, view: PaletteView): PaletteSection[] {
  const sum = calculation(input, view)
  const result = sum === null ? [] : [{ id: 'calculation', heading: null, items: sum.items }]
  if (input.mode === 'calculate') return result
  const found = withCustomer(typedSections(input, readings, view), input, view)
  // A phone with dashes is no subtraction.
  const isPhoneFirst = beginsWithCustomer(found) && !isDivision(input.text)
  const rows = isPhoneFirst ? [...found, ...result] : [...result, ...found]
  const amounts = amountItems(input, view)
  return amounts.length === 0 ? rows : [...rows, { id: 'amount', heading: null, items: amounts }]
}

/** `17000`, `48.000`: after records of that number, those of that amount. */
const amountItems = ({ mode, text }: PaletteInput, view: PaletteView): PaletteItem[] => {
  const { filtering, scope } = view
  const amount = mode === 'all' ? amountIn(text) : null
  if (!filtering || amount === null) return []
  const [resource] = (['orders', 'shippings'] as const).filter(
    (one) => filtering.lists.includes(one) && (scope ?? one) === one,
  )
  if (resource === undefined) return []
  const list = { resource, query: `total:${amount}`, isPending: false, unknown: [] }
  const item = askRow('filter', list, view, filtering)
  return item.isNothing ? [] : [item]
}

/** Four to seven digits, perhaps in groups of three. */
const amountIn = (text: string): string | null =>
  /^(?:[1-9]\d{3,6}|[1-9]\d{0,2}(?:[\s.,'’]\d{3}){1,2})$/.test(text.trim()) ? text.replace(/\D/g, '') : null

/** For a scope without results: a row to search everywhere. */
export function withWider(
  sections: readonly PaletteSection[],
  query: string,
  { scope, search, t }: PaletteView,
): readonly PaletteSection[] {
  const text = query.trim()
  const items = sections.flatMap((section) => section.items)
  const isFound = items.some(({ isNothing, refusal }) => !isNothing && refusal !== 'NOT_FOUND')
  if (scope === null || isFound || search.failure || readInput(text).mode === 'calculate') return sections
  const wider: PaletteItem = {
    id: 'everywhere',
    title: t('palette:everywhere', { text }),
    icon: 'search',
    act: { kind: 'widen', text },
  }
  return [{ id: 'everywhere', heading: null, items: [wider] }, ...sections]
}

/** All readings of a text in one list: by score, then by `kinds`. */
export function typedSections(input: PaletteInput, readings: Readings, view: PaletteView): PaletteSection[] {
  const { repaired } = readings
  const rows = [
    ...readRows(input, readings, view, repaired?.slips === 0),
    ...(repaired
      ? readRows(repaired.input, repaired.readings, view).map((row) => reduced(row, repaired.slips > 0))
      : []),
  ]
  const items = rows
    .filter(({ item }) => item.refusal !== 'FORBIDDEN')
    .map(lastIfNothing)
    .toSorted(byMatch)
    .map(({ item, tier, kind }) => (tier === 'fuzzy' && kind !== 'record' ? { ...item, near: true } : item))
  return [{ id: 'found', heading: null, items }]
}

/** A row of the repaired text. */
const reduced = (row: RankedItem, isGuessed: boolean): RankedItem => ({
  ...row,
  score: scoreOfRow(row) - (isGuessed ? weights.slip : weights.short),
})

/** `isWrittenOut`: abbreviations are read in the text without them. */
const readRows = (
  input: PaletteInput,
  readings: Readings,
  view: PaletteView,
  isWrittenOut = false,
): RankedItem[] => {
  const { request, inline, coded } = readings
  const asked = request === null ? [] : requestRows(request, view)
  const people = personRows(request, input, view)
  const requested = [...codedRows(coded, view), ...besideListRows(request, input, view), ...asked]
  // A name still being searched, or a plain text, does not exclude a sentence.
  const isRead = requested.length > 0 || people.some(({ kind, item }) => kind === 'request' && !item.refusal)
  return [
    ...people,
    ...requested,
    ...valueRows(input, view),
    ...commandRows(input, view),
    ...keySheetRows(input, view),
    ...inlineRows(inline, view),
    ...recordRows(input, readings, view),
    ...(isRead ? [] : saidRows(input, view)),
    ...(isWrittenOut ? [] : someRows(input, view)),
  ]
}

/** Rows of a sentence. A single value ranks after things of that name. */
const saidRows = ({ mode, text }: PaletteInput, view: PaletteView): RankedItem[] => {
  if (mode !== 'all') return []
  const { items, isFirm } = sentenceRows(text, view)
  return items.map(
    (item, place): RankedItem =>
      isFirm ? { item, tier: 'exact', kind: 'request', place } : { item, tier: 'words', kind: 'said', place },
  )
}

/**
 * `#12`: number 12 first, then prefixes. Records of a command's argument are shown in its row. A name: users before customers,
 * then their records; with two words, an open order first.
 */
const recordRows = (input: PaletteInput, { request, inline }: Readings, view: PaletteView): RankedItem[] => {
  const { mode } = input
  if (mode === 'commands' || inline.some(({ number }) => number !== null)) return []
  if (request !== null && request.numbers.length > 0) return []
  const asked = (request && lookedUpFor(request)) ?? askedFor(input)
  const written = request !== null && asked === request.words ? asked : input.text
  // Found in another keyboard layout or script, or by some of the words only.
  const { found = asked } = view.search
  const isPart = found !== asked && isPartOf(found, written)
  const text = found !== asked && !isPart && view.search.query === asked && mode === 'all' ? found : written
  const digits = mode === 'number' ? text.replace(/\D/g, '') : ''
  const isInScope = ({ resource }: SearchHit) => (view.scope ?? resource) === resource
  const mayStand = (hit: SearchHit) => mode === 'all' && isInScope(hit)
  const seen = (text: string) => (mode === 'people' ? [] : view.records.find(text, isInScope))
  const isAwaiting = isAwaited(view.search, asked)
  // Until the answer, records rank below commands on records.
  const isUnasked = isAwaiting && request !== null && isForAction(request)
  const isAnswered = view.search.query === asked && !isPart
  const ranked = rankHits(text, { ...view, isAnswered, seen }, mayStand).filter(({ hit }) =>
    String(hit.number).startsWith(digits),
  )
  const isAction = request !== null && isForAction(request)
  const rows = ranked.map(({ hit, tier, isNamed = false }): RankedItem => {
    const isThat = mode === 'number' && String(hit.number) === digits
    const stale = isUnasked || isStale(hit, tier, text, isAwaiting)
    return {
      item: recordItem(hit, view, stale),
      tier: isThat ? 'exact' : (dialledTier(hit, text, isNamed) ?? tier),
      kind: 'record',
      place: placeOf(hit, text) - (isNamed ? BEFORE_OTHERS : 0),
      // `give to drissa`: the person is not what was asked for.
      ...(isAction && !isThat ? { score: weights.besideAction } : {}),
      // Found by a part of a longer text.
      ...(tier === 'fuzzy' && !isThat && text.trim().split(/\s+/).length > MAX_NAME
        ? { score: weights.poor }
        : {}),
    }
  })
  if (mode !== 'all' || isUnasked) return rows
  const customers = customerRows(ranked, text, request?.isCustomer ?? false, view)
  return [
    ...rows,
    ...(isAction ? customers.map((row) => ({ ...row, score: weights.besideAction })) : customers),
  ]
}

/** Words of a name. */
const MAX_NAME = 3

/** Whether all words of a query are among those of a text. */
const isPartOf = (query: string, text: string): boolean => {
  const words = fold(text).split(' ')
  return fold(query)
    .split(' ')
    .every((word) => words.includes(word))
}

/** Exact matches come before all others. */
const BEFORE_OTHERS = 10

/** `0707` begins a phone: its customer comes before record 707. */
const dialledTier = (hit: SearchHit, text: string, isNamed: boolean): Tier | null => {
  if (!/^0\d{2,}$/.test(text) || (isNamed && hit.number !== Number(text))) return null
  return isOfPhone(hit, text) ? 'prefix' : 'fuzzy'
}

const placeOf = (hit: SearchHit, text: string): number => {
  if (isOpenOfName(hit, text)) return 0
  return hit.resource === 'users' ? 1 : 3
}

const customerRows = (
  ranked: readonly RankedHit[],
  text: string,
  isMeant: boolean,
  view: PaletteView,
): RankedItem[] => {
  if (view.scope !== null || !view.customers.isAllowed || !isNameLike(text)) return []
  const named = ranked.filter(({ hit }) => isNamedLike(hit, text))
  const bestOf = (phone: string) => named.find(({ hit }) => hit.customerPhone === phone)
  const called = new Set(named.filter(({ isNamed }) => isNamed).map(({ hit }) => hit))
  return customersIn(
    named.map(({ hit }) => hit),
    (hit) => called.has(hit),
  ).map((customer): RankedItem => {
    const item = namedCustomerItem(customer, view)
    const { tier = 'fuzzy', isNamed = false } = bestOf(customer.phone) ?? {}
    return isMeant
      ? { item, tier: 'exact', kind: 'request' }
      : { item, tier, kind: 'record', place: 2 - (isNamed ? BEFORE_OTHERS : 0) }
  })
}
