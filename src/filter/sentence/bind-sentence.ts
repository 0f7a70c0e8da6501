import { dueAfterDays } from '../../../domain/invoices/invoice.ts'
import type { Filter, Filters } from '../../../domain/lib/filter.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import { type Concept, concepts } from '../languages/sentence-language.ts'
import type { Sentence } from './read-sentence.ts'
import type { Clause } from './reading.ts'

/** A filter by a record's name whose id is not resolved yet. */
export type NamedReference = { filter: string; name: string }

/** A sentence in a list's filters. `query` is canonical except for `references`. */
export type BoundSentence = {
  query: string
  references: readonly NamedReference[]
  /** How well the list fits: its own status ranks before its parcel's. */
  fit: number
  /** Parts without effect on the filter, as written. */
  ignored: readonly string[]
  /** Unread words; searched as text. */
  leftOver: readonly string[]
}

/** Null if the list lacks a filter for a part. */
export const bindSentence = ({ clauses, resource }: Sentence, filters: Filters): BoundSentence | null => {
  const chosen = new Map<string, { of: readonly string[]; not: readonly string[] }>()
  const parts: Part[] = []
  let fit = 0
  const isWaiting = clauses.some(
    (clause) =>
      clause.kind === 'value' &&
      (filterOf(filters, clause.values)?.values.some((value) => waiting.has(value)) ?? false),
  )
  const ended = isOfParcels(clauses, filters, endings)
  const isOutcome = isOfParcels(clauses, filters, outcomes)
  const { own, coming, lasting } = clocksOf(clauses, filters)
  for (const clause of clauses) {
    if (clause.kind === 'value') {
      const found = filterOf(filters, clause.values)
      if (found === null && filters.isOpen?.kind === 'flag' && clause.values.includes('PENDING')) {
        parts.push({ kind: 'text', text: `isOpen:${!clause.not}` })
        continue
      }
      if (found === null) return null
      const before = chosen.get(found.name) ?? { of: [], not: [] }
      if (!chosen.has(found.name)) parts.push({ kind: 'choice', filter: found.name })
      chosen.set(
        found.name,
        clause.not
          ? { ...before, not: [...before.not, ...found.values] }
          : { ...before, of: [...before.of, ...found.values] },
      )
      if (found.name === 'status') fit += 1
      continue
    }
    // Without a named list, lateness is about parcels.
    if (clause.kind === 'late' && lateRules.findIndex(isRuleOf(filters)) === 0) fit += 1
    const part = partOf(clause, filters, {
      resource,
      isWaiting,
      clock: isOfCreation(clause)
        ? 'created'
        : ended
          ? 'settled'
          : isLasting(clause) || (isOutcome && isPast(clause))
            ? lasting
            : clockAt(clause, own, coming),
    })
    if (part === null) return null
    parts.push(part)
  }
  const words = parts.map((part) =>
    part.kind === 'choice' ? choiceText(part.filter, chosen.get(part.filter), filters) : part.text,
  )
  return {
    query: words.filter((word) => word !== '').join(' '),
    references: parts.flatMap((part) =>
      part.kind === 'reference' ? { filter: part.filter, name: part.name } : [],
    ),
    fit,
    ignored: clauses.flatMap((clause) => (clause.kind === 'except' ? clause.text : [])),
    leftOver: clauses.flatMap((clause) => (clause.kind === 'text' && !clause.isMeant ? clause.text : [])),
  }
}

type Part =
  | { kind: 'text'; text: string }
  | { kind: 'choice'; filter: string }
  | { kind: 'reference'; text: string; filter: string; name: string }

/** Statuses that are filtered by how long they have lasted. */
const waiting = new Set([
  'PENDING',
  'NOT_REACHABLE',
  'NOT_YET',
  'UN_PAID',
  'ASSIGNED',
  'OUT_FOR_DELIVERY',
  'POSTPONED',
  'REFUSED',
])

/** Statuses that are late after an age: parcels on their way or postponed, orders to call, invoices. */
const lateRules: readonly { values: readonly string[]; age: string }[] = [
  { values: ['OUT_FOR_DELIVERY', 'POSTPONED'], age: ' created:>3d' },
  { values: ['PENDING', 'NOT_REACHABLE'], age: ' created:>3d' },
  { values: ['UN_PAID'], age: ` created:>${dueAfterDays}d` },
]

const isRuleOf =
  ({ status }: Filters) =>
  ({ values }: (typeof lateRules)[number]): boolean =>
    status?.kind === 'choice' && values.every((value) => status.values.includes(value))

const filterOf = (
  filters: Filters,
  values: readonly string[],
): { name: string; values: readonly string[] } | null => {
  for (const name of Object.keys(filters).toSorted(
    (a, b) => Number(b === 'status') - Number(a === 'status'),
  )) {
    const filter = filters[name]
    if (filter?.kind !== 'choice') continue
    const own = values
      .flatMap((value) => [value, value.toLowerCase(), ...(value === 'refused' ? ['failed'] : [])])
      .filter((value, at, all) => filter.values.includes(value) && all.indexOf(value) === at)
    if (own.length > 0) return { name, values: own }
  }
  return null
}

/** Final statuses with a date: `delivered today` filters by the day of delivery. */
const endings = new Set(['DELIVERED', 'RETURNED'])

/** Statuses of an attempt at the door: `refused today` filters by the day of the attempt. */
const outcomes = new Set(['REFUSED', 'NOT_REACHABLE', 'LOST'])

/** Whether all parcel statuses named are among these, on a list that knows their days. */
const isOfParcels = (clauses: readonly Clause[], filters: Filters, among: ReadonlySet<string>): boolean => {
  if (filters.settled?.kind !== 'span') return false
  const said = clauses.flatMap((clause) => {
    if (clause.kind !== 'value') return []
    const found = filterOf(filters, clause.values)
    const filter = found === null ? undefined : filters[found.name]
    const isOfParcel = filter?.kind === 'choice' && filter.values.includes('DELIVERED')
    return isOfParcel ? (found?.values.map((value) => among.has(value) && !clause.not) ?? []) : []
  })
  return said.length > 0 && said.every(Boolean)
}

/**
 * Time filters for a sentence: of a status's duration (`lasting`), of the postponed day (`own`), of an agreed future time
 * (`coming`).
 */
const clocksOf = (
  clauses: readonly Clause[],
  filters: Filters,
): { own: string; coming: string | null; lasting: string } => {
  const found = clauses.flatMap((clause) =>
    clause.kind === 'value' ? (filterOf(filters, clause.values) ?? []) : [],
  )
  const lasting = found.flatMap(({ name }) =>
    name === 'status' ? 'since' : name === 'shippingStatus' ? 'shippingSince' : [],
  )
  const isOnly = (status: string) =>
    found.length > 0 && found.every(({ values }) => values.every((value) => value === status))
  const isPostponed = isOnly('POSTPONED') && 'postponed' in filters
  const isCallback = isOnly('NOT_REACHABLE') && 'callback' in filters
  return {
    own: isPostponed ? 'postponed' : 'created',
    coming: isPostponed ? 'postponed' : isCallback ? 'callback' : null,
    lasting: lasting.find((name) => name in filters) ?? 'created',
  }
}

const isLasting = (clause: Clause): boolean =>
  clause.kind === 'since' || (clause.kind === 'created' && clause.isOfStatus === true)

/** A day that is over or goes on. */
const isPast = (clause: Clause): boolean =>
  clause.kind === 'created' && clause.isComing !== true && clause.isUntil !== true

const clockAt = (clause: Clause, own: string, coming: string | null): string | null => {
  if (clause.kind !== 'created') return 'created'
  return clause.isComing === true ? coming : clause.isUntil === true ? own : 'created'
}

const isOfCreation = (clause: Clause): boolean =>
  (clause.kind === 'created' || clause.kind === 'since') && clause.isCreation === true

/** `clock`: filter for a time whose event is not named; null if the list has none. */
type Said = { resource: ResourceName | null; isWaiting: boolean; clock: string | null }

const partOf = (clause: Clause, filters: Filters, { resource, isWaiting, clock }: Said): Part | null => {
  const text = (written: string): Part => ({ kind: 'text', text: written })
  switch (clause.kind) {
    case 'created':
      return clock === null ? null : text(`${clock}:${clause.value}`)
    case 'since':
      return text(`${clock}:${isWaiting ? '>' : '<'}${clause.age}`)
    case 'clock':
      return clause.clock in filters ? text(`${clause.clock}:${clause.value}`) : null
    case 'missedCall':
      return 'callback' in filters ? text('status:NOT_REACHABLE callback:..now') : null
    case 'late': {
      const rule = lateRules.find(isRuleOf(filters))
      return rule === undefined ? null : text(`status:${rule.values.join(',')}${rule.age}`)
    }
    case 'flag': {
      // Keys, sources and webhooks; `isActivated` is of users.
      const flag = clause.flag === 'isActivated' && 'isActive' in filters ? 'isActive' : clause.flag
      return flag in filters ? text(`${flag}:${flagValue(filters[flag], clause.value)}`) : null
    }
    case 'range': {
      // Stock of an offer is its quantity; orders have none.
      const isOffer = clause.concept === 'stock' && resource === 'affiliates'
      const name = nameOf(isOffer ? 'quantity' : clause.concept, filters, 'range')
      if (name === null) return null
      const { min, max, isStrict } = clause
      const [above, below] = isStrict ? ['>', '<'] : ['', '']
      if (min !== max) {
        const low = min === null ? '' : `${above}${min}`
        return text(`${name}:${low}..${max === null ? '' : `${below}${max}`}`)
      }
      return text(`${name}:${min}`)
    }
    case 'none': {
      const name = nameOf(clause.concept, filters, 'reference')
      const filter = name === null ? undefined : filters[name]
      return filter?.kind === 'reference' && filter.optional ? text(`${name}:none`) : null
    }
    case 'reference': {
      const name = nameOf(clause.concept, filters, 'reference')
      return name === null
        ? null
        : { kind: 'reference', filter: name, name: clause.name, text: `${name}:${quoted(clause.name)}` }
    }
    case 'written':
      return text(clause.text)
    case 'text':
      return text(clause.isMeant && /[:\s]/.test(clause.text) ? quoted(clause.text) : clause.text)
    case 'resource':
    case 'except':
    case 'noise':
      return text('')
    case 'value':
      return null
  }
}

/** A flag on a signed number: `!0` or `0`. */
const flagValue = (filter: Filter | undefined, value: boolean): string =>
  filter?.kind === 'range' ? (value ? '!0' : '0') : String(value)

const nameOf = (concept: Concept, filters: Filters, kind: 'range' | 'reference'): string | null =>
  concepts[concept].find((name) => filters[name]?.kind === kind) ?? null

/** What is not confirmed or not delivered is still open: other ends of its life do not count. */
const closedBeside: Readonly<Record<string, readonly string[]>> = {
  CONFIRMED: ['CANCELLED'],
  DELIVERED: ['REFUSED', 'RETURNED', 'LOST', 'CANCELLED'],
}

const choiceText = (
  name: string,
  chosen: { of: readonly string[]; not: readonly string[] } | undefined,
  filters: Filters,
): string => {
  const filter = filters[name]
  if (chosen === undefined || filter?.kind !== 'choice') return ''
  const of = chosen.of.length > 0 ? chosen.of : filter.values
  const not =
    chosen.of.length > 0 ? chosen.not : chosen.not.flatMap((value) => [value, ...(closedBeside[value] ?? [])])
  const values = [...new Set(of)].filter((value) => !not.includes(value))
  return values.length === 0 ? '' : `${name}:${values.join(',')}`
}

const quoted = (text: string): string => (/[\s,:]/.test(text) ? `"${text.replaceAll('"', '')}"` : text)
