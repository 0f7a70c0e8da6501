import type { AgeUnit, NamedSpan } from '../../../domain/lib/span.ts'

/**
 * How one language says what a list can be filtered by. Texts are phrases parted by commas, their words by spaces; a word
 * is a regular expression over its folded form, `*` standing for any ending. They are only read, never shown.
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
  /** Of a number of anything, or of an age. */
  more: string
  less: string
  atLeast: string
  atMost: string
  /** Of an age alone. */
  older: string
  newer: string
  /** Before an age or a day: from then on. */
  since: string
  /** Before an age, beside `since`: how long something has been so. */
  lasting: string
  before: string
  after: string
  until: string
  on: string
  /** What makes an age a point in time, before it or behind. */
  ago: string
  /** Behind an age or a number: that much or more, that much or less. */
  orMore: string
  orLess: string
  /** The last so many days: before the number, or between it and the unit. */
  last: string
  between: string
  and: string
  /** Before a time: what it is the time of. */
  clocks: Record<Clock, string>
  /** Beside a point in time: when the parcel went out. Beside how long, its status says so. */
  departed: string
  /** Beside a time: when the record was made, whatever became of it. */
  creation: string
  spans: Record<NamedSpan, string>
  /** From Monday on. */
  weekdays: readonly [string, string, string, string, string, string, string]
  months: readonly string[]
  /** Before a month that is meant as a whole. */
  inMonth: string
  not: string
  /** What is left out, where it is no value of a filter: `sauf Abidjan`. */
  except: string
  without: string
  /** None left of it. */
  soldOut: string
  /** Nobody has called, or gone out with it, so far. */
  neverTried: string
  /** A call that was promised and has not been made. */
  missedCall: string
  /** Still to be done when it should have been over. */
  late: string
  /** Before a place or any other word to look for. */
  at: string
  /** Words that say nothing more. */
  noise: string
  /** What is asked of the palette, before it is known of which list. */
  request: RequestWords
  concepts: Record<Concept, string>
  flags: Record<Flag, { yes: string; no: string }>
  values: Record<Value, string>
  /** One word for what is not so: `unconfirmed`. */
  denied?: { CONFIRMED: string }
  /** What its records are called: `nouns` of the texts, which each resource adds to. */
  resources: Readonly<Record<string, string>>
  /** Places whose name is written otherwise in the addresses. */
  places?: Readonly<Record<string, string>>
}

/** What a filter is about, with the filters that it may be called by, in the order in which a list is asked for them. */
export const concepts = {
  carrier: ['delivery', 'deliveryGuy'],
  seller: ['owner'],
  product: ['product'],
  offer: ['affiliate'],
  plan: ['package'],
  price: ['total', 'price'],
  attempts: ['attempts'],
  quantity: ['quantity', 'available'],
  stock: ['available'],
} as const

export type Concept = keyof typeof concepts

/** Filters of a time that sentences name with it. */
export const clocks = ['out', 'settled', 'postponed', 'callback'] as const
export type Clock = (typeof clocks)[number]

export const flags = [
  'duplicate',
  'paidOut',
  'billed',
  'difference',
  'isEmailVerified',
  'isActivated',
] as const
export type Flag = (typeof flags)[number]

/** The values of every list's choices, but for countries. */
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

/**
 * What a person asks for. The first five read; of `mark` the status behind it says what is done; the others change records.
 * `measure` are the words for the figures of the dashboard.
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
  'pay',
  'activate',
  'deactivate',
  'delete',
  'export',
  'select',
] as const
export type RequestVerb = (typeof requestVerbs)[number]

export type RequestWords = {
  /** Before or behind everything else, saying nothing: `please`, `can you`. */
  polite: string
  /** Single words that join a verb with what follows, saying nothing by themselves: `as`, `to`. */
  as: string
  /** What the customer of an order is called. */
  customer: string
  verbs: Record<RequestVerb, string>
  /** Whether the verb may end the request: `Bestellungen stornieren`. */
  isVerbLast?: true
}
