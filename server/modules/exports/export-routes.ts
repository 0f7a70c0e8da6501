import type { FastifyInstance } from 'fastify'
import { exportFileName, largestExport } from '../../../domain/exports/export-columns.ts'
import { jobThreshold } from '../../../domain/jobs/job.ts'
import { resourceNames, resources } from '../../../domain/resources.ts'
import type { ServerContext } from '../../context.ts'
import { describe } from '../../openapi/describe.ts'
import { answerLong } from '../../jobs/answer-long.ts'
import { sendJobFile } from '../../jobs/send-job-file.ts'
import { admitAgain, permit } from '../../http/auth.ts'
import { queryOf } from '../../http/request-parts.ts'
import { Refused } from '../../refused.ts'
import { spreadsheetHeaders } from '../../spreadsheets/spreadsheet-headers.ts'
import { type ExportInput, exportJob } from './export-job.ts'
import { exportLanguage } from './export-texts.ts'
import { readExport } from './read-export.ts'
import { countExport, writeExport } from './write-export.ts'

/** `POST {resource}/download`: every list as a spreadsheet. One of many rows is a job, whose file is waited for. */
export const exportRoutes = (app: FastifyInstance, context: ServerContext): void => {
  for (const resource of resourceNames) {
    app.post(`/${resource}/download`, describe.download(resource), async (request, reply) => {
      const verb = resources[resource].verbs.export
      const actor = permit(request, verb)
      const asked = readExport(resource, queryOf(request), request.body)
      const { query } = asked
      const language = exportLanguage(asked.language, request.headers['accept-language'])
      // The body may have taken long.
      await admitAgain(context, request)
      const total = await countExport(context.db, actor, { resource, query })
      if (total > largestExport) throw new Refused('FILE_TOO_MANY_ROWS')
      if (total <= jobThreshold) {
        const parts: Uint8Array[] = []
        const take = async (bytes: Uint8Array) => void parts.push(bytes)
        await writeExport(context, actor, { resource, query, language }, { take, onRows: async () => {} })
        return reply.headers(spreadsheetHeaders(exportFileName(resource))).send(Buffer.concat(parts))
      }
      const parameters = { ...queryOf(request), ...(request.body as object | null), language }
      const input: ExportInput = { resource, parameters, language }
      return answerLong(
        context,
        request,
        reply,
        async () => ({ job: { kind: verb, work: exportJob.work, input, total } }),
        { present: (job) => sendJobFile(context, reply, job) },
      )
    })
  }
}
