import { largestIdCount } from '../../domain/changes/changes.ts'
import type { FieldProblem } from '../../domain/core/codes.ts'
import { defaultCountry } from '../../domain/core/countries.ts'
import { shippingVerbs } from '../../domain/fulfillment/shipping-status.ts'
import { accept, type Result, refuse } from '../../domain/lib/result.ts'
import { validate } from '../../domain/lib/validate.ts'
import {
  checkShippingMove,
  type ShippingMoveInput,
  sheetRowFields,
  shippingAssignFields,
  shippingMoveFields,
} from '../../domain/shippings/shipping.ts'
import { accepted, Refused } from '../core/errors.ts'
import type { BulkBody } from '../crud/choose-records.ts'
import { defineBulk } from '../jobs/define-bulk.ts'
import { json } from '../openapi/content.ts'
import { describe } from '../openapi/describe.ts'
import { objectSchema, titled } from '../openapi/json-schema.ts'
import { dryRunSchema, fieldsSchema } from '../openapi/schemas.ts'
import { shippingList } from '../queries/shippings.ts'
import { commentShippings } from '../services/fulfillment/comment-fulfillments.ts'
import { revertShippings } from '../services/fulfillment/revert-fulfillments.ts'
import {
  applySheet,
  assignShippings,
  deleteShippings,
  moveShippings,
  updateShipping,
} from '../services/fulfillment/shippings.ts'
import { act, commentAct, deleteAct } from './acts.ts'
import { messageAct } from './opened-messages.ts'
import type { Act } from './record-routes.ts'
import { serve } from './serve.ts'

const verb = 'shipping.apply-sheet'

const sheetSchema = titled(
  'ShippingSheet',
  objectSchema(
    {
      rows: {
        type: 'array',
        minItems: 1,
        maxItems: largestIdCount,
        items: titled('ShippingSheetRow', fieldsSchema(sheetRowFields)),
      },
      dryRun: dryRunSchema,
    },
    ['rows'],
  ),
)

const sheetCall = describe.report({
  id: 'applyShippingSheet',
  tag: 'shippings',
  summary: 'Set the status of many parcels, each to its own',
  detail:
    'The rows of a carrier’s sheet, one a parcel: each is decided as by the status call of that parcel, and all that change are one batch of the journal. Over 1,000 rows it is a job.',
  verbs: [verb],
  body: json(sheetSchema),
  refuses: ['TOO_MANY_IDS', 'NOT_A_LIST', 'REQUIRED', 'NAMED_TWICE'],
})

const sheetBulk = defineBulk({
  work: 'shippings.sheet',
  source: shippingList.source,
  verb,
  split: (body) => splitSheet(body),
  read: ({ rows }) => accepted(readRows(rows as readonly unknown[])),
  change: applySheet,
})

const sheetAct: Act = { path: 'sheet', many: { described: sheetCall, bulk: sheetBulk } }

/** The target is the ids of the rows. */
const splitSheet = (body: unknown): Result<BulkBody> => {
  const refuseAt = (path: string, code: FieldProblem['code']) => refuse('VALIDATION_FAILED', [{ path, code }])
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return refuseAt('', 'BAD_JSON')
  const { rows, dryRun = false, ...others } = body as Record<string, unknown>
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) return refuseAt(unknown, 'UNKNOWN_FIELD')
  if (typeof dryRun !== 'boolean') return refuseAt('dryRun', 'NOT_A_FLAG')
  if (rows === undefined) return refuseAt('rows', 'REQUIRED')
  if (!Array.isArray(rows)) return refuseAt('rows', 'NOT_A_LIST')
  if (rows.length === 0) return refuseAt('rows', 'REQUIRED')
  if (rows.length > largestIdCount) return refuse('TOO_MANY_IDS', [{ path: 'rows', code: 'TOO_MANY_IDS' }])
  const read = readRows(rows)
  return read.ok ? accept({ target: { ids: [...read.value.keys()] }, dryRun, rest: { rows } }) : read
}

/** Country with most decimals; each parcel's own currency is checked later. */
const finestCountry = 'tn'

/** Maximum problems listed. */
const MAX_PROBLEMS = 20

/** Parses rows by parcel. A parcel named twice is refused, since it is unknown which row counts. */
const readRows = (rows: readonly unknown[]): Result<ReadonlyMap<string, ShippingMoveInput>> => {
  const moves = new Map<string, ShippingMoveInput>()
  const problems: FieldProblem[] = []
  for (const [at, row] of rows.entries()) {
    const found = problemsOf(row, moves)
    problems.push(
      ...found.map(({ path, code }) => ({ path: [`rows.${at}`, path].filter(Boolean).join('.'), code })),
    )
    if (problems.length >= MAX_PROBLEMS) break
  }
  return problems.length === 0 ? accept(moves) : refuse('VALIDATION_FAILED', problems.slice(0, MAX_PROBLEMS))
}

/** Adds a row to `moves`; returns its problems. */
const problemsOf = (row: unknown, moves: Map<string, ShippingMoveInput>): readonly FieldProblem[] => {
  const read = validate(sheetRowFields, row, { country: finestCountry })
  if (!read.ok) return read.errors ?? [{ path: '', code: read.code }]
  const { id, ...move } = read.value
  const checked = checkShippingMove(move)
  if (!checked.ok) return checked.errors ?? [{ path: '', code: checked.code }]
  const key = id.toLowerCase()
  if (moves.has(key)) return [{ path: 'id', code: 'NAMED_TWICE' }]
  moves.set(key, checked.value)
  return []
}

const moveVerbs = [...Object.values(shippingVerbs), 'shipping.reopen'] as const
const assignVerbs = ['shipping.assign', 'shipping.unassign'] as const

const readMove = (body: unknown): ShippingMoveInput =>
  accepted(checkShippingMove(accepted(validate(shippingMoveFields, body, { country: finestCountry }))))

/** `delivery` is required; omitting it must not unassign. */
const readAssignment = (body: unknown): { delivery: string | null } => {
  const { delivery } = accepted(validate(shippingAssignFields, body, { country: defaultCountry }))
  if (delivery !== undefined) return { delivery }
  throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'delivery', code: 'REQUIRED' }] })
}

/** Shippings are created by confirmed orders. */
export const shippingResource = serve(shippingList, {
  update: { refuses: ['SHIPPING_IS_OVER', 'ZONE_NOT_FOUND'], run: updateShipping },
  acts: [
    act(shippingList, {
      path: 'status',
      one: describe.move('shippings', shippingMoveFields, {
        verbs: moveVerbs,
        refuses: [
          'ALREADY_THERE',
          'NO_SUCH_TRANSITION',
          'DELIVERY_GUY_REQUIRED',
          'DELIVERY_GUY_NOT_FOUND',
          'SHIPPING_IS_OUT',
          'DATE_REQUIRED',
          'TOO_MANY_DECIMALS',
          'COLLECTED_TOO_MUCH',
          'REASON_REQUIRED',
          'ALREADY_INVOICED',
          'CASH_HANDED_OVER',
          'OUT_OF_STOCK',
        ],
      }),
      many: describe.moveMany('shippings', shippingMoveFields, {
        verbs: moveVerbs,
        detail:
          'With `delivery`, parcels that leave are on a manifest, which the report names: one for the whole call, also where it runs as a job.',
      }),
      verb: (move) => shippingVerbs[move.status],
      read: readMove,
      change: moveShippings,
    }),
    sheetAct,
    act(shippingList, {
      path: 'delivery',
      one: describe.change('shippings', shippingAssignFields, {
        id: 'setShippingDelivery',
        summary: 'Give a parcel to a delivery guy, or with null take it back',
        bodyTitle: 'ShippingAssignment',
        verbs: assignVerbs,
        refuses: ['ALREADY_THERE', 'NO_SUCH_TRANSITION', 'DELIVERY_GUY_NOT_FOUND', 'SHIPPING_IS_OUT'],
      }),
      many: describe.bulk('shippings', shippingAssignFields, {
        id: 'setShippingsDelivery',
        summary: 'Give many parcels to a delivery guy, or with null take them back',
        bodyTitle: 'ShippingsAssignment',
        verbs: assignVerbs,
      }),
      verb: ({ delivery }) => (delivery === null ? 'shipping.unassign' : 'shipping.assign'),
      read: readAssignment,
      change: assignShippings,
    }),
    messageAct('shippings'),
    commentAct(shippingList, commentShippings),
    deleteAct(shippingList, 'shipping.delete', (tx, actor, target, _, options) =>
      deleteShippings(tx, actor, target, options),
    ),
  ],
  revert: revertShippings,
})
