import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../../domain/access/actor.ts'
import { type Code, codes } from '../../../domain/codes.ts'
import { jobThreshold } from '../../../domain/jobs/job.ts'
import type { ImportContext } from '../../../domain/orders/import/check-import.ts'
import { importFiles } from '../../../domain/orders/import/import-files.ts'
import type { ServerContext } from '../../context.ts'
import { csvMedia, spreadsheetMedia } from '../../openapi/operation.ts'
import { answerLong } from '../../jobs/answer-long.ts'
import { admitAgain, permit } from '../../http/auth.ts'
import { detailOf } from '../../http/detail-of.ts'
import { refuseBody } from '../../http/request-parts.ts'
import { accepted } from '../../refused.ts'
import { importTexts } from '../../spreadsheets/import-texts.ts'
import { limits } from '../../spreadsheets/limits.ts'
import { orderTemplate } from '../../spreadsheets/order-template.ts'
import { readImport } from '../../spreadsheets/read-import.ts'
import { readUpload } from '../../spreadsheets/read-upload.ts'
import { runTask } from '../../spreadsheets/run-task.ts'
import { spreadsheetHeaders } from '../../spreadsheets/spreadsheet-headers.ts'
import { importJob, runImport } from '../../services/import/import-job.ts'
import { importOrders, previewImport } from '../../services/import/import-orders.ts'
import { refuseImportedFile } from '../../services/import/import-orders-file.ts'
import { newBatch } from '../change-log/record-changes.ts'
import { importCalls } from './import-calls.ts'
import { type ImportOptions, readImportOptions } from './import-options.ts'
import { importProducts } from './import-products.ts'

/** Orders in and out of spreadsheets; the only calls that read multipart, or a file as their body. */
export const importRoutes = (api: FastifyInstance, context: ServerContext): void => {
  api.register(async (app) => {
    await app.register(multipart, {
      limits: {
        fileSize: limits.bytes,
        files: 1,
        fields: 5,
        parts: 6,
        fieldSize: limits.fieldBytes,
        headerPairs: 50,
      },
    })
    // A file as the body itself: `curl --data-binary @orders.csv -H 'Content-Type: text/csv'`.
    app.addContentTypeParser<Buffer>(
      [csvMedia, spreadsheetMedia],
      { parseAs: 'buffer', bodyLimit: limits.bytes },
      (_request, body, done) => done(null, body),
    )

    app.post('/orders/upload-multiple', importCalls.upload, async (request, reply) => {
      const actor = permit(request, 'order.import')
      const { bytes, options, importContext } = await readOrders(context, request, actor)
      const { packed, keep } = await readImport(actor.id, bytes, importContext)
      if (options.dryRun) {
        await admitAgain(context, request)
        const report = await previewImport(context.db, actor, packed)
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
            const { report } = await importOrders(tx, actor, packed, options.mode, newBatch(context))
            return { status: 200, body: JSON.parse(report.toString()) }
          }
          await refuseImportedFile(tx, actor, packed)
          const { corrections: _, ...chosen } = options
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
      return sendWorkbook(reply, importFiles.failed, workbook)
    })

    app.post('/orders/download-multiple-template', importCalls.template, async (request, reply) => {
      const actor = permit(request, 'order.import')
      refuseBody(request)
      const { country } = readImportOptions(request, actor)
      const products = await importProducts(context.db, actor, country)
      const texts = importTexts(request.headers['accept-language'])
      const workbook = await runTask('write', orderTemplate(country, products, texts))
      return sendWorkbook(reply, importFiles.template, workbook)
    })
  })
}

const readOrders = async (
  { db }: ServerContext,
  request: FastifyRequest,
  actor: Actor,
): Promise<{ bytes: Buffer; options: ImportOptions; importContext: ImportContext }> => {
  const { bytes, fields } = await readUpload(request)
  const options = readImportOptions(request, actor, fields)
  const { country, corrections } = options
  const products = await importProducts(db, actor, country)
  return { bytes, options, importContext: { country, products, corrections } }
}

const sendWorkbook = (reply: FastifyReply, fileName: string, workbook: Uint8Array): FastifyReply =>
  reply.headers(spreadsheetHeaders(fileName)).send(Buffer.from(workbook))
