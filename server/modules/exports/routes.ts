import type { FastifyInstance } from 'fastify'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { LanguageCode } from '../../../domain/core/languages.ts'
import { exportFileName, largestExport } from '../../../domain/exports/export-row.ts'
import { jobThreshold } from '../../../domain/jobs/job.ts'
import { type ResourceName, resourceNames, resources } from '../../../domain/resources.ts'
import { Refused } from '../../core/errors.ts'
import type { ServerContext } from '../../db/context.ts'
import { answerLong } from '../../http/answer-call.ts'
import { admitAgain, permit } from '../../http/auth.ts'
import { filterText, recordFile } from '../../http/record-files.ts'
import { queryOf } from '../../http/request-parts.ts'
import { sendJobFile } from '../../http/send-job-file.ts'
import { readAnywhere, readFor } from '../../http/standby-calls.ts'
import type { JobInput, WholeJob } from '../../jobs/define-job.ts'
import { describe } from '../../openapi/describe.ts'
import { spreadsheetHeaders } from '../../spreadsheets/write-workbook.ts'
import { countExport, exportLanguage, readExport, writeExport } from './write-export.ts'

/** Stored input of an export job. */
export type ExportInput = {
  resource: ResourceName
  parameters: Record<string, unknown>
  language: LanguageCode
}

/** Export of many rows; read-only, so it restarts after an interruption. */
export const exportJob: WholeJob = {
  work: 'records.export',
  run: async ({ context, actor, input, progress, openFile, end }) => {
    const { resource, parameters, language } = readInput(input)
    const forbidden = actor === null ? 'FORBIDDEN' : whyNot(actor, resources[resource].verbs.export)
    if (actor === null || forbidden !== null) throw new Refused(forbidden ?? 'FORBIDDEN')
    const { query } = readExport(resource, parameters)
    const done = await readAnywhere(context, async (place) => {
      const file = await openFile()
      const sink = { take: file.append, onRows: progress }
      const rows = await writeExport(place, actor, { resource, query, language }, sink)
      await file.flush()
      return rows
    })
    await end(null, { done, fileName: exportFileName(resource) })
  },
}

const readInput = (input: JobInput): ExportInput => input as ExportInput

/** `POST {resource}/download`: a list as a spreadsheet; many rows run as a job. */
export const exportRoutes = (app: FastifyInstance, context: ServerContext): void => {
  for (const resource of resourceNames) {
    app.post(`/${resource}/download`, describe.download(resource), async (request, reply) => {
      const verb = resources[resource].verbs.export
      const actor = permit(request, verb)
      const asked = readExport(resource, queryOf(request), request.body)
      const { query } = asked
      const language = exportLanguage(asked.language, request.headers['accept-language'])
      // The body may have taken long to arrive.
      await admitAgain(context, request)
      const { total, file } = await readFor(context, request, async (place) => {
        const total = await countExport(place.db, actor, { resource, query })
        if (total > jobThreshold) return { total, file: null }
        const parts: Uint8Array[] = []
        const take = async (bytes: Uint8Array) => void parts.push(bytes)
        await writeExport(place, actor, { resource, query, language }, { take, onRows: async () => {} })
        return { total, file: Buffer.concat(parts) }
      })
      if (total > largestExport) throw new Refused('FILE_TOO_MANY_ROWS')
      const parameters = { ...queryOf(request), ...(request.body as object | null), language }
      if (file !== null) {
        await recordFile(context, request, { list: resource, filter: filterText(parameters), rows: total })
        return reply.headers(spreadsheetHeaders(exportFileName(resource))).send(file)
      }
      const input: ExportInput = { resource, parameters, language }
      return answerLong(
        context,
        request,
        reply,
        async () => ({ job: { kind: verb, work: exportJob.work, input, total } }),
        { present: (job) => sendJobFile(context, request, reply, job) },
      )
    })
  }
}
