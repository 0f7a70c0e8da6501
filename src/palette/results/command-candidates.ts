import { wholePhone } from '../../../domain/lib/phone-digits.ts'
import { type ResourceRecords, resourceNames } from '../../../domain/resources.ts'
import { byAttention } from '../../../domain/search/hit-of.ts'
import { type ArgumentDefinition, type Command, targetOf } from '../../commands/command.ts'
import { isInsteadWord } from '../../filter/languages/fillers.ts'
import type { RequestVerb } from '../../filter/languages/sentence-language.ts'
import type { Analysis, TextPart } from '../../filter/sentence/analyse-text.ts'
import { isNarrowing } from '../../filter/sentence/reading.ts'
import { verbOfStatus } from '../../filter/sentence/status-verbs.ts'
import { claimsOf, rankSome } from '../ranking/rank-some.ts'
import { SURE, valueIn } from './argument-in-text.ts'
import { type Asked, type Candidate, type Claims, claimed, lookingVerbs, nounsOf } from './asked-text.ts'
import { commandItem, type Given, nothingGiven } from './command-item.ts'
import { isInScope, nearestFirst } from './command-rows.ts'
import { listsFor } from './filter-sections.ts'
import type { PaletteView } from './palette-view.ts'
import { contactWords, customersOf, QUESTION } from './record-candidates.ts'
import { commandFor, matchingItem, onRecords } from './request-rows.ts'
import { codeIn, phonesIn, placesOf, recordNumbersIn } from './text-anchors.ts'
import { isValueCommand } from './value-rows.ts'

/** Commands that some words name, on the records found or in hand, with the rest as argument. */
export function commandCandidates(asked: Asked, view: PaletteView): Candidate[] {
  const { analysis, words, isQuestion } = asked
  const { sorted, distance } = nearestFirst(view)
  const named = new Map<string, Map<number, number>>()
  const name = (id: string, places: Iterable<number>, sure: number) => {
    const before = named.get(id) ?? new Map<number, number>()
    for (const place of places) before.set(place, Math.max(before.get(place) ?? 0, sure))
    named.set(id, before)
  }
  for (const part of analysis.verbs) {
    for (const resource of resourceNames) {
      const command = commandFor(part.meaning, resource, view)
      if (command !== undefined) name(command.id, placesOf(part), 1)
    }
  }
  const isOfRecord = asked.targets.some(({ isExact }) => isExact)
  if (isOfRecord && hasComingDay(analysis)) {
    // `50214 deliver on thursday`: a day to come is when it is to be done.
    for (const part of analysis.verbs.filter(({ meaning }) => meaning === 'deliver')) {
      const command = commandFor('postpone', 'shippings', view)
      if (command !== undefined) name(command.id, placesOf(part), 1)
    }
  }
  const looking = new Set(lookingVerbs(analysis))
  const isCoded = codeIn(analysis.text) !== null
  const called = new Set<string>()
  for (const { id, claims, isName } of rankSome(words, sorted)) {
    if (isName) called.add(id)
    for (const [place, sure] of claims) {
      // `open 14001` opens it, and does not reopen.
      name(id, [place], isOfRecord && looking.has(place) && !id.endsWith('.open') ? sure / 2 : sure)
    }
  }
  if (phonesIn(analysis).length > 0) {
    for (const one of sorted.filter(({ id }) => id.startsWith('customer.'))) {
      for (const { claims } of claimsOf(words, one))
        for (const [place, sure] of claims) name(one.id, [place], sure)
    }
  }
  const goals = new Set<string>()
  if (asked.targets.some(({ isExact, isPhone }) => isExact && !isPhone)) {
    for (const part of analysis.clauses) {
      const verb = verbOfStatus(part.meaning)
      for (const resource of verb === null ? [] : resourceNames) {
        const command = commandFor(verb!, resource, view)
        if (command === undefined) continue
        name(command.id, placesOf(part), 1)
        goals.add(command.id)
      }
    }
  }
  const nouns = new Set(
    analysis.clauses.flatMap((part) => (part.meaning.kind === 'resource' ? placesOf(part) : [])),
  )
  const nounsNamed = analysis.clauses.flatMap(({ meaning }) =>
    meaning.kind === 'resource' ? meaning.resource : [],
  )
  const mostNamed = new Map<string | undefined, number>()
  for (const [id, claims] of named) {
    const resource = view.registry.get(id)?.resource
    mostNamed.set(resource, Math.max(mostNamed.get(resource) ?? 0, claims.size))
  }
  return [...named].flatMap(([id, claims]) => {
    const command = view.registry.get(id)
    if (command === undefined || !isInScope(command, view) || isApartFromText.test(id)) return []
    // `commande 14976`, `scan a parcel`: the name of a list is no verb.
    const isNamedByNoun = [...claims.keys()].every((place) => nouns.has(place) || asked.weightOf(place) === 0)
    if (isNamedByNoun && !id.startsWith('go.')) return []
    // `my products to excel`: the command of the list that is named.
    const isOfOther =
      nounsNamed.length > 0 && command.resource !== undefined && !nounsNamed.includes(command.resource)
    const bonus =
      (called.has(id) ? NAMED : 0) -
      distance(id) / 2 -
      (isOfOther ? OTHER_LIST : 0) -
      // `burkina` is a country, and not the choice of one.
      (isValueCommand(id) && !called.has(id) ? WITHOUT_VALUE : 0) +
      // `open W46-3`.
      (isCoded && looking.size > 0 && id.endsWith('.open') ? OPENED : 0) -
      (isQuestion ? QUESTION : 0) -
      // `remove 50212 from the round`: more of the text than a row that erases names.
      (command.danger === true && claims.size < (mostNamed.get(command.resource) ?? 0) ? OUTNAMED : 0) -
      // `how do i change a shortcut` changes no record.
      (analysis.asksHow && command.target !== 'none' ? QUESTION : 0) +
      // `called 14998 and no answer`: the outcome is what is to be noted.
      (goals.has(id) ? OUTCOME : 0)
    return (
      [...onMatching(command, claims, asked, view), ...withTargets(command, claims, asked, view)]
        .filter((candidate) => command.target === 'none' || isOfNamedRecord(candidate, asked))
        // Their values are candidates of their own.
        .filter(({ argument }) => argument === undefined || !isValueCommand(id))
        .map((candidate) => ({ ...candidate, bonus: bonus + (candidate.bonus ?? 0) }))
    )
  })
}

/** A weekday is the next one unless the text says a time that is over. */
const hasComingDay = ({ clauses }: Analysis): boolean =>
  clauses.some(
    ({ meaning }) =>
      meaning.kind === 'created' && (meaning.isComing === true || /^\d{4}-\d{2}-\d{2}$/.test(meaning.value)),
  )

const WITHOUT_VALUE = 25

const OPENED = 5

const OUTNAMED = 12

/** A command on another list than the one named. */
const OTHER_LIST = 24

/** The status of a record that the text names. */
const OUTCOME = 4

/** A typed number or telephone says which record is meant: a command on another one is never offered for it. */
const isOfNamedRecord = ({ claims, argument, isAmount }: CommandCandidate, { analysis }: Asked): boolean => {
  const anchors = [
    ...recordNumbersIn(analysis).map(({ place }) => place),
    ...phonesIn(analysis).flatMap(({ places }) => places),
  ]
  if (isAmount) return anchors.every((place) => claims.has(place) || isInsteadOf(place, analysis))
  const isArgument = argument?.some((place) => !anchors.includes(place)) === true
  return isArgument || anchors.every((place) => claims.has(place) && !argument?.includes(place))
}

/** `gave 12000 instead of 15000`: the other amount is no record. */
const isInsteadOf = (place: number, { tokens }: Analysis): boolean =>
  tokens
    .slice(Math.max(0, place - 2), place)
    .some((token) => token.kind === 'word' && isInsteadWord(token.word))

/** A word of a name says more than the same word as a keyword, on whatever screen. */
const NAMED = 1

/** `give all pending parcels to zoumana`: the command with its value, on all that a list's filter finds. */
function onMatching(command: Command, claims: Claims, asked: Asked, view: PaletteView): CommandCandidate[] {
  const { analysis, targets, weightOf } = asked
  const [argument] = command.args ?? []
  const { resource } = command
  const { filtering } = view
  const isSaid = [...claims.values()].includes(1)
  if (!filtering || !resource || argument?.kind !== 'choice' || command.target !== 'many' || !isSaid)
    return []
  const nouns = nounsOf(resource, analysis)
  if (nouns.length === 0 || targets.some(({ isExact }) => isExact)) return []
  const narrowing = analysis.clauses.filter(({ meaning }) => isNarrowing(meaning))
  const read = new Map([...claims, ...claimed([...nouns, ...narrowing.flatMap(placesOf)])])
  const found =
    narrowing.length === 0 ? null : valueIn(command, argument, read, { ...asked, targets: [] }, view)
  if (found === null || argument.maxLength !== undefined) return []
  const all = new Map([...read, ...claimed(found.places)])
  // Whatever is left over might have narrowed the list.
  if (analysis.tokens.some((_, place) => weightOf(place) > 0 && !all.has(place))) return []
  const clauses = narrowing.map(({ meaning }) => meaning)
  const sentence = { clauses, resource, isSure: true, isBare: false, isMaybeName: false }
  const [list] = listsFor(sentence, view, filtering)
  if (list?.resource !== resource || list.query === '') return []
  const given = { args: { [argument.name]: found.value }, words: [found.text], hit: null }
  return [{ item: matchingItem(command, list, { ...view, given }), claims: all, bonus: TAKEN }]
}

/** A name beside a command that takes none. */
const ABOUT = 0.6

/** Their arguments are names of commands, or whole sentences. */
const isApartFromText = /^(?:keyboard\.|macro\.(?:rename|delete)|list\.(?:filter|select)-by-sentence)/

/** `argument`: places of the words that became its argument. */
type CommandCandidate = Candidate & { argument?: readonly number[]; isAmount?: boolean }

/** A command on each of its possible targets. */
function withTargets(command: Command, claims: Claims, asked: Asked, view: PaletteView): CommandCandidate[] {
  const { targets, analysis } = asked
  const own = targets.filter(({ hit }) => hit.resource === command.resource)
  const nouns = command.resource === undefined ? [] : nounsOf(command.resource, analysis)
  const base = new Map([...claims, ...claimed(nouns)])
  if (command.args?.[0]?.name === 'phone') return withCustomers(command, base, asked, view)
  if (command.target === 'none') {
    // `count drissa's cash`: whom it is about.
    const about = targets.filter(({ isExact }) => !isExact).flatMap(({ places }) => places)
    const around = new Map([...claimed(about, ABOUT), ...base])
    return withValue(command, nothingGiven, around, claims, asked, view)
  }
  const exact = own.filter(({ isExact }) => isExact)
  const numbers = new Set(exact.map(({ hit }) => hit.id))
  if (numbers.size > 1 && phonesIn(analysis).length === 0) {
    const hits = exact.map(({ hit }) => hit)
    return [
      {
        item: onRecords(command, hits, view),
        claims: new Map([...base, ...claimed(exact.flatMap(({ places }) => places))]),
      },
    ]
  }
  const found = own
    .toSorted(
      (a, b) =>
        Number(b.isExact) - Number(a.isExact) ||
        b.places.length - a.places.length ||
        byAttention(a.hit, b.hit),
    )
    .slice(0, 2)
  const onFound = found.flatMap(({ hit, places }) =>
    withValue(command, { ...nothingGiven, hit }, new Map([...base, ...claimed(places)]), claims, asked, view),
  )
  if (found.length > 0) return onFound
  const isHere = targetOf(command, view.context) !== null
  return withValue(command, nothingGiven, base, claims, asked, view).map((one) => ({
    ...one,
    bonus: (one.bonus ?? 0) - (isHere ? 0 : ASKS),
  }))
}

/** A command on a customer: of the telephone or name typed. */
function withCustomers(command: Command, claims: Claims, asked: Asked, view: PaletteView): Candidate[] {
  const make = (phone: string, name: string, places: readonly number[]): Candidate => ({
    item: commandItem(command, view.context, {
      ...view,
      given: { args: { phone }, words: [name], hit: null },
    }),
    claims: new Map([...claims, ...claimed(places)]),
  })
  const known = customersOf(asked.targets).map(({ customer, places }) =>
    make(customer.phone, customer.name, places),
  )
  const phones = phonesIn(asked.analysis)
  const [phone] = known.length > 0 ? [] : phones
  const whole = phone && wholePhone(phone.text, view.context.country)
  const found = phone && whole ? [make(whole, phone.text, phone.places)] : known
  if (found.length > 0) return found.map((one) => ({ ...one, bonus: phones.length > 0 ? OF_PHONE : 0 }))
  const asks: Candidate = { item: commandItem(command, view.context, view), claims, bonus: -ASKS }
  const own = customerInHand(claims, asked, view)
  return own === null ? [asks] : [make(own.phone, own.name, contactWords(asked.analysis)), asks]
}

/** `call the customer`: of the record in hand, if no other name is written. */
const customerInHand = (
  claims: Claims,
  { analysis, weightOf, targets }: Asked,
  { context }: PaletteView,
): { phone: string; name: string } | null => {
  const { customerPhone: phone, customerName: name } = (context.active ?? {}) as Partial<
    ResourceRecords['orders']
  >
  if (!phone || !name || (context.selection?.count ?? 0) > 0 || targets.length > 0) return null
  const explained = new Set([...claims.keys(), ...contactWords(analysis)])
  const isWhole = analysis.tokens.every((_, place) => explained.has(place) || weightOf(place) === 0)
  return isWhole ? { phone, name } : null
}

/** A telephone is whom a command on customers is about. */
const OF_PHONE = 4

/** Asking for the record comes after commands that have one. */
const ASKS = 8

/** The command with the words left as its argument, and without. */
function withValue(
  command: Command,
  given: Given,
  claims: Claims,
  said: Claims,
  asked: Asked,
  view: PaletteView,
): CommandCandidate[] {
  const [argument] = command.args ?? []
  const plain: Candidate = {
    item: commandItem(command, view.context, { ...view, given: plainGiven(given) }),
    claims,
  }
  if (argument === undefined) return [plain]
  const isSure = [...said.values()].some((sure) => sure >= SURE)
  const isReason = argument.kind === 'choice' && argument.maxLength !== undefined
  // `cancel 14961, does not want it`: beside the verb, what else means the command is the reason.
  const isVerbSaid = isReason && asked.analysis.verbs.some((part) => isVerbOf(part, command, view))
  const mayBeText = argument.kind === 'text' ? isSure : !isReason || isVerbSaid
  const own = isVerbSaid ? ofVerb(claims, said, asked) : claims
  // `which parcels does zoumana have`: a courier's name beside no record and no verb is whose they are.
  const isCarrierAlone =
    argument.name === 'delivery' &&
    given.hit === null &&
    !asked.analysis.verbs.some((part) => isVerbOf(part, command, view))
  const found = mayBeText ? valueIn(command, argument, own, asked, view) : null
  if (found === null) return [plain]
  const { value, text, places, sure } = found
  const withArgument = { ...given, args: { [argument.name]: value }, words: [text] }
  return [
    {
      item: commandItem(command, view.context, { ...view, given: withArgument }),
      claims: new Map([...own, ...claimed(places, isVerbSaid ? SURE : sure)]),
      argument: places,
      isAmount: argument.kind === 'money' && isSure,
      bonus: isVerbSaid || belongs(argument, given) ? TAKEN : isCarrierAlone ? -BY_NAME : 1,
    },
    plain,
  ]
}

/** A day or an amount belongs to the command that takes one, and a courier beside a record. */
const belongs = ({ kind, name }: ArgumentDefinition, { hit }: Given): boolean =>
  kind === 'date' || kind === 'money' || (name === 'delivery' && hit !== null)

/** What the verb, its record and the list before them explain: `cancel 14961 duplicate order` has both words as reason. */
const ofVerb = (claims: Claims, said: Claims, { targets }: Asked): Claims => {
  const verbs = [...said].flatMap(([place, sure]) => (sure === 1 ? place : []))
  const exact = targets.flatMap(({ places, isExact }) => (isExact ? places : []))
  const last = Math.max(...verbs, ...exact)
  return new Map([...claims].filter(([place, sure]) => sure === 1 && place <= last))
}

const isVerbOf = ({ meaning }: TextPart<RequestVerb>, command: Command, view: PaletteView): boolean =>
  command.resource !== undefined && commandFor(meaning, command.resource, view) === command

const TAKEN = 5

const BY_NAME = 30

/** Keys are shown on rows without a record. */
const plainGiven = (given: Given): Given => (given.hit === null ? nothingGiven : given)

/** `50212 until friday`, `50212 and 50214 for zoumana`: records with a day or a courier mean the command that takes one. */
export function dayCandidates(asked: Asked, view: PaletteView): Candidate[] {
  const exact = asked.targets.filter(({ isExact, isPhone }) => isExact && !isPhone)
  const [target] = exact
  if (target === undefined || asked.isQuestion) return []
  const hits = [...new Map(exact.map(({ hit }) => [hit.id, hit])).values()]
  if (hits.some(({ resource }) => resource !== target.hit.resource)) return []
  return view.registry.commands.flatMap((command) => {
    const [argument] = command.args ?? []
    const isDay = argument?.kind === 'date'
    const isPerson = argument?.kind === 'choice' && argument.name === 'delivery'
    if (command.resource !== target.hit.resource || command.target === 'none' || !(isDay || isPerson))
      return []
    const claims = claimed([
      ...exact.flatMap(({ places }) => places),
      ...nounsOf(target.hit.resource, asked.analysis),
    ])
    if (hits.length > 1) {
      const found = command.target === 'many' ? valueIn(command, argument, claims, asked, view) : null
      if (found === null) return []
      const given = { args: { [argument.name]: found.value }, words: [found.text], hit: null }
      const item = onRecords(command, hits, { ...view, given })
      return [{ item, claims: new Map([...claims, ...claimed(found.places)]), bonus: TAKEN - 2 }]
    }
    const given = { ...nothingGiven, hit: target.hit }
    return withValue(command, given, claims, new Map(), asked, view)
      .slice(0, -1)
      .map((one) => ({ ...one, bonus: -2 }))
  })
}
