import { createHash } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../../domain/access/actor.ts'
import type { Code } from '../../../domain/codes.ts'
import { jobThreshold } from '../../../domain/jobs/job.ts'
import type { CheckedImport } from '../../../domain/orders/import/check-import.ts'
import { importFiles } from '../../../domain/orders/import/import-files.ts'
import type { ServerContext } from '../../context.ts'
import { answerLong } from '../../jobs/answer-long.ts'
import { permit } from '../../plugins/auth.ts'
import { detailOf } from '../../plugins/detail-of.ts'
import { refuseBody } from '../../plugins/request-parts.ts'
import { accepted } from '../../refused.ts'
import { failedRows } from '../../spreadsheets/failed-rows.ts'
import { importTexts } from '../../spreadsheets/import-texts.ts'
import { limits } from '../../spreadsheets/limits.ts'
import { orderTemplate } from '../../spreadsheets/order-template.ts'
import { readUpload } from '../../spreadsheets/read-upload.ts'
import { runTask } from '../../spreadsheets/run-task.ts'
import { spreadsheetHeaders } from '../../spreadsheets/spreadsheet-headers.ts'
import type { SheetToWrite } from '../../spreadsheets/write-workbook.ts'
import { importJob, runImport } from '../../workflows/import-job.ts'
import { importOrders, type OrderUpload, previewImport } from '../../workflows/import-orders.ts'
import { refuseImportedFile } from '../../workflows/import-orders-file.ts'
import { newBatch } from '../changes/record-changes.ts'
import { importCalls } from './import-calls.ts'
import { type ImportOptions, readImportOptions } from './import-options.ts'
import { importProducts } from './import-products.ts'

/** Orders in and out of spreadsheets; the only calls that read multipart. */
export const importRoutes = (api: FastifyInstance, context: ServerContext): void => {
  api.register(async (app) => {
    await app.register(multipart, {
      limits: { fileSize: limits.bytes, files: 1, fields: 5, parts: 6, fieldSize: 200, headerPairs: 50 },
    })

    app.post('/orders/upload-multiple', importCalls.upload, async (request, reply) => {
      const actor = permit(request, 'order.import')
      const { upload, options } = await readOrders(context, request, actor)
      if (options.dryRun) return previewImport(context.db, actor, upload)
      const file = { ...upload, mode: options.mode }
      const total = upload.checked.rows.length
      return answerLong(
        context,
        request,
        reply,
        async (tx) => {
          if (total <= jobThreshold) {
            return { status: 200, body: await importOrders(tx, actor, file, newBatch(context)) }
          }
          await refuseImportedFile(tx, actor, upload)
          const input = { ...options, fileHash: upload.fileHash }
          return {
            job: { kind: 'order.import', work: importJob.work, input, total },
            runHere: runImport(file),
          }
        },
        { fingerprint: `${upload.fileHash} ${JSON.stringify(options)}` },
      )
    })

    app.post('/orders/upload-multiple/failed', importCalls.failed, async (request, reply) => {
      const actor = permit(request, 'order.import')
      const { upload } = await readOrders(context, request, actor)
      const language = request.headers['accept-language']
      const textOf = (code: Code) => detailOf(code, language).text
      return sendWorkbook(
        reply,
        importFiles.failed,
        failedRows(upload.checked, importTexts(language), textOf),
      )
    })

    app.post('/orders/download-multiple-template', importCalls.template, async (request, reply) => {
      const actor = permit(request, 'order.import')
      refuseBody(request)
      const { country } = readImportOptions(request, actor)
      const products = await importProducts(context.db, actor, country)
      const texts = importTexts(request.headers['accept-language'])
      return sendWorkbook(reply, importFiles.template, orderTemplate(country, products, texts))
    })
  })
}

const readOrders = async (
  { db }: ServerContext,
  request: FastifyRequest,
  actor: Actor,
): Promise<{ upload: OrderUpload; options: ImportOptions }> => {
  const { bytes, fields } = await readUpload(request)
  const options = readImportOptions(request, actor, fields)
  const { country } = options
  const products = await importProducts(db, actor, country)
  const checked: CheckedImport = accepted(await runTask('checkOrders', bytes, { country, products }))
  const fileHash = createHash('sha256').update(bytes).digest('hex')
  return { upload: { country, fileHash, checked }, options }
}

const sendWorkbook = async (
  reply: FastifyReply,
  fileName: string,
  sheets: SheetToWrite[],
): Promise<FastifyReply> =>
  reply.headers(spreadsheetHeaders(fileName)).send(Buffer.from(await runTask('write', sheets)))
