import { TransactionRollbackError } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { defaultCountry } from '../../domain/core/countries.ts'
import { mapFields, readMapping, wholeIntakeShapes } from '../../domain/intake/intake.ts'
import { validate } from '../../domain/lib/validate.ts'
import { accepted } from '../core/errors.ts'
import { refuseRest } from '../crud/choose-records.ts'
import { newBatch } from '../crud/record-changes.ts'
import type { ServerContext } from '../db/context.ts'
import type { Transaction } from '../db/drizzle.ts'
import { permit } from '../http/auth.ts'
import { refuseQuery } from '../http/request-parts.ts'
import { write } from '../http/write.ts'
import { defineBulk } from '../jobs/define-bulk.ts'
import { fieldsJson, json } from '../openapi/content.ts'
import { describe } from '../openapi/describe.ts'
import { changeReportSchema } from '../openapi/schemas.ts'
import { intakeList, readWholeIntake } from '../queries/intake.ts'
import { mapLine } from '../services/intake/map-line.ts'
import { replayEvents } from '../services/intake/replay-events.ts'
import type { Act } from './record-routes.ts'
import { serve } from './serve.ts'

const replayAct: Act = {
  path: 'replay',
  many: {
    described: describe.bulk(
      'intake',
      {},
      {
        id: 'replayIntake',
        summary: 'Work on events again',
        detail:
          'In the order in which they came. What they make is one batch, undone in one. `refused` are those that change nothing, with the reason.',
        bodyTitle: 'IntakeReplay',
        verbs: ['intake.replay'],
        refuses: [],
      },
    ),
    bulk: defineBulk({
      work: 'intake.replay',
      source: intakeList.source,
      verb: 'intake.replay',
      read: (rest) => accepted(refuseRest(rest)),
      change: (tx, actor, target, _, options) => replayEvents(tx, actor, target, options),
    }),
  },
}

const mapCall = describe.call({
  id: 'mapIntakeLine',
  tag: 'intake',
  summary: 'Say which product a line of a source means',
  detail:
    'By its SKU, or by its name if it has none. Remembered for the source; the events that waited for the line are worked on as one batch, with the report of what changed. Above 1,000 of them the rest follows one after the other.',
  verbs: ['intake.map'],
  headers: ['Idempotency-Key'],
  body: fieldsJson('IntakeMapping', mapFields),
  answers: { 200: json(changeReportSchema) },
  sendsBatch: true,
  refuses: ['NOT_FOUND', 'PRODUCT_NOT_FOUND'],
})

const mapRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.put('/intake/map', mapCall, async (request, reply) => {
    refuseQuery(request)
    const actor = permit(request, 'intake.map')
    const input = accepted(validate(mapFields, request.body, { country: defaultCountry }))
    const mapping = accepted(readMapping(input))
    return write(context, request, reply, async (tx) => {
      const batch = newBatch(context)
      const report = await dryly(tx, mapping.dryRun, (part) => mapLine(part, actor, mapping, batch))
      return { status: 200, body: report, batchId: report.batchId }
    })
  })
}

/** Rolls a dry run back. */
const dryly = async <Answer>(
  tx: Transaction,
  isDry: boolean,
  work: (part: Transaction) => Promise<Answer>,
): Promise<Answer> => {
  if (!isDry) return work(tx)
  const kept: Answer[] = []
  await tx
    .transaction(async (part) => {
      kept.push(await work(part))
      part.rollback()
    })
    .catch((error: unknown) => {
      if (!(error instanceof TransactionRollbackError)) throw error
    })
  return kept[0]!
}

/** Events are made by sources only. */
export const intakeResource = serve(intakeList, {
  one: { title: 'WholeIntakeEvent', shapes: wholeIntakeShapes, read: readWholeIntake },
  acts: [replayAct],
  more: [mapRoutes],
  // Their history lines follow those of orders and never lead a batch.
  revert: async () => ({ changed: [], refused: [] }),
})
