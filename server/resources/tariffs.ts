import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { defaultCountry } from '../../domain/core/countries.ts'
import { accept, type Result, refuse } from '../../domain/lib/result.ts'
import { validate } from '../../domain/lib/validate.ts'
import { whyNotBounds, whyNotLeaveBase } from '../../domain/tariffs/policy.ts'
import {
  tariffs as definition,
  MAX_TARIFF_ROWS,
  rehearsalShapes,
  type TariffGridInput,
  tariffGridFields,
  tariffRowFields,
} from '../../domain/tariffs/tariff.ts'
import { accepted } from '../core/errors.ts'
import { defineKind, type RowOf } from '../crud/define-kind.ts'
import { newBatch } from '../crud/record-changes.ts'
import type { Pair } from '../crud/resource-definition.ts'
import type { ServerContext } from '../db/context.ts'
import type { Transaction } from '../db/drizzle.ts'
import { rolledBack } from '../db/in-transaction.ts'
import { tariffs } from '../db/schema/zones.ts'
import { admitAgain, permit } from '../http/auth.ts'
import { refuseQuery } from '../http/request-parts.ts'
import { write } from '../http/write.ts'
import { json, shapesJson } from '../openapi/content.ts'
import { describe } from '../openapi/describe.ts'
import { objectSchema, titled } from '../openapi/json-schema.ts'
import { changeReportSchema, fieldsSchema } from '../openapi/schemas.ts'
import { tariffList } from '../queries/tariffs.ts'
import { rehearseGrid, reportGrid, writeGrid } from '../services/billing/rehearse-tariffs.ts'
import { countriesFirst, shareZones } from '../services/fulfillment/order-zones.ts'
import { serveKind } from './serve-kind.ts'

/** `owner` may be null, which rules of other resources need not know. */
type HeldTariff = RowOf<typeof tariffs>

/** Tariffs whose zone is not one of their country. */
type TariffFacts = { unplaced: ReadonlySet<string> }

const findFacts = async (
  tx: Transaction,
  pairs: readonly Pair<HeldTariff>[],
  { lock }: { lock: boolean },
): Promise<TariffFacts> => {
  const named = pairs.flatMap(({ next: { id, country, zone, isDeleted } }) =>
    zone === null || isDeleted ? [] : { id, country, zone },
  )
  if (named.length === 0) return { unplaced: new Set() }
  // Of a tariff that refers to its zone already, the zone is not deleted.
  const isNew = pairs.some(({ record, next }) => next.zone !== null && record?.isDeleted !== false)
  if (lock && isNew)
    await shareZones(
      tx,
      named.map(({ country }) => country),
    )
  const { rows } = await tx.execute<{ id: string }>(sql`
    select given.id from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as given (id uuid, country text, zone uuid)
    where not exists (select 1 from zones where zones.id = given.zone and zones.country = given.country
      and zones.deleted_at is null)`)
  return { unplaced: new Set(rows.map(({ id }) => id)) }
}

const whyNotTariff = (next: HeldTariff, { unplaced }: TariffFacts) =>
  unplaced.has(next.id) ? 'ZONE_NOT_FOUND' : whyNotBounds(next)

/** Two tariffs never begin on one day for the same seller and zone: the unique index refuses the second. */
export const tariffKind = defineKind<'tariffs', typeof tariffs, TariffFacts>(definition, tariffList, {
  isOwnerOptional: true,
  isReferredTo: true,
  lockFirst: countriesFirst(tariffs, shareZones),
  findFacts,
  whyNot: {
    create: whyNotTariff,
    update: (_, tariff, next, facts) => whyNotLeaveBase(tariff, next) ?? whyNotTariff(next, facts),
    delete: (_, tariff) => whyNotLeaveBase(tariff, { ...tariff, isDeleted: true }),
    revert: (tariff, next, facts) =>
      whyNotLeaveBase(tariff, next) ?? (next.isDeleted ? null : whyNotTariff(next, facts)),
  },
})

const gridSchema = titled(
  'TariffGrid',
  objectSchema(
    {
      country: fieldsSchema(tariffGridFields).properties!.country!,
      rows: {
        type: 'array',
        minItems: 1,
        maxItems: MAX_TARIFF_ROWS,
        items: titled('TariffGridRow', fieldsSchema(tariffRowFields)),
      },
    },
    ['country', 'rows'],
  ),
)

const gridRefusals = [
  'OWNER_NOT_FOUND',
  'ZONE_NOT_FOUND',
  'TARIFF_TAKEN',
  'TARIFF_NEEDED',
  'NOT_A_LIST',
  'NAMED_TWICE',
  'NOT_A_DATE',
  'TOO_MANY_ENTRIES',
  'DATE_RANGE_INVALID',
  'BOUNDS_INVERTED',
] as const

const gridCalls = {
  rehearse: describe.call({
    id: 'rehearseTariffs',
    tag: 'tariffs',
    summary: 'Read what the parcels not yet billed would cost with other tariffs',
    detail:
      'Nothing is written. The sums are those of the invoices that `POST invoices/generate` would make next, for the whole country.',
    verbs: ['tariff.rehearse'],
    body: json(gridSchema),
    answers: { 200: shapesJson('TariffRehearsal', rehearsalShapes) },
    refuses: gridRefusals,
  }),
  grid: describe.call({
    id: 'writeTariffGrid',
    tag: 'tariffs',
    summary: 'Write many tariffs of a country at once',
    detail:
      'A row changes the tariff of its seller, zone and first day, or makes it. All or nothing, as one batch, which `POST changes/{batchId}/undo` takes back.',
    verbs: ['tariff.create'],
    headers: ['Idempotency-Key'],
    body: json(gridSchema),
    answers: { 200: json(changeReportSchema) },
    refuses: gridRefusals,
  }),
}

const readGrid = (body: unknown): TariffGridInput => accepted(checkGrid(body))

const checkGrid = (body: unknown): Result<TariffGridInput> => {
  const { rows, ...rest } = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const head = validate(tariffGridFields, rest, { country: defaultCountry })
  if (!head.ok) return head
  if (!Array.isArray(rows)) return refuse('VALIDATION_FAILED', [{ path: 'rows', code: 'NOT_A_LIST' }])
  if (rows.length === 0) return refuse('VALIDATION_FAILED', [{ path: 'rows', code: 'REQUIRED' }])
  if (rows.length > MAX_TARIFF_ROWS)
    return refuse('VALIDATION_FAILED', [{ path: 'rows', code: 'TOO_MANY_ENTRIES' }])
  const { country } = head.value
  const read = rows.map((row) => validate(tariffRowFields, row, { country }))
  const errors = read.flatMap((row, at) =>
    row.ok
      ? []
      : (row.errors ?? [{ path: '', code: row.code }]).map(({ path, code }) => ({
          path: path === '' ? `rows.${at}` : `rows.${at}.${path}`,
          code,
        })),
  )
  return errors.length > 0
    ? refuse('VALIDATION_FAILED', errors.slice(0, MAX_PROBLEMS))
    : accept({ country, rows: read.flatMap((row) => (row.ok ? [row.value] : [])) })
}

const MAX_PROBLEMS = 100

const gridRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.post('/tariffs/rehearse', gridCalls.rehearse, async (request) => {
    refuseQuery(request)
    const actor = permit(request, 'tariff.rehearse')
    await admitAgain(context, request)
    const grid = readGrid(request.body)
    // Without a budget: nothing stays of it.
    const { budget: _, ...batch } = newBatch(context)
    return rolledBack(context.db, (tx) => rehearseGrid(tx, actor, tariffKind, grid, batch))
  })

  app.post('/tariffs/grid', gridCalls.grid, async (request, reply) => {
    refuseQuery(request)
    const actor = permit(request, 'tariff.create')
    const grid = readGrid(request.body)
    return write(context, request, reply, async (tx) => {
      const batch = newBatch(context)
      const report = reportGrid(batch, await writeGrid(tx, actor, tariffKind, grid, batch))
      return { status: 200, body: report, batchId: batch.id }
    })
  })
}

export const tariffResource = serveKind(tariffList, tariffKind, {
  more: [gridRoutes],
  refuses: {
    create: ['ZONE_NOT_FOUND', 'TARIFF_TAKEN', 'NOT_A_DATE', 'DATE_RANGE_INVALID', 'BOUNDS_INVERTED'],
    update: [
      'ZONE_NOT_FOUND',
      'TARIFF_TAKEN',
      'TARIFF_NEEDED',
      'NOT_A_DATE',
      'DATE_RANGE_INVALID',
      'BOUNDS_INVERTED',
    ],
  },
})
