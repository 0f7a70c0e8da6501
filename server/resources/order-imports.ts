import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, actorScope } from '../../domain/access/actor.ts'
import { type Code, codes, type FieldProblem } from '../../domain/core/codes.ts'
import { type CountryCode, countryCodes } from '../../domain/core/countries.ts'
import { jobThreshold } from '../../domain/jobs/job.ts'
import { choiceOf, dryRunField, type Fields } from '../../domain/lib/field.ts'
import { accept } from '../../domain/lib/result.ts'
import { type ColumnMapping, parseMapping } from '../../domain/orders/import/column-mapping.ts'
import { type Correction, parseCorrections, parseLeftOut } from '../../domain/orders/import/corrections.ts'
import { type HiddenRows, hiddenRowChoices } from '../../domain/orders/import/hidden-rows.ts'
import { importFiles } from '../../domain/orders/import/import-columns.ts'
import { type ImportMode, importModes, importReportShapes } from '../../domain/orders/import/import-report.ts'
import type { OrderFileContext } from '../../domain/shop-files/check-order-file.ts'
import { accepted, Refused } from '../core/errors.ts'
import { queueImportFinished } from '../crud/queue-deliveries.ts'
import { newBatch } from '../crud/record-changes.ts'
import type { ServerContext } from '../db/context.ts'
import { answerLong, faultLog } from '../http/answer-call.ts'
import { admitAgain, permit } from '../http/auth.ts'
import { readUpload, registerUploads, uploads } from '../http/read-upload.ts'
import { passFile } from '../http/record-files.ts'
import { queryOf, refuseBody } from '../http/request-parts.ts'
import { json, shapesJson, spreadsheet } from '../openapi/content.ts'
import { describe } from '../openapi/describe.ts'
import { objectSchema, titled } from '../openapi/json-schema.ts'
import { type Content, csvMedia, spreadsheetMedia } from '../openapi/operation.ts'
import { isRehearsal, jobSchema, plainDryRunSchema, valueSchema } from '../openapi/schemas.ts'
import { detailOf } from '../problems/problem.ts'
import { importProducts } from '../queries/import-products.ts'
import { knownLines } from '../queries/known-lines.ts'
import { refuseImportedFile } from '../services/fulfillment/imported-files.ts'
import { knownZones } from '../services/fulfillment/order-zones.ts'
import { importJob, runImport } from '../services/import/import-job.ts'
import { importOrders, previewImport } from '../services/import/import-orders.ts'
import { limits } from '../spreadsheets/limits.ts'
import { importTexts, orderTemplate } from '../spreadsheets/order-template.ts'
import { readImport } from '../spreadsheets/read-import.ts'
import { runTask } from '../spreadsheets/run-task.ts'
import { spreadsheetHeaders } from '../spreadsheets/write-workbook.ts'

const country = { country: { kind: 'choice', values: countryCodes } } as const satisfies Fields

/**
 * Options of an import: query parameters, or fields before the file. `corrections`: JSON `[{row, column, value}]`; `leftOut`: JSON
 * `[row]`; `mapping`: JSON `[{header, column}]`.
 */
const options = {
  ...country,
  mode: { kind: 'choice', values: importModes },
  dryRun: dryRunField,
  corrections: { kind: 'text', max: limits.fieldBytes },
  hiddenRows: { kind: 'choice', values: hiddenRowChoices },
  leftOut: { kind: 'text', max: limits.fieldBytes },
  mapping: { kind: 'text', max: limits.fieldBytes },
} as const satisfies Fields

const written = Object.fromEntries(
  Object.entries(options).map(([name, field]) => [
    name,
    isRehearsal(field) ? plainDryRunSchema : valueSchema(field),
  ]),
)

const upload: Content = {
  media: 'multipart/form-data',
  schema: titled(
    'OrdersUpload',
    objectSchema({ ...written, file: { type: 'string', format: 'binary' } }, ['file']),
  ),
  files: [csvMedia, spreadsheetMedia],
}

const unreadable = [
  'FILE_MISSING',
  'FILE_TOO_LARGE',
  'FILE_NOT_A_SPREADSHEET',
  'FILE_TOO_COMPLEX',
  'FILE_EMPTY',
  'FILE_TOO_MANY_ROWS',
  'FILE_WITHOUT_HEADER',
  'MISSING_COLUMN',
  'VALIDATION_FAILED',
] as const

const shared = { tag: 'orders', verbs: ['order.import'] } as const

const importCalls = {
  upload: describe.call({
    ...shared,
    id: 'uploadOrders',
    summary: 'Create orders from a spreadsheet or a CSV file',
    detail:
      'With `dryRun` only tells what would be done, with a note `LIKELY_DUPLICATE` on rows whose phone and product a recent order of the country has, and `LIKELY_DUPLICATE_IN_FILE` where an earlier row has them; such rows are imported. The same file twice creates nothing twice. Rows of a download of ours are `skipped` with `ORDER_EXISTS` and their `number` where the order exists. Rows that the sheet hides are `skipped` with `ROW_HIDDEN` unless `hiddenRows` is `import`; the report counts them. It names hidden columns, which are read, and other sheets that hold anything, which are not. `corrections` is a JSON list of `{row, column, value}`, read instead of those cells. `leftOut` is a JSON list of row numbers that are `skipped` with `ROW_LEFT_OUT`. Exports of orders of Shopify, WooCommerce and YouCan are recognised by their headers (`format`): rows are orders, numbered from 1, that together collect what is outstanding; cancelled, refunded and fulfilled ones are `skipped` (`ROW_CANCELLED`, `ROW_REFUNDED`, `ROW_FULFILLED`), as are those that came by a source (`CAME_BY_SOURCE`) or wait in the inbox (`WAITS_IN_INBOX`). `taken` says what each column was read as. `mapping` is a JSON list of `{header, column}` that says which columns are read as what instead, by the keys of their headers. A CSV may be in UTF-8, UTF-16 or Windows-1252, with commas, semicolons or tabs.',
    query: options,
    headers: ['Idempotency-Key', 'Prefer'],
    body: upload,
    answers: { 200: shapesJson('ImportReport', importReportShapes), 202: json(jobSchema) },
    refuses: [...unreadable, 'FILE_ALREADY_IMPORTED'],
  }),
  failed: describe.call({
    ...shared,
    id: 'downloadFailedRows',
    detail: 'The rows as they were written, with a column that says what is wrong. Writes nothing.',
    summary: 'Read a spreadsheet and get back the rows that are not good, with their reasons',
    query: options,
    body: upload,
    answers: { 200: spreadsheet },
    refuses: unreadable,
  }),
  template: describe.call({
    ...shared,
    id: 'downloadOrdersTemplate',
    detail: 'With the headings of a country in the language of the caller, and choices in its cells.',
    summary: 'Download an empty spreadsheet to fill in',
    query: options,
    answers: { 200: spreadsheet },
  }),
}

type ImportOptions = {
  country: CountryCode
  dryRun: boolean
  mode: ImportMode
  corrections: readonly Correction[]
  hiddenRows: HiddenRows
  leftOut: readonly number[]
  mapping: ColumnMapping | null
}

const flags: Record<string, boolean> = { '1': true, true: true, '0': false, false: false }
const known = ['country', 'dryRun', 'mode', 'corrections', 'hiddenRows', 'leftOut', 'mapping'] as const

/** Parses import options. Only actors with scope `all` choose the country. */
const readImportOptions = (
  request: FastifyRequest,
  actor: Actor,
  fields: Record<string, string> = {},
): ImportOptions => {
  const given: Record<string, unknown> = { ...fields, ...queryOf(request) }
  const { dryRun = '0', mode = 'valid', hiddenRows = 'skip' } = given
  const country = choiceOf(countryCodes, given.country ?? actor.country)
  const errors: FieldProblem[] = Object.keys(given)
    .filter((name) => !known.some((one) => one === name))
    .map((path) => ({ path, code: 'UNKNOWN_PARAMETER' }))
  const isDryRun = flags[String(dryRun)]
  const chosenMode = choiceOf(importModes, mode)
  if (country === null) errors.push({ path: 'country', code: 'NOT_A_CHOICE' })
  if (isDryRun === undefined) errors.push({ path: 'dryRun', code: 'NOT_A_FLAG' })
  const chosenRows = choiceOf(hiddenRowChoices, hiddenRows)
  if (chosenRows === null) errors.push({ path: 'hiddenRows', code: 'NOT_A_CHOICE' })
  if (chosenMode === null) errors.push({ path: 'mode', code: 'NOT_A_CHOICE' })
  const corrections = parseCorrections(given.corrections === undefined ? '[]' : String(given.corrections))
  if (!corrections.ok) errors.push(...(corrections.errors ?? []))
  const leftOut = parseLeftOut(given.leftOut === undefined ? '[]' : String(given.leftOut))
  if (!leftOut.ok) errors.push(...(leftOut.errors ?? []))
  const mapping = given.mapping === undefined ? accept(null) : parseMapping(String(given.mapping))
  if (!mapping.ok) errors.push(...(mapping.errors ?? []))
  if (
    errors.length > 0 ||
    country === null ||
    isDryRun === undefined ||
    chosenMode === null ||
    chosenRows === null ||
    !corrections.ok ||
    !leftOut.ok ||
    !mapping.ok
  ) {
    throw new Refused('VALIDATION_FAILED', { errors })
  }
  if (country !== actor.country && actorScope(actor, 'order.import') !== 'all') {
    throw new Refused('FORBIDDEN', { errors: [{ path: 'country', code: 'FORBIDDEN' }] })
  }
  return {
    country,
    dryRun: isDryRun,
    mode: chosenMode,
    corrections: corrections.value,
    hiddenRows: chosenRows,
    leftOut: leftOut.value,
    mapping: mapping.value,
  }
}

/** Import of orders: template, upload, failed rows. */
export const importRoutes = (api: FastifyInstance, context: ServerContext): void => {
  api.register(async (app) => {
    await registerUploads(app, uploads.orders)

    app.post('/orders/upload-multiple', importCalls.upload, async (request, reply) => {
      const actor = permit(request, 'order.import')
      const { bytes, options, importContext } = await readOrders(context, request, actor)
      const { packed, keep } = await readImport(actor.id, bytes, importContext)
      if (options.dryRun) {
        await admitAgain(context, request)
        const report = await previewImport(context.db, actor, packed, context.now())
        keep()
        return reply.type('application/json; charset=utf-8').send(report)
      }
      const { total, fileHash } = packed
      return answerLong(
        context,
        request,
        reply,
        async (tx) => {
          if (total <= jobThreshold) {
            const batch = newBatch(context)
            const { report, created, failed } = await importOrders(tx, actor, packed, options.mode, batch, {
              onFault: faultLog(request),
            })
            const { country } = packed
            await queueImportFinished(tx, batch, { actor: actor.id, country, job: null, created, failed })
            return { status: 200, body: JSON.parse(report.toString()) }
          }
          await refuseImportedFile(tx, actor, packed)
          const { corrections: _, leftOut: __, mapping: ___, ...chosen } = options
          const input = { ...chosen, fileHash }
          return {
            job: { kind: 'order.import', work: importJob.work, input, total },
            runHere: runImport(packed, options.mode),
          }
        },
        { fingerprint: `${fileHash} ${JSON.stringify(options)}` },
      )
    })

    app.post('/orders/upload-multiple/failed', importCalls.failed, async (request, reply) => {
      const actor = permit(request, 'order.import')
      const { bytes, importContext } = await readOrders(context, request, actor)
      const language = request.headers['accept-language']
      const reasons = Object.fromEntries(
        codes.map((code) => [code, detailOf(code, language).text]),
      ) as Record<Code, string>
      const words = { texts: importTexts(language), reasons }
      const workbook = accepted(await runTask('failedOrders', bytes, importContext, words))
      passFile(request)
      return sendWorkbook(reply, importFiles.failed, workbook)
    })

    app.post('/orders/download-multiple-template', importCalls.template, async (request, reply) => {
      const actor = permit(request, 'order.import')
      refuseBody(request)
      const { country } = readImportOptions(request, actor)
      const products = await importProducts(context.db, actor, country)
      const texts = importTexts(request.headers['accept-language'])
      const workbook = await runTask('write', orderTemplate(country, products, texts))
      passFile(request)
      return sendWorkbook(reply, importFiles.template, workbook)
    })
  })
}

const readOrders = async (
  { db }: ServerContext,
  request: FastifyRequest,
  actor: Actor,
): Promise<{ bytes: Buffer; options: ImportOptions; importContext: OrderFileContext }> => {
  const { bytes, fields } = await readUpload(request, uploads.orders)
  const options = readImportOptions(request, actor, fields)
  const { country, corrections, hiddenRows, leftOut, mapping } = options
  const products = await importProducts(db, actor, country)
  const lines = await knownLines(db, actor, country)
  const zones = await knownZones(db, country)
  const importContext = {
    country,
    products,
    knownLines: lines,
    zones,
    corrections,
    hiddenRows,
    leftOut,
    mapping,
  }
  return { bytes, options, importContext }
}

const sendWorkbook = (reply: FastifyReply, fileName: string, workbook: Uint8Array): FastifyReply =>
  reply.headers(spreadsheetHeaders(fileName)).send(Buffer.from(workbook))
