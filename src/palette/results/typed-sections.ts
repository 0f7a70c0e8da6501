import { fold } from '../../../domain/lib/fold.ts'
import { rank } from '../ranking/rank.ts'
import { calculation } from './calculation.ts'
import { commandItem, nothingGiven } from './command-item.ts'
import { commandRows, inlineRows, keySheetRows, nearestFirst } from './command-rows.ts'
import { beginsWithCustomer, withCustomer } from './customer-sections.ts'
import { sentenceRows } from './filter-sections.ts'
import { besideListRows, personRows } from './list-rows.ts'
import type { PaletteItem, PaletteSection } from './palette-item.ts'
import { byMatch, lastIfNothing, type Row } from './palette-item.ts'
import type { PaletteView } from './palette-view.ts'
import { type PaletteInput, readInput } from './read-input.ts'
import type { Coded, Readings } from './readings.ts'
import { recordItem } from './record-item.ts'
import { recordRows } from './record-rows.ts'
import { requestRows } from './request-rows.ts'
import { valueRows } from './value-rows.ts'

/** What is to be done with the invoice of a code, once it has been found. */
const codedRows = (coded: Coded | null, view: PaletteView): Row[] => {
  const hit = coded && view.search.hits.find(({ title }) => fold(title) === fold(coded.code))
  if (!coded || !hit) return []
  const { sorted } = nearestFirst(view)
  const found = rank(coded.rest, sorted, { withFuzzy: false, withOtherLayouts: false })
  const commands = found
    .toSorted((a, b) => Number(b.isName) - Number(a.isName))
    .flatMap(({ id }) => {
      const command = view.registry.get(id)
      const isOfRecord = command?.resource === hit.resource && command.target !== 'none'
      return isOfRecord
        ? [commandItem(command, view.context, { ...view, given: { ...nothingGiven, hit } })]
        : []
    })
  return [...commands, recordItem(hit, view.t)].map(
    (item, place): Row => ({ item, tier: 'exact', kind: 'request', place }),
  )
}

/** What the palette shows for a text: a calculation, the customer of a phone number, and everything else that is found. */
export function foundSections(input: PaletteInput, readings: Readings, view: PaletteView): PaletteSection[] {
  const sum = calculation(input, view)
  const result = sum === null ? [] : [{ id: 'calculation', heading: null, items: sum.items }]
  if (input.mode === 'calculate') return result
  const found = withCustomer(typedSections(input, readings, view), input, view)
  // A known phone number written with dashes is no subtraction.
  return beginsWithCustomer(found) ? [...found, ...result] : [...result, ...found]
}

/** Behind a scope that has nothing of the text: a row that looks for it everywhere comes first. */
export function withWider(
  sections: readonly PaletteSection[],
  query: string,
  { scope, search, t }: PaletteView,
): readonly PaletteSection[] {
  const text = query.trim()
  const items = sections.flatMap((section) => section.items)
  const isFound = items.some(({ isNothing, refusal }) => !isNothing && refusal !== 'NOT_FOUND')
  if (scope === null || isFound || search.phase === 'failed' || readInput(text).mode === 'calculate')
    return sections
  const wider: PaletteItem = {
    id: 'everywhere',
    title: t('palette:everywhere', { text }),
    icon: 'search',
    act: { kind: 'widen', text },
  }
  return [{ id: 'everywhere', heading: null, items: [wider] }, ...sections]
}

/**
 * One list of everything that a text may mean: whatever matches better is first, in the order of `kinds` where two match
 * equally well.
 */
export function typedSections(input: PaletteInput, readings: Readings, view: PaletteView): PaletteSection[] {
  const { request, inline, coded } = readings
  const asked = request === null ? [] : requestRows(request, view)
  const people = personRows(request, input, view)
  const requested = [...codedRows(coded, view), ...besideListRows(request, input, view), ...asked]
  // A name that is still looked up, or is a plain text, is no reason to leave a sentence out.
  const isRead = requested.length > 0 || people.some(({ kind, item }) => kind === 'request' && !item.refusal)
  const rows = [
    ...people,
    ...requested,
    ...valueRows(input, view),
    ...commandRows(input, request, view),
    ...keySheetRows(input, view),
    ...inlineRows(inline, view),
    ...recordRows(input, readings, view),
    ...(isRead ? [] : saidRows(input, view)),
  ]
  const items = rows
    .filter(({ item }) => item.refusal !== 'FORBIDDEN')
    .map(lastIfNothing)
    .toSorted(byMatch)
    .map(({ item, tier, kind }) => (tier === 'fuzzy' && kind !== 'record' ? { ...item, near: true } : item))
  return [{ id: 'found', heading: null, items }]
}

/** A sentence about a list. A single value is as often the name of something else: it comes after what is called so. */
const saidRows = ({ mode, text }: PaletteInput, view: PaletteView): Row[] => {
  if (mode !== 'all') return []
  const { items, isFirm } = sentenceRows(text, view)
  return items.map(
    (item, place): Row =>
      isFirm ? { item, tier: 'exact', kind: 'request', place } : { item, tier: 'words', kind: 'said', place },
  )
}
