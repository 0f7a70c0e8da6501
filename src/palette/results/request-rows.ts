import type { SearchHit } from '../../../domain/changes/changes.ts'
import { countries } from '../../../domain/core/countries.ts'
import { fold } from '../../../domain/lib/fold.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'
import { daysOf, namedSpans } from '../../../domain/lib/span.ts'
import { dayOf } from '../../../domain/lib/zone-clock.ts'
import { isResourceName, type ResourceName } from '../../../domain/resources.ts'
import type { RecordRef } from '../../../machines/palette/palette-types.ts'
import type { Command } from '../../commands/command.ts'
import type { ChangeRequestVerb, Request } from '../../filter/sentence/read-request.ts'
import { isAsTyped, isNamedLike, rankHits } from '../ranking/record-rank.ts'
import { argumentValues } from './argument-page.ts'
import { commandItem, formatLabel, nothingGiven } from './command-item.ts'
import { customersIn, isNameLike } from './customer-sections.ts'
import { askRow, listsFor } from './filter-sections.ts'
import type { PaletteItem, Row } from './palette-item.ts'
import type { PaletteView, StillView } from './palette-view.ts'
import type { PaletteInput } from './read-input.ts'
import { recordItem } from './record-item.ts'
import { ofMatching, withMatching, withRecords } from './target-sections.ts'

type ChangeVerb = ChangeRequestVerb | 'notReachable' | 'lose' | 'unpay'

/** The command that does what a verb says to the records of a list. */
const commandsOf: Record<ChangeVerb, Partial<Record<ResourceName, string>>> = {
  confirm: { orders: 'order.confirm', expeditions: 'expedition.confirm', requests: 'request.confirm' },
  cancel: { orders: 'order.cancel', shippings: 'shipping.cancel' },
  notReachable: { orders: 'order.not-reachable', shippings: 'shipping.not-reachable' },
  reopen: { orders: 'order.reopen', shippings: 'shipping.reopen' },
  assign: { shippings: 'shipping.assign' },
  dispatch: { shippings: 'shipping.dispatch' },
  deliver: { shippings: 'shipping.deliver' },
  postpone: { shippings: 'shipping.postpone' },
  refuse: { shippings: 'shipping.refuse' },
  return: { shippings: 'shipping.return' },
  lose: { shippings: 'shipping.lose' },
  pay: { invoices: 'invoice.pay' },
  unpay: { invoices: 'invoice.unpay' },
  activate: { users: 'user.activate' },
  deactivate: { users: 'user.deactivate' },
  delete: {
    orders: 'order.delete',
    shippings: 'shipping.delete',
    products: 'product.delete',
    users: 'user.delete',
    expeditions: 'expedition.delete',
    requests: 'request.delete',
    affiliates: 'affiliate.delete',
    packages: 'package.delete',
  },
  export: {
    orders: 'order.export',
    shippings: 'shipping.export',
    products: 'product.export',
    users: 'user.export',
    expeditions: 'expedition.export',
    requests: 'request.export',
    affiliates: 'affiliate.export',
    invoices: 'invoice.export',
    packages: 'package.export',
  },
  select: {},
}

/** Whether something is to be done: a record by itself is not what was asked for. */
export const isForAction = ({ verb }: Request): boolean =>
  verb === 'call' || (isChange(verb) && verb !== 'select')

/** The text read as a verb with what it is for; null in another mode, or where there are no lists. */
export const requestOf = ({ mode, text }: PaletteInput, { filtering }: StillView): Request | null =>
  mode === 'all' && filtering ? filtering.detector.request(text, filtering.lists) : null

/** What the server is asked for a request: a number, a name, or nothing. Null: for the text as any other. */
export const lookedUpFor = ({ verb, numbers, sentence, words, isCustomer }: Request): string | null => {
  if (verb === 'switch' || verb === 'measure') return null
  if (numbers.length > 1) return ''
  if (numbers.length === 1) return `#${numbers[0]}`
  if (sentence !== null) return verb === 'show' || verb === 'find' || isCustomer ? null : ''
  return words === '' ? null : words
}

/** The results of a request, all of them what was asked for: nothing else comes before them. */
export function requestRows(request: Request, view: PaletteView): Row[] {
  const { verb } = request
  if (verb === 'switch') return asRows(valueItems(request.rest, view, isBegun))
  if (verb === 'measure') return asRows(periodItems(request, view))
  if (verb === 'call') return asRows(callItems(request, view))
  if (request.numbers.length > 0) return asRows(numberItems(request, view))
  if (request.sentence !== null) {
    const values = verb === 'find' ? valueItems(request.rest, view, isWhole) : []
    const items = asRows([...values, ...sentenceItems(request, view)])
    return items.length > 0 ? items : placeRows(request, view)
  }
  if (isChange(verb) && verb !== 'select') return asRows(namedItems(request, view))
  return [
    ...placeRows(request, view),
    ...asRows([...valueItems(request.rest, view, isWhole), ...listOfName(request, view)]),
  ]
}

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
  // Without what joins them, one word beside a list is mostly no name.
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
const listOfName = ({ isOfName, resource, words }: Request, view: PaletteView): PaletteItem[] => {
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
 * `lassina kra orders`, `заказы lassina kra`: a name of several words beside its list, with nothing that joins them. Only
 * once such records have been found: most other words beside a list are none.
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
const placeRows = (request: Request, view: PaletteView): Row[] =>
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
const placesOf: Partial<Record<ResourceName, readonly string[]>> = {
  shippings: ['go.shippings', 'go.deliveries'],
}

const asRows = (items: readonly PaletteItem[]): Row[] =>
  items.map((item, place): Row => ({ item, tier: 'exact', kind: 'request', place }))

/** The lists that a verb may be about, the one named or in view before the others. */
const resourcesOf = ({ verb, resource }: Request, { scope, context }: StillView): readonly ResourceName[] => {
  const all = isChange(verb) ? Object.keys(commandsOf[verb]).filter(isResourceName) : []
  const only = scope ?? resource
  if (only !== null) return all.filter((one) => one === only)
  return all.toSorted((a, b) => Number(b === context.resource) - Number(a === context.resource))
}

const isChange = (verb: Request['verb']): verb is ChangeVerb => Object.hasOwn(commandsOf, verb)

const commandFor = (verb: Request['verb'], resource: ResourceName, view: StillView): Command | undefined => {
  const id = isChange(verb) ? commandsOf[verb][resource] : undefined
  return id === undefined ? undefined : view.registry.get(id)
}

/** A command on the records of these numbers; the records themselves where they are only looked for. */
function numberItems(request: Request, view: PaletteView): PaletteItem[] {
  const { verb, numbers, resource } = request
  const hits = numbers.length === 1 ? view.search.hits : numbers.flatMap((one) => view.numbers.read(one).hits)
  const named = hits.filter(({ number }) => numbers.includes(number))
  if (!isChange(verb) || verb === 'select') {
    const only = view.scope ?? resource
    return named.filter((hit) => only === null || hit.resource === only).map((hit) => recordItem(hit, view.t))
  }
  return resourcesOf(request, view).flatMap((one) => {
    const command = commandFor(verb, one, view)
    const own = numbers.flatMap(
      (number) => named.find((hit) => hit.resource === one && hit.number === number) ?? [],
    )
    if (command === undefined || own.length < numbers.length || command.target === 'none') return []
    const [hit = null] = own
    return own.length === 1 ? onRecord(command, hit, request.words, view) : [onRecords(command, own, view)]
  })
}

/** With the words behind the number as the command's argument; where they are none of its values, they mean something else. */
function onRecord(command: Command, hit: SearchHit | null, words: string, view: PaletteView): PaletteItem[] {
  const [argument] = command.args ?? []
  if (words === '' || argument === undefined || argument.isApart) {
    return [commandItem(command, view.context, { ...view, given: { ...nothingGiven, hit } })]
  }
  return argumentValues(command, argument, words, view, { withFuzzy: false }).map(({ value, text }) =>
    commandItem(command, view.context, {
      ...view,
      given: { args: { [argument.name]: value }, words: [text], hit },
    }),
  )
}

function onRecords(command: Command, hits: readonly SearchHit[], view: PaletteView): PaletteItem {
  const records = hits.map(({ resource, id }): RecordRef => ({ resource, id }))
  const [first] = records
  const item = commandItem(command, withRecords(view.context, first!.resource, records), view)
  const titles = hits.map(({ number, title }) => `${number} ${title}`)
  return {
    ...item,
    id: `${item.id}#${records.map(({ id }) => id).join(',')}`,
    title: formatLabel([item.title, hits.map(({ number }) => number).join(', ')], view.t),
    detail: titles.join(' · '),
    keys: undefined,
    act:
      item.act.kind === 'invoke'
        ? { ...item.act, invocation: { ...item.act.invocation, records } }
        : item.act,
  }
}

/** A command on everything that a sentence matches; the list under that filter where nothing is to be done. */
function sentenceItems(request: Request, view: PaletteView): PaletteItem[] {
  const { verb, sentence } = request
  const { filtering } = view
  if (!filtering || sentence === null) return []
  const heard = listsFor(sentence, view, filtering)
  // `annuler les commandes sauf Abidjan`: nothing is done to records that were to be left out.
  if (sentence.clauses.some(({ kind }) => kind === 'except')) {
    return heard.slice(0, 1).map((one) => askRow('filter', one, view, filtering))
  }
  if (!isChange(verb) || verb === 'select') {
    const ways = verb === 'select' ? (['select', 'filter'] as const) : (['filter', 'select'] as const)
    return heard.slice(0, 1).flatMap((one) => ways.map((way) => askRow(way, one, view, filtering)))
  }
  const resources = resourcesOf(request, view)
  return heard
    .filter(({ resource }) => resources.includes(resource))
    .toSorted((a, b) => resources.indexOf(a.resource) - resources.indexOf(b.resource))
    .slice(0, 1)
    .flatMap((one) => {
      const command = commandFor(verb, one.resource, view)
      return command === undefined
        ? []
        : [matchingItem(command, one, view), askRow('filter', one, view, filtering)]
    })
}

function matchingItem(
  command: Command,
  { resource, query, isPending, unknown }: ReturnType<typeof listsFor>[number],
  view: PaletteView,
): PaletteItem {
  const { t } = view
  const { detector, count: countOf, where } = view.filtering!
  const isKnown = !isPending && unknown.length === 0
  const { phase, count } = isKnown ? countOf(resource, query) : { phase: 'loading' as const, count: null }
  const isNothing = unknown.length > 0 || count === 0
  // The dry run counts anew; until then it is only known that there may be some.
  const matching = { resource, query, where: where(resource, query), count: count || 1 }
  const item = ofMatching(commandItem(command, withMatching(view.context, matching), view), matching)
  const records = count === null ? t(`${resource}:title`) : t(`${resource}:count`, { count })
  return {
    ...item,
    title: formatLabel([item.title, records], t),
    detail: unknown.length > 0 ? detector.unknownIn(resource, unknown) : detector.describe(resource, query),
    note:
      count !== null || isNothing
        ? undefined
        : t(phase === 'failed' ? 'filter:uncounted' : 'filter:counting'),
    keys: undefined,
    inside:
      isNothing || count === null
        ? undefined
        : { kind: 'matching', matching, title: `${records} · ${detector.describe(resource, query)}` },
    isNothing,
    refusal: isNothing || isPending ? 'NOT_FOUND' : item.refusal,
  }
}

const MAX_NAMED = 3

/** A command on the records of a name, what waits for somebody first. */
function namedItems(request: Request, view: PaletteView): PaletteItem[] {
  const { words, verb } = request
  const resources = resourcesOf(request, view)
  return hitsNamed(words, view)
    .flatMap((hit) => {
      const command = resources.includes(hit.resource) ? commandFor(verb, hit.resource, view) : undefined
      return command === undefined || command.target === 'none' ? [] : onRecord(command, hit, '', view)
    })
    .slice(0, MAX_NAMED)
}

const hitsNamed = (words: string, view: PaletteView): SearchHit[] => {
  const seen = (text: string) =>
    view.records.find(text, ({ resource }) => (view.scope ?? resource) === resource)
  return rankHits(words, { ...view, isAnswered: view.search.query === words, seen }, () => true)
    .map(({ hit }) => hit)
    .filter((hit) => isNamedLike(hit, words))
}

const callCommand = 'customer.call'

function callItems({ words, numbers }: Request, view: PaletteView): PaletteItem[] {
  const command = view.registry.get(callCommand)
  if (command === undefined) return []
  const hits =
    numbers.length > 0
      ? view.search.hits.filter(({ number }) => numbers.includes(number))
      : hitsNamed(words, view)
  return customersIn(hits).map(({ phone, name }) => ({
    ...commandItem(command, view.context, { ...view, given: { args: { phone }, words: [name], hit: null } }),
    detail: formatPhone(phone),
  }))
}

/** Commands whose values are names of their own: a language and a country say what to do with them. */
const named = ['console.language', 'console.country']

/** Shorter ones are the codes of languages and countries, and begin too many words. */
const MIN_VALUE_LENGTH = 4

/** `allemand`, `tunesia`: nothing but the name of a language or a country. */
export const valueRows = ({ mode, text }: PaletteInput, view: PaletteView): Row[] =>
  mode === 'all' && text.length >= MIN_VALUE_LENGTH ? asRows(valueItems(text, view, isWhole)) : []

type Fits = (typed: string, folded: string) => boolean

const isWhole: Fits = (typed, folded) => folded === typed
const isBegun: Fits = (typed, folded) => typed.length >= MIN_VALUE_LENGTH && folded.startsWith(typed)

const valueItems = (written: string, view: PaletteView, fits: Fits): PaletteItem[] => {
  const typed = fold(written)
  return named.flatMap((id) => {
    const command = view.registry.get(id)
    const argument = command?.args?.[0]
    if (command === undefined || argument === undefined || typed === '') return []
    return view
      .choices(command, argument)
      .filter(({ prepared }) => prepared.texts.some((some) => some.some(({ folded }) => fits(typed, folded))))
      .map(({ choice, text }) =>
        commandItem(command, view.context, {
          ...view,
          given: { args: { [argument.name]: choice.value }, words: [text], hit: null },
        }),
      )
  })
}

/** The dashboard's own names of what sentences say. */
const periods: Readonly<Record<string, string>> = {
  today: 'today',
  yesterday: 'yesterday',
  'this-month': 'month',
  'last-month': 'lastMonth',
  '<1w': '7d',
  '<7d': '7d',
  '<1m': '30d',
  '<30d': '30d',
}

/** `revenue last month`: the dashboard at that period. */
function periodItems({ sentence, words }: Request, view: PaletteView): PaletteItem[] {
  const command = view.registry.get('dashboard.period')
  const [argument] = command?.args ?? []
  if (command === undefined || argument === undefined) return []
  const said = sentence?.clauses.find((clause) => clause.kind === 'created')?.value
  const period = said === undefined ? undefined : periods[said]
  const choices = view.choices(command, argument)
  const values =
    period !== undefined
      ? choices
          .filter(({ choice }) => choice.value === period)
          .map(({ choice, text }) => ({ value: choice.value, text }))
      : said === undefined
        ? argumentValues(command, argument, words, view, { withFuzzy: false }).slice(0, words === '' ? 0 : 1)
        : daysSaid(said, view)
  return values.map(({ value, text }) =>
    commandItem(command, view.context, {
      ...view,
      given: { args: { [argument.name]: value }, words: [text], hit: null },
    }),
  )
}

/** Days without a name of the dashboard's own, `2026-11-16..2026-11-22`. */
function daysSaid(said: string, { context, filtering }: PaletteView): { value: string; text: string }[] {
  const span = namedSpans.find((name) => name === said)
  const today = dayOf(new Date(), countries[context.country].timeZone)
  const days = span === undefined ? null : daysOf[span](today)
  const value = days === null ? said : `${days.first}..${days.last}`
  if (!filtering || !/^\d{4}-\d{2}-\d{2}\.\.\d{4}-\d{2}-\d{2}$/.test(value)) return []
  return [{ value, text: filtering.detector.describe('orders', `created:${said}`) }]
}
