import { largestIdCount } from '../../../domain/changes/changes.ts'
import type { FieldProblem } from '../../../domain/core/codes.ts'
import { accept, type Result, refuse } from '../../../domain/lib/result.ts'
import { validate } from '../../../domain/lib/validate.ts'
import {
  checkShippingMove,
  type ShippingMoveInput,
  sheetRowFields,
} from '../../../domain/shippings/shipping.ts'
import { accepted } from '../../core/errors.ts'
import type { BulkBody } from '../../crud/choose-records.ts'
import { defineBulk } from '../../jobs/define-bulk.ts'
import { json } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { objectSchema, titled } from '../../openapi/json-schema.ts'
import { changeReportSchema, dryRunSchema, fieldsSchema, jobSchema } from '../../openapi/schemas.ts'
import { shippingList } from '../../queries/shippings.ts'
import { applySheet } from '../../services/fulfillment/shippings.ts'
import type { Act } from '../record-routes.ts'

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

const sheetCall = describe.call({
  id: 'applyShippingSheet',
  tag: 'shippings',
  summary: 'Set the status of many parcels, each to its own',
  detail:
    'The rows of a carrier’s sheet, one a parcel: each is decided as by the status call of that parcel, and all that change are one batch of the journal. Over 1,000 rows it is a job.',
  verbs: [verb],
  headers: ['Idempotency-Key', 'Prefer'],
  body: json(sheetSchema),
  answers: { 200: json(changeReportSchema), 202: json(jobSchema) },
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

export const sheetAct: Act = { path: 'sheet', many: { described: sheetCall, bulk: sheetBulk } }

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
export const finestCountry = 'tn'

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
