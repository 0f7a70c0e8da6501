import type { SearchHit } from '../../../domain/changes/changes.ts'
import { fold, foldedWords } from '../../../domain/lib/fold.ts'
import { type ResourceName, type ResourceRecords, resources } from '../../../domain/resources.ts'
import { attentionOf } from '../../../domain/search/hit-of.ts'
import type { Command } from '../../commands/command.ts'
import type { Request } from '../../filter/sentence/read-request.ts'
import { type Ranked, type RankOptions, rank, type Tier, tiers } from '../ranking/rank.ts'
import { isNamedLike, isStale, type RankedHit, rankHits } from '../ranking/record-rank.ts'
import { isAwaited } from '../ranking/record-search.ts'
import type { Prepared } from '../ranking/text-analysis.ts'
import { otherLayouts } from '../ranking/text-analysis.ts'
import { shareVocabulary } from '../ranking/vocabulary.ts'
import { argumentValues } from './argument-page.ts'
import { calculation } from './calculation.ts'
import { commandItem, type NamedHit, needsRecordIn, nothingGiven } from './command-item.ts'
import {
  beginsWithCustomer,
  customersIn,
  isNameLike,
  isOfPhone,
  namedCustomerItem,
  withCustomer,
} from './customer-sections.ts'
import { sentenceRows } from './filter-sections.ts'
import { type Inline, readInline } from './inline-arguments.ts'
import type { PaletteItem, PaletteSection } from './palette-item.ts'
import { byMatch, lastIfNothing, type Row } from './palette-item.ts'
import type { PaletteView, StillView } from './palette-view.ts'
import { type PaletteInput, readInput } from './read-input.ts'
import { recordItem } from './record-item.ts'
import {
  besideListRows,
  isForAction,
  lookedUpFor,
  personRows,
  requestOf,
  requestRows,
  valueRows,
} from './request-rows.ts'

/**
 * What is to be looked up on the server while this is typed; empty for nothing. `others` are asked in their order where
 * it finds nothing: the same keys on other keyboard layouts.
 */
export type Lookup = { query: string; resource: PaletteView['scope']; others?: readonly string[] }

/** What a text may mean: a request, and commands with arguments behind their names. */
export type Readings = { request: Request | null; inline: readonly Inline[]; coded: Coded | null }

/** The code of an invoice, with what else was typed: `imprimer la facture INV-2026W46-3`. */
type Coded = { code: string; rest: string }

export const noReadings: Readings = { request: null, inline: [], coded: null }

/** Reads the text; records named by number are looked up by these readings. */
export const readingsOf = (input: PaletteInput, view: StillView): Readings => {
  const coded = codedOf(input)
  // The digits of a code are no numbers of records.
  return coded === null
    ? { request: requestOf(input, view), inline: inlineOf(input, view), coded }
    : { request: null, inline: [], coded }
}

const invoiceCode = /(?<![\p{L}\d])inv-\d[\dw-]{0,30}(?![\p{L}\d])/iu

const codedOf = ({ mode, text }: PaletteInput): Coded | null => {
  const [code] = (mode === 'all' && invoiceCode.exec(text)) || []
  const rest = code === undefined ? '' : text.replace(code, ' ').trim()
  return code === undefined || rest === '' ? null : { code, rest }
}

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

const inlineOf = ({ mode, text }: PaletteInput, view: StillView): readonly Inline[] =>
  mode === 'all' || mode === 'commands'
    ? readInline(text, {
        commands: nearestFirst(view).sorted,
        get: view.registry.get,
        values: (command, argument, query) =>
          argumentValues(command, argument, query, view, { withFuzzy: false }),
        headKind: (head) => view.filtering?.detector.headKind(head, view.filtering.lists) ?? null,
      })
    : []

export function lookupOf(
  input: PaletteInput,
  { request, inline, coded }: Readings,
  view: StillView,
  people: PaletteView['scope'],
): Lookup {
  const { mode, text } = input
  const { scope, registry } = view
  if (coded !== null) return { query: coded.code, resource: scope }
  const asked = request && lookedUpFor(request)
  if (asked !== null) {
    // What was read as a verb may be a part of the name.
    return asked === request?.words
      ? { query: asked, resource: scope ?? request?.resource ?? null, others: [text] }
      : { query: asked, resource: scope }
  }
  const numbered = inline.filter(({ number }) => number !== null)
  if (numbered.length > 0) {
    // Several resources have a command of that name: whichever has such a number is meant.
    const meant = new Set(numbered.map(({ command }) => registry.get(command)?.resource ?? null))
    const [resource = null] = meant
    return { query: `#${numbered[0]!.number}`, resource: meant.size === 1 ? (resource ?? scope) : scope }
  }
  if (mode === 'commands' || mode === 'filter' || mode === 'help') return { query: '', resource: null }
  const others = othersOf(text, view)
  const lookup = { query: askedFor(input), resource: mode === 'people' ? people : scope }
  return others.length > 0 ? { ...lookup, others } : lookup
}

/** `#12` is asked for as such: the server finds a number alone sooner than everything that has its digits. */
const askedFor = ({ mode, text }: PaletteInput): string =>
  mode === 'number' && /^\d+$/.test(text) ? `#${text}` : text

const MIN_RESCUED_LENGTH = 4
/** Each is a question more, where nothing is found. */
const MAX_OTHER_QUERIES = 3

/** Only of words that no command has: typing a command's name means the right layout. */
const othersOf = (text: string, { prepared }: StillView): readonly string[] => {
  if (text.length < MIN_RESCUED_LENGTH || /\d/.test(text)) return []
  if (rank(text, prepared, { withFuzzy: false, withOtherLayouts: false }).length > 0) return []
  return otherLayouts(text)
    .filter((other) => /^[\p{L}\s'’-]+$/u.test(other))
    .slice(0, MAX_OTHER_QUERIES)
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
  // A name that is still looked up, or stands for itself, is no reason to leave a sentence out.
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

/** A command on records of another list than the one in view: it would have to ask which. */
const isElsewhere = (id: string, { registry, context }: StillView): boolean => {
  const command = registry.get(id)
  if (command === undefined || context.resource === null) return false
  return command.target !== 'none' && command.resource !== context.resource
}

/**
 * The order of commands that match equally well: on the records in view, on their list, places, of anywhere, those that
 * ask for a record, those of other lists; what destroys comes after what does not.
 */
const nearestFirst = (view: StillView): Nearest => {
  const { context, prepared } = view
  const known = nearest.get(context)
  if (known?.prepared === prepared) return known
  const distances = new Map(prepared.map(({ id }) => [id, distanceOf(id, view)]))
  const distance = (id: string) => distances.get(id) ?? 0
  const sorted = prepared.toSorted((a, b) => distance(a.id) - distance(b.id))
  shareVocabulary(prepared, sorted)
  const made = { prepared, sorted, distance }
  nearest.set(context, made)
  return made
}

type Nearest = {
  prepared: readonly Prepared[]
  sorted: readonly Prepared[]
  distance: (id: string) => number
}

/** What is in view does not change while the palette is open. */
const nearest = new WeakMap<PaletteView['context'], Nearest>()

const ofList = 2

const distanceOf = (id: string, view: StillView): number => {
  const command = view.registry.get(id)
  const { resource, ports } = view.context
  if (command === undefined || isElsewhere(id, view)) return 6
  if (resource !== null && isOf(resource, command)) return command.danger ? 1 : 0
  if (command.section === 'list' && ports.list !== null) return ofList
  if (command.section === 'go') return 3
  return command.target === 'none' ? 4 : 5
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

const commandRows = ({ mode, text }: PaletteInput, request: Request | null, view: PaletteView): Row[] => {
  if (mode !== 'all' && mode !== 'commands') return []
  const frecency = (id: string) => view.recents.score(`command:${id}`)
  // What is in view, then its list, then all the rest: there names count before keywords.
  const { sorted, distance: steps } = nearestFirst(view)
  const distance = (id: string) => Math.min(Math.ceil(steps(id) / 2), ofList)
  const order = { frecency, distance }
  const asTyped = rank(text, sorted, order)
  const words = asTyped.length === 0 ? wordsOfName(text, request, view) : ''
  const found = words === '' ? asTyped : namesFirst(words, request, view, { ...order, withFuzzy: false })
  const inScope = found.filter(({ id }) => {
    const command = view.registry.get(id)
    return command !== undefined && isInScope(command, view)
  })
  const whole = calledWithScope(text, view, order).filter(
    ({ id, tier }) => (tier === 'exact' || inScope.length === 0) && !inScope.some((one) => one.id === id),
  )
  return [...whole, ...inScope].flatMap(({ id, tier, isOwn }) => {
    const command = view.registry.get(id)
    if (command === undefined) return []
    const item = commandItem(command, view.context, view)
    return [{ item, tier, kind: isElsewhere(id, view) ? 'elsewhere' : isOwn ? 'command' : 'foreign' }]
  })
}

/** `request stock`, `commandes d’un client`: the word that was taken for the scope may begin what a command is called. */
const calledWithScope = (
  text: string,
  { scope, prepared, t }: PaletteView,
  order: RankOptions,
): readonly Ranked[] => {
  if (scope === null) return []
  const options = { ...order, withFuzzy: false, withOtherLayouts: false }
  const found = [t(`${scope}:one`), t(`${scope}:title`)]
    .flatMap((name) => rank(`${name} ${text}`, prepared, options))
    .filter(({ tier }) => tier === 'exact' || tier === 'prefix')
    .toSorted((a, b) => tiers.indexOf(a.tier) - tiers.indexOf(b.tier))
  return found.filter(({ id }, place) => found.findIndex((one) => one.id === id) === place)
}

/** What a text may name a command by: of `what are the shortcuts` it is `shortcuts`, of `today’s round` it is `round`. */
const wordsOfName = (text: string, request: Request | null, { filtering }: PaletteView): string => {
  if (request !== null && request.sentence !== null) return ''
  if (request !== null && isQuestion(request)) return request.words
  if (request !== null && request.words === '' && request.isWithoutVerb) return ''
  return filtering?.detector.plainWords(text, filtering.lists) ?? ''
}

/** Written as one: with a verb, `what are` or `show me`. */
const isQuestion = ({ verb, isWithoutVerb, words }: Request): boolean =>
  !isWithoutVerb && words !== '' && (verb === 'show' || verb === 'find')

/** Who asks what something is wants what is called so, before what is only found by that word. */
const namesFirst = (
  words: string,
  request: Request | null,
  view: PaletteView,
  options: RankOptions,
): readonly Ranked[] => {
  const { sorted } = nearestFirst(view)
  const found = rank(words, sorted, options)
  if (request === null || !isQuestion(request)) return found
  const typed = foldedWords(words)
  const called = new Set(
    sorted
      .filter(({ texts: [names = []] }) =>
        names.some((name) => typed.every((word) => name.words.includes(word))),
      )
      .map(({ id }) => id),
  )
  const first = found.filter(({ id }) => called.has(id))
  return [
    ...first.map((one): Ranked => ({ ...one, tier: 'exact' })),
    ...found.filter((one) => !first.includes(one)),
  ]
}

/** Commands that only keys and buttons offer, by their own words: they come after all that the palette offers itself. */
const keySheetRows = ({ mode, text }: PaletteInput, view: PaletteView): Row[] => {
  if (mode !== 'all' || view.scope !== null || text.length < MIN_KEY_SHEET_LENGTH) return []
  return rank(text, view.help(), { withFuzzy: false, withOtherLayouts: false }).flatMap(
    ({ id, tier, isOwn }): Row[] => {
      const command = view.registry.get(id)
      if (command === undefined || !command.hidden || !isOwn) return []
      return [{ item: commandItem(command, view.context, view), tier, kind: 'elsewhere' }]
    },
  )
}

/** Fewer letters begin too many of their words. */
const MIN_KEY_SHEET_LENGTH = 4

const isInScope = (command: Command, { scope }: PaletteView): boolean =>
  scope === null || command.id === `go.${scope}` || isOf(scope, command)

/** What a resource's records can be done with, and what makes new ones. */
const isOf = (resource: ResourceName, command: Command): boolean =>
  command.resource === resource ||
  (command.resource === undefined && command.id.startsWith(`${resources[resource].noun}.`))

/**
 * A command on a record by number is a row once the record has been found: one sees whose it is. On an order whose parcel is
 * on its way, the commands of parcels mean that parcel.
 */
const inlineRows = (readings: readonly Inline[], view: PaletteView): Row[] =>
  readings.toSorted(byPlausibility(readings, view)).flatMap(({ command: id, args, words, number }): Row[] => {
    const command = view.registry.get(id)
    if (command === undefined || !isInScope(command, view)) return []
    const found = view.search.hits.find((hit) => hit.number === number && hit.resource === command.resource)
    if (number !== null && found === undefined) return []
    const hit = found ?? (command.resource === 'shippings' ? parcelOf(view) : null)
    const given = hit ? { args, words, hit } : { ...nothingGiven, args, words }
    const kind = hit === null && isElsewhere(id, view) ? 'elsewhere' : 'inline'
    return [{ item: commandItem(command, view.context, { ...view, given }), tier: 'exact', kind }]
  })

/** The parcel of the order in view. Its own number is not known here: it is called by the order's. */
const parcelOf = ({ context, t }: PaletteView): NamedHit | null => {
  const { resource, active, selection } = context
  if (resource !== 'orders' || active === null || (selection?.count ?? 0) > 0) return null
  const { shipping, shippingStatus, number, customerName, customerPhone } =
    active as ResourceRecords['orders']
  if (shipping === null) return null
  return {
    resource: 'shippings',
    id: shipping,
    number: 0,
    title: customerName,
    subtitle: '',
    status: shippingStatus,
    rank: 0,
    customerPhone,
    name: t('palette:parcelOf', { number }),
  }
}

/** What is read as a number or as a value: the value of the record in view, where there is one. */
const byPlausibility = (readings: readonly Inline[], { registry, context }: PaletteView) => {
  const isUnlikely = ({ command: id, number }: Inline): boolean => {
    const command = registry.get(id)
    if (number !== null || command === undefined || !needsRecordIn(command, context)) return false
    return readings.some((other) => other.command === id && other.number !== null)
  }
  return (a: Inline, b: Inline): number => Number(isUnlikely(a)) - Number(isUnlikely(b))
}

/**
 * `#12` is number 12 first, then what begins with it. What is looked up for a command is shown in that command's row. A
 * name is its people first, users before customers, then their records; with two words of it, an order that waits to be
 * called is what is looked for.
 */
const recordRows = (input: PaletteInput, { request, inline }: Readings, view: PaletteView): Row[] => {
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
