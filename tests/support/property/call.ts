import fc from 'fast-check'
import type { Code } from '../../../domain/core/codes.ts'
import type { ShippingStatus } from '../../../domain/fulfillment/shipping-status.ts'
import type { Foreseen, Model, Report, Who } from './model.ts'

/** Records for calls: those in a final status first, then the others, newest last. */
export type Known = Record<List, readonly string[]> &
  Pick<Model, 'country' | 'at'> & { statusOf: (shipping: string) => ShippingStatus }
type List =
  | 'sellers'
  | 'couriers'
  | 'products'
  | 'orders'
  | 'shippings'
  | 'expeditions'
  | 'invoices'
  | 'batches'

/** One call: the request and its expected answer. */
export type Call = {
  who: Who
  method: 'post' | 'put'
  path: string
  body?: object
  /** Goes into `If-Match`. */
  version?: number | null
  /** A spreadsheet, in the place of a body. */
  file?: Buffer
  foresee: (model: Model) => Foreseen
}

/** A random call, drawn before its records exist; null if there are none when it is played. */
export type DrawnCall = { name: string; prepare: (known: Known) => Call | null }

/** Calls of one kind, and how often they are drawn: a share of the weights of all. */
export type CallKind = { weight: number; arbitrary: fc.Arbitrary<DrawnCall> }

/** Calls about one record of a list. */
export const one = <Args>(
  name: string,
  weight: number,
  list: List,
  args: fc.Arbitrary<Args>,
  call: (id: string, args: Args, known: Known) => Call,
): CallKind =>
  kind(name, weight, fc.record({ place, args }), ({ place, args }, known) => {
    const id = at(known[list], place)
    return id === null ? null : call(id, args, known)
  })

/** Calls on a few records of a list. */
export const many = <Args>(
  name: string,
  weight: number,
  list: List,
  args: fc.Arbitrary<Args>,
  call: (ids: string[], args: Args, known: Known) => Call,
): CallKind =>
  kind(name, weight, fc.record({ places, args }), ({ places, args }, known) => {
    const ids = [...new Set(places.map((place) => at(known[list], place)))].filter((id) => id !== null)
    return ids.length === 0 ? null : call(ids, args, known)
  })

const kind = <Args>(
  name: string,
  weight: number,
  args: fc.Arbitrary<Args>,
  prepare: (args: Args, known: Known) => Call | null,
): CallKind => ({
  weight,
  arbitrary: args.map((given) => ({
    name: `${name} ${JSON.stringify(given)}`,
    prepare: (known) => prepare(given, known),
  })),
})

/** A PUT by an admin; `more` overrides caller and method. */
export const put = (
  path: string,
  body: object,
  foresee: Call['foresee'],
  more: Partial<Call> = {},
): Call => ({ who: 'admin', method: 'put', path, body, foresee, ...more })

/** Prefers the newest records, so that calls interact. */
const nearby = 8

/** Mostly admins and agents, who may do the most. */
export const who: fc.Arbitrary<Who> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Who>('admin') },
  { weight: 4, arbitrary: fc.constantFrom<Who>('agent', 'first', 'second') },
)

/** Index of a record, from the newest. */
export const place = fc.nat({ max: 999 })
const places = fc.array(place, { minLength: 1, maxLength: 5 })
/** Sometimes sends the version that was read. */
export const version = fc.oneof(
  { weight: 12, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 6 }) },
)
export const comment = fc.option(fc.constantFrom('appelle avant', 'demain'), { freq: 2 })

/** The record at an index, or null. */
export const at = (ids: readonly string[], place: number): string | null =>
  ids.at(-1 - (place % Math.max(1, Math.min(nearby, ids.length)))) ?? null

/** Multiples of 500 francs or 1.255 dinars, in thousandths. */
export const amountOf = (country: Model['country'], units: number): number =>
  units * (country === 'ic' ? 500_000 : 1_255)

/** A bulk call's answer; a dry run changes neither records nor versions. */
export const foreseeReport =
  (dryRun: boolean, change: (model: Model) => Report | Code): Call['foresee'] =>
  (model) => {
    const report = change(dryRun ? structuredClone(model) : model)
    if (typeof report === 'string') return { code: report }
    if (!dryRun) return { report: () => report }
    const changed = Object.entries(report.changed).map(([id, version]) => [id, version - 1])
    return { report: () => ({ ...report, changed: Object.fromEntries(changed) }) }
  }
