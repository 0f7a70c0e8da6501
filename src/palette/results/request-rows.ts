import type { SearchHit } from '../../../domain/changes/changes.ts'
import { fold } from '../../../domain/lib/fold.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'
import { type ResourceName, resourceNames, resources } from '../../../domain/resources.ts'
import { isNamedWhole } from '../../../domain/search/hit-of.ts'
import { readExactKeys } from '../../../domain/search/record-keys.ts'
import type { RecordRef } from '../../../machines/palette/palette-types.ts'
import type { ArgumentDefinition, Command } from '../../commands/command.ts'
import { listMeant, listsInstead } from '../../filter/detect-lists.ts'
import { isFiller } from '../../filter/languages/fillers.ts'
import type { RequestVerb } from '../../filter/languages/sentence-language.ts'
import type { ChangeRequestVerb, Request } from '../../filter/sentence/read-request.ts'
import { isAsTyped, isNamedLike, rankHits } from '../ranking/record-rank.ts'
import { weights } from '../ranking/score.ts'
import { argumentValues } from './argument-page.ts'
import { isByOtherNumber } from './asked-text.ts'
import { commandItem, formatLabel, type Given, nothingGiven } from './command-item.ts'
import { customersIn } from './customer-sections.ts'
import { askRow, listsFor } from './filter-sections.ts'
import { withoutBecause } from './inline-arguments.ts'
import { listOfName, placeRows } from './list-rows.ts'
import type { PaletteItem, RankedItem } from './palette-item.ts'
import { asRows } from './palette-item.ts'
import type { PaletteView, StillView } from './palette-view.ts'
import type { PaletteInput } from './read-input.ts'
import { recordItem } from './record-item.ts'
import { ofMatching, withMatching, withRecords } from './target-sections.ts'
import { isBegun, isWhole, periodItems, valueItems } from './value-rows.ts'

type ChangeVerb = ChangeRequestVerb | 'notReachable' | 'lose' | 'unpay' | 'returnDamaged'

/** Suffix of the command for each verb; null for none. */
const acts: Record<ChangeVerb, string | null> = {
  confirm: 'confirm',
  cancel: 'cancel',
  notReachable: 'not-reachable',
  reopen: 'reopen',
  assign: 'assign',
  dispatch: 'dispatch',
  deliver: 'deliver',
  postpone: 'postpone',
  refuse: 'refuse',
  return: 'return',
  returnDamaged: 'return-damaged',
  lose: 'lose',
  replay: 'replay',
  pay: 'pay',
  unpay: 'unpay',
  activate: 'activate',
  deactivate: 'deactivate',
  revoke: 'revoke',
  delete: 'delete',
  export: 'export',
  select: null,
}

/** Whether the request is to do something, so that opening the record is not the answer. */
export const isForAction = ({ verb }: Request): boolean =>
  verb === 'call' || (isChange(verb) && verb !== 'select')

/** Parses the text as a verb with its objects; null in other modes or without lists. */
export const requestOf = ({ mode, text }: PaletteInput, { filtering }: StillView): Request | null =>
  mode === 'all' && filtering ? filtering.detector.request(text, filtering.lists) : null

/** What to search for a request: number, name or nothing. Null: the text as it is. */
export const lookedUpFor = ({ verb, numbers, sentence, words, isCustomer }: Request): string | null => {
  if (verb === 'switch' || verb === 'measure') return null
  if (numbers.length > 1) return ''
  if (numbers.length === 1) return `#${numbers[0]}`
  if (sentence !== null) return verb === 'show' || verb === 'find' || isCustomer ? null : ''
  return words === '' ? null : words
}

/** Rows of a request, ranked before everything else. */
export function requestRows(request: Request, view: PaletteView): RankedItem[] {
  const { verb } = request
  if (verb === 'switch') return asRows(valueItems(request.rest, view, isBegun))
  if (verb === 'measure') return asRows(periodItems(request, view))
  if (verb === 'call') return asRows(callItems(request, view))
  if (request.numbers.length > 0) return numberRows(request, view)
  if (request.sentence !== null) {
    const isValue = verb === 'find' && request.resource === null
    const values = isValue ? valueItems(request.rest, view, isWhole) : []
    const items = asRows([...values, ...sentenceItems(request, view)])
    return items.length > 0 ? items : placeRows(request, view)
  }
  if (isChange(verb) && verb !== 'select') return asRows(namedItems(request, view))
  return [
    ...placeRows(request, view),
    ...asRows([...valueItems(request.rest, view, isWhole), ...listOfName(request, view)]),
  ]
}

/** Lists that the verb may apply to: the named or visible one first, then those of customers. */
const resourcesOf = ({ verb, resource }: Request, view: StillView): readonly ResourceName[] => {
  const all = resourceNames.filter((one) => commandFor(verb, one, view) !== undefined)
  const only = view.scope ?? resource
  if (only !== null) return all.filter((one) => one === only || one === listsInstead[only])
  const place = (one: ResourceName) =>
    one === view.context.resource ? 0 : Object.hasOwn(resources[one].shapes, 'customerPhone') ? 1 : 2
  return all.toSorted((a, b) => place(a) - place(b))
}

const isChange = (verb: Request['verb'] | RequestVerb): verb is ChangeVerb => Object.hasOwn(acts, verb)

export const commandFor = (
  verb: Request['verb'] | RequestVerb,
  resource: ResourceName,
  view: StillView,
): Command | undefined => {
  const act = isChange(verb) ? acts[verb] : null
  const { noun } = resources[resource]
  const called = [act, isChange(verb) ? actsInstead[verb] : null].filter((one) => one != null)
  return called.map((one) => view.registry.get(`${noun}.${one}`)).find((command) => command !== undefined)
}

/** `disable key Sheet`, `send failed webhooks back`: for lists without a command of the verb itself. */
const actsInstead: Partial<Record<ChangeVerb, string>> = { deactivate: 'revoke', return: 'replay' }

/** `who touched 14963`: words that were not read mean more than opening the record. */
const numberRows = (request: Request, view: PaletteView): RankedItem[] => {
  const unread = unreadOf(request.words)
  const isOpening = !isChange(request.verb) || request.verb === 'select'
  // `14980 unreachable after 3 calls`: what else is said means more than opening the record.
  const aside = unread + Number(request.sentence !== null)
  return asRows(numberItems(request, view)).map((row) =>
    isOpening && aside > 0 ? { ...row, score: weights.openedAside - aside * weights.unread } : row,
  )
}

const unreadOf = (words: string): number =>
  fold(words)
    .split(' ')
    .filter((word) => word !== '' && !isFiller(word)).length

/** A command on the records of these numbers, or the records themselves. */
function numberItems(request: Request, view: PaletteView): PaletteItem[] {
  const { verb, numbers, resource } = request
  const hits = numbers.length === 1 ? view.search.hits : numbers.flatMap((one) => view.numbers.read(one).hits)
  const [first = 0] = numbers
  const isMeant = (hit: SearchHit) =>
    numbers.includes(hit.number) || (numbers.length === 1 && isByOtherNumber(hit, first, view.search))
  const named = hits.filter(isMeant)
  if (!isChange(verb) || verb === 'select') {
    const said = view.scope ?? resource
    const only = said && listMeant(said, view.filtering?.lists ?? resourceNames)
    return named.filter((hit) => only === null || hit.resource === only).map((hit) => recordItem(hit, view))
  }
  return resourcesOf(request, view).flatMap((one) => {
    const command = commandFor(verb, one, view)
    const own = numbers.flatMap(
      (number) => named.find((hit) => hit.resource === one && hit.number === number) ?? [],
    )
    if (command === undefined || own.length < numbers.length || command.target === 'none') return []
    const [hit = null] = own
    if (own.length > 1) return [onRecords(command, own, view)]
    return onRecord(command, hit, request.words, view, reasonOf(request, view))
  })
}

/** Words after the number are the command's argument; invalid ones mean something else. */
function onRecord(
  command: Command,
  hit: SearchHit | null,
  words: string,
  view: PaletteView,
  reason = words,
): PaletteItem[] {
  const [argument] = command.args ?? []
  if (reason !== '' && argument?.kind === 'choice' && argument.isApart && argument.maxLength !== undefined) {
    return [onReason(command, argument, hit, reason, view)]
  }
  // `remove 50212 from the round`: a row that erases explains the whole text, or competes by what it explains.
  if (command.danger === true && argument === undefined && unreadOf(words) > 0) return []
  if (words === '' || argument === undefined || argument.isApart) {
    return [commandItem(command, view.context, { ...view, given: { ...nothingGiven, hit } })]
  }
  // `put 14990 back to pending`: one word is no comment.
  const isWord = argument.kind === 'text' && !words.includes(' ') && !command.id.endsWith('.comment')
  if (isWord) return [commandItem(command, view.context, { ...view, given: { ...nothingGiven, hit } })]
  return argumentValues(command, argument, words, view, { withFuzzy: false }).map(({ value, text }) =>
    commandItem(command, view.context, {
      ...view,
      given: { args: { [argument.name]: value }, words: [text], hit },
    }),
  )
}

/** The words as written, with what stands between them: `pas d’argent`. */
const reasonOf = (request: Request, view: PaletteView): string => {
  const { rest } = request
  const number = /\d{3,12}(?=[\s,:;-])/u.exec(rest)
  const behind =
    number === null ? '' : rest.slice(number.index + number[0].length).replace(/^[\s,:;-]{1,3}/u, '')
  const isWhole =
    request.words !== '' &&
    !/\d{3}/.test(behind) &&
    fold(request.words)
      .split(' ')
      .every((word) => fold(behind).split(' ').includes(word))
  return withoutBecause(isWhole ? behind : reasonWords(request, view))
}

const reasonWords = ({ words, rest }: Request, { filtering }: PaletteView): string => {
  if (words === '') {
    // `cancel 14992 wrong number`: read as a filter, but the record is named.
    const others = rest
      .replace(/#?\d+/, ' ')
      .split(/[\s,;:]+/)
      .filter((word) => word !== '')
    const isSaid = (word: string) =>
      !isFiller(fold(word)) && filtering?.detector.headKind(word, filtering.lists) === null
    return others.some(isSaid) ? others.join(' ') : ''
  }
  const [first = '', ...others] = words.split(' ')
  const from = rest.indexOf(first)
  const last = others.at(-1) ?? first
  const to = rest.lastIndexOf(last) + last.length
  const written = rest.slice(from, to)
  return from >= 0 && to > from && !/\d{3}/.test(written) ? written : words
}

/** The words after `cancel 14992` as the reason: a prepared one, or as typed. */
const onReason = (
  command: Command,
  argument: Extract<ArgumentDefinition, { kind: 'choice' }>,
  hit: SearchHit | null,
  words: string,
  view: PaletteView,
): PaletteItem => {
  const [prepared] = argumentValues(command, argument, words, view, { withFuzzy: false })
  const { value, text } = prepared ?? { value: words, text: words }
  return commandItem(command, view.context, {
    ...view,
    given: { args: { [argument.name]: value }, words: [text], hit },
  })
}

export function onRecords(
  command: Command,
  hits: readonly SearchHit[],
  view: PaletteView & { given?: Given },
): PaletteItem {
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

/** A command on all matches of a sentence, or the filtered list without a verb. */
function sentenceItems(request: Request, view: PaletteView): PaletteItem[] {
  const { verb, sentence } = request
  const { filtering } = view
  if (!filtering || sentence === null) return []
  const heard = listsFor(sentence, view, filtering)
  // `annuler les commandes sauf Abidjan`: no command, because excluded records would be changed too.
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

/** `given`: the argument of the command. */
export function matchingItem(
  command: Command,
  { resource, query, isPending, unknown }: ReturnType<typeof listsFor>[number],
  view: PaletteView & { given?: Given },
): PaletteItem {
  const { t } = view
  const { detector, count: countOf, where } = view.filtering!
  const isKnown = !isPending && unknown.length === 0
  const { phase, count } = isKnown ? countOf(resource, query) : { phase: 'loading' as const, count: null }
  const isNothing = unknown.length > 0 || count === 0
  // Unknown counts are shown as 1; the dry run counts again.
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
    pending: isPending,
    refusal: isNothing || isPending ? 'NOT_FOUND' : item.refusal,
  }
}

const MAX_NAMED = 3

/** A command on the records of a name; open ones first. */
function namedItems(request: Request, view: PaletteView): PaletteItem[] {
  const { words, verb } = request
  const resources = resourcesOf(request, view)
  const dated = datedItems(request, resources, view)
  if (dated.length > 0) return dated
  return hitsNamed(words, view)
    .flatMap((hit) => {
      const command = resources.includes(hit.resource) ? commandFor(verb, hit.resource, view) : undefined
      return command === undefined || command.target === 'none' ? [] : onRecord(command, hit, '', view)
    })
    .slice(0, MAX_NAMED)
}

/** `postpone to friday`: the words are the day, and nobody's name. */
const datedItems = (
  { verb, words }: Request,
  resources: readonly ResourceName[],
  view: PaletteView,
): PaletteItem[] =>
  resources.flatMap((resource) => {
    const command = commandFor(verb, resource, view)
    const [argument] = command?.args ?? []
    if (command === undefined || argument?.kind !== 'date') return []
    const [day] = argumentValues(command, argument, words, view, { withFuzzy: false })
    if (day === undefined) return []
    const given = { args: { [argument.name]: day.value }, words: [day.text], hit: null }
    return [commandItem(command, view.context, { ...view, given })]
  })

const hitsNamed = (words: string, view: PaletteView): SearchHit[] => {
  const seen = (text: string) =>
    view.records.find(text, ({ resource }) => (view.scope ?? resource) === resource)
  // `koumassi` is a place that is found: no slip of `Kouassi`.
  const isFoundAsTyped = view.search.hits.some(isAsTyped)
  return rankHits(words, { ...view, isAnswered: view.search.query === words, seen }, () => true)
    .map(({ hit }) => hit)
    .filter((hit) => isNamedLike(hit, words) && (isAsTyped(hit) || !isFoundAsTyped))
}

const callCommand = 'customer.call'

function callItems({ words, numbers }: Request, view: PaletteView): PaletteItem[] {
  const command = view.registry.get(callCommand)
  if (command === undefined) return []
  const hits =
    numbers.length > 0
      ? view.search.hits.filter(({ number }) => numbers.includes(number))
      : hitsNamed(words, view)
  const exact = readExactKeys(words)
  return customersIn(hits, (hit) => isNamedWhole(hit, exact)).map(({ phone, name }) => ({
    ...commandItem(command, view.context, { ...view, given: { args: { phone }, words: [name], hit: null } }),
    detail: formatPhone(phone),
  }))
}
