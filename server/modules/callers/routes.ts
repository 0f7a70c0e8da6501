import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Actor, actorScope } from '../../../domain/access/actor.ts'
import {
  type CallerFigures,
  callerFiguresFields,
  callerFiguresShapes,
  type FigureCall,
  type FigureGroup,
  figureCallShapes,
  figureCallsFields,
  mostFigureDays,
} from '../../../domain/calls/caller-figures.ts'
import { callsBoardFields, callsBoardShapes } from '../../../domain/calls/calls-board.ts'
import { defaultCountry } from '../../../domain/core/countries.ts'
import { defaultLanguage } from '../../../domain/core/languages.ts'
import type { Fields, Values } from '../../../domain/lib/field.ts'
import { validate } from '../../../domain/lib/validate.ts'
import { accepted, Refused } from '../../core/errors.ts'
import type { ServerContext } from '../../db/context.ts'
import { admitAgain, permit } from '../../http/auth.ts'
import { filterText, recordFile } from '../../http/record-files.ts'
import { queryOf, refuseBody, refuseQuery } from '../../http/request-parts.ts'
import { readFor } from '../../http/standby-calls.ts'
import { pageJson, shapesJson, spreadsheet } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { titled } from '../../openapi/json-schema.ts'
import { shapesSchema } from '../../openapi/schemas.ts'
import { acceptedLanguages } from '../../problems/problem.ts'
import { spreadsheetHeaders } from '../../spreadsheets/write-workbook.ts'
import { readBoard } from './board.ts'
import { figureCallsSql, figuresSql, periodParts } from './figures.ts'
import { writeFigures } from './write-figures.ts'

const callerCalls = {
  figures: describe.call({
    id: 'listCallers',
    tag: 'callers',
    summary: 'Read what each caller did in a period',
    detail:
      'Most calls first; callers read their own. What was taken back does not count. `by` a seller or product: what was done about its orders, for admins.',
    verbs: ['caller.list'],
    query: callerFiguresFields,
    answers: { 200: pageJson('CallersPage', titled('CallerFigures', shapesSchema(callerFiguresShapes))) },
    refuses: ['RANGE_TOO_LONG'],
  }),
  calls: describe.call({
    id: 'listFigureCalls',
    tag: 'callers',
    summary: 'List the calls that a figure of callers counts',
    detail: 'Last first, at most 200 at a time; callers read their own.',
    verbs: ['caller.list'],
    query: figureCallsFields,
    answers: { 200: pageJson('FigureCallsPage', titled('FigureCall', shapesSchema(figureCallShapes))) },
    refuses: ['RANGE_TOO_LONG'],
  }),
  download: describe.call({
    id: 'downloadCallers',
    tag: 'callers',
    summary: 'Download the figures of callers as a spreadsheet',
    detail: 'The rows of `GET callers` in the language that the call accepts.',
    verbs: ['caller.list'],
    query: callerFiguresFields,
    answers: { 200: spreadsheet },
    refuses: ['RANGE_TOO_LONG'],
  }),
  board: describe.call({
    id: 'getCallsBoard',
    detail:
      'Those at work first, then those who called today; orders that wait are counted by reason and age.',
    tag: 'callers',
    summary: 'Read who calls in a country now, and what waits for a call there',
    verbs: ['caller.board'],
    query: callsBoardFields,
    answers: { 200: shapesJson('CallsBoard', callsBoardShapes) },
  }),
}

/** Query of a call. @throws Refused also for a period that is empty or too long */
const read = <const F extends Fields>(request: FastifyRequest, fields: F): Values<F> => {
  refuseQuery(request, Object.keys(fields))
  const numbers = Object.entries(queryOf(request)).map(([name, value]) => [
    name,
    fields[name]?.kind === 'integer' && typeof value === 'string' && /^\d{1,9}$/.test(value)
      ? Number(value)
      : value,
  ])
  const asked = accepted(validate(fields, Object.fromEntries(numbers), { country: defaultCountry }))
  const { from, to } = asked as { from?: string; to?: string }
  if (from !== undefined && to !== undefined) {
    const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
    if (days > mostFigureDays || days <= 0) {
      throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'to', code: 'RANGE_TOO_LONG' }] })
    }
  }
  return asked
}

/** What callers see is theirs, not what others did about a seller's orders. */
const refuseGroups = (actor: Actor, by: string | null | undefined): void => {
  if (by != null && by !== 'caller' && actorScope(actor, 'caller.list') !== 'all')
    throw new Refused('FORBIDDEN')
}

export const callerRoutes = (app: FastifyInstance, context: ServerContext): void => {
  const { now } = context
  /** What is stored and what is not are of one snapshot. */
  const readFigures = (
    { db }: ServerContext,
    actor: Actor,
    asked: Omit<Values<typeof callerFiguresFields>, 'by'>,
    by: FigureGroup,
  ): Promise<CallerFigures[]> =>
    db.transaction(
      async (tx) => {
        const parts = await periodParts(tx, asked, by)
        const { rows } = await tx.execute<CallerFigures>(figuresSql(actor, asked, { by, ...parts }, now()))
        return rows
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )

  app.get('/callers', callerCalls.figures, async (request) => {
    const actor = permit(request, 'caller.list')
    const { by, ...asked } = read(request, callerFiguresFields)
    refuseGroups(actor, by)
    const rows = await readFor(context, request, (place) => readFigures(place, actor, asked, by ?? 'caller'))
    return { items: rows, total: rows.length }
  })

  app.post('/callers/download', callerCalls.download, async (request, reply) => {
    permit(request, 'caller.list')
    // The body has arrived.
    await admitAgain(context, request)
    const actor = permit(request, 'caller.list')
    refuseBody(request)
    const { by, ...asked } = read(request, callerFiguresFields)
    refuseGroups(actor, by)
    const rows = await readFor(context, request, (place) => readFigures(place, actor, asked, by ?? 'caller'))
    const file = writeFigures(
      rows,
      by ?? 'caller',
      acceptedLanguages(request.headers['accept-language'])[0] ?? defaultLanguage,
    )
    const filter = filterText(queryOf(request))
    await recordFile(context, request, { list: 'callers', filter, rows: rows.length })
    return reply.headers(spreadsheetHeaders('callers.xlsx')).send(file)
  })

  app.get('/callers/calls', callerCalls.calls, async (request) => {
    const actor = permit(request, 'caller.list')
    const asked = read(request, figureCallsFields)
    const { rows } = await readFor(context, request, ({ db }) =>
      db.execute<FigureCall & { total: number }>(figureCallsSql(actor, asked, now())),
    )
    const items = rows.map(({ total: _, at, callbackAt, ...call }) => ({
      ...call,
      at: new Date(at).toISOString(),
      callbackAt: callbackAt === null ? null : new Date(callbackAt).toISOString(),
    }))
    return { items, total: rows[0]?.total ?? 0 }
  })

  app.get('/callers/board', callerCalls.board, async (request) => {
    permit(request, 'caller.board')
    const { country } = read(request, callsBoardFields)
    return readFor(context, request, ({ db }) => readBoard(db, country, now()))
  })
}
