import type { AgeUnit, NamedSpan } from '../../../domain/lib/span.ts'

/**
 * Vocabulary of sentences in one language. Texts are comma-separated phrases of space-separated words; a word is a regular
 * expression on its folded form, `*` stands for any ending. Only parsed, never displayed.
 */
export type SentenceLanguage = {
  /** One to twelve. */
  numbers: readonly [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  units: Record<AgeUnit, string>
  /** Of a count or an age. */
  more: string
  less: string
  atLeast: string
  atMost: string
  /** Of an age only. */
  older: string
  newer: string
  /** Before an age or day: from then on. */
  since: string
  /** Before an age, beside `since`: how long a state has lasted. */
  lasting: string
  before: string
  after: string
  until: string
  on: string
  /** Turns an age into a point in time, before or after it. */
  ago: string
  /** Beside a weekday: the next one. */
  coming: string
  /** After an age or number: at least, at most. */
  orMore: string
  orLess: string
  /** The last N days: before the number, or between it and the unit. */
  last: string
  between: string
  and: string
  /** Before a time: which event it is the time of. */
  clocks: Record<Clock, string>
  /** With a point in time: the dispatch. With a duration, the status says it. */
  departed: string
  /** With a time: creation of the record, whatever its status. */
  creation: string
  spans: Record<NamedSpan, string>
  /** Two days ago, in one word or phrase. */
  beforeYesterday: string
  /** Starting on Monday. */
  weekdays: readonly [string, string, string, string, string, string, string]
  months: readonly string[]
  /** Before a month, meaning all of it. */
  inMonth: string
  not: string
  /** Exclusion of something that is no filter value: `sauf Abidjan`. */
  except: string
  without: string
  /** Stock is 0. */
  soldOut: string
  /** Never called, or never out. */
  neverTried: string
  /** A promised call that is overdue. */
  missedCall: string
  /** Overdue. */
  late: string
  /** Before a place or other search word. */
  at: string
  /** Filler words. */
  noise: string
  /** Words of requests to the palette. */
  request: RequestWords
  concepts: Record<Concept, string>
  flags: Record<Flag, { yes: string; no: string }>
  values: Record<Value, string>
  /** Negation in one word: `unconfirmed`. */
  denied?: { CONFIRMED: string }
  /** Names of records: `nouns` in the locales, defined by each resource. */
  resources: Readonly<Record<string, string>>
  /** Places spelled differently in addresses. */
  places?: Readonly<Record<string, string>>
}

/** What a filter is about, with the names of its filters in order of preference. */
export const concepts = {
  carrier: ['delivery', 'deliveryGuy'],
  seller: ['owner'],
  product: ['product'],
  offer: ['affiliate'],
  plan: ['package'],
  price: ['total', 'price'],
  attempts: ['attempts', 'mostAttempts'],
  quantity: ['quantity', 'available'],
  stock: ['available'],
} as const

export type Concept = keyof typeof concepts

/** Time filters that sentences name by their event. */
export const clocks = ['out', 'settled', 'postponed', 'callback'] as const
export type Clock = (typeof clocks)[number]

export const flags = [
  'duplicate',
  'paidOut',
  'billed',
  'difference',
  'isEmailVerified',
  'isActivated',
  'calls',
  'spent',
  'isWaiting',
] as const
export type Flag = (typeof flags)[number]

/** Values of all choice filters except countries. */
export type Value =
  | 'PENDING'
  | 'CONFIRMED'
  | 'CANCELLED'
  | 'NOT_REACHABLE'
  | 'ASSIGNED'
  | 'OUT_FOR_DELIVERY'
  | 'DELIVERED'
  | 'POSTPONED'
  | 'REFUSED'
  | 'RETURNED'
  | 'LOST'
  | 'NOT_YET'
  | 'NO_COMMENT'
  | 'UN_PAID'
  | 'PAID'
  | 'OPEN'
  | 'CLOSED'
  | 'admin'
  | 'seller'
  | 'agent'
  | 'moderator'
  | 'delivery'
  | 'own'
  | 'affiliate'
  | 'DUR'
  | 'LIQUID'
  | 'FRAGILE'
  | 'GROUND'
  | 'AIR'
  | 'sound'
  | 'damaged'
  | 'with-driver'
  | 'handed-over'
  | 'wrong-number'
  | 'out-of-stock'
  | 'no-goods'
  | 'needs-product'
  | 'refused'

/**
 * Verbs of requests. The first five only read; `mark` depends on the status after it; the others change records. `measure`:
 * figures of the dashboard.
 */
export const requestVerbs = [
  'show',
  'find',
  'call',
  'switch',
  'measure',
  'mark',
  'confirm',
  'cancel',
  'reopen',
  'assign',
  'dispatch',
  'deliver',
  'postpone',
  'refuse',
  'return',
  'replay',
  'pay',
  'activate',
  'deactivate',
  'revoke',
  'delete',
  'export',
  'select',
] as const
export type RequestVerb = (typeof requestVerbs)[number]

export type RequestWords = {
  /** Ignored at both ends: `please`, `can you`. */
  polite: string
  /** Join words between a verb and its object: `as`, `to`. */
  as: string
  /** Words for the customer of an order. */
  customer: string
  verbs: Record<RequestVerb, string>
  /** The verb may come last: `Bestellungen stornieren`. */
  isVerbLast?: true
}
