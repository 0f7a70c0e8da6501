import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'
import { jobFileSize, readJobFile } from '../jobs/job-file.ts'
import { readJobRow, type WrittenJob } from '../jobs/job-rows.ts'
import { spreadsheetHeaders } from '../spreadsheets/write-workbook.ts'
import { filterText, recordFile } from './record-files.ts'

/** Streams a job's file, and records who is sent it. @throws Refused `NOT_FOUND` if it has none, `FILE_GONE` if deleted */
export const sendJobFile = async (
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, status, fileName, kind, done }: WrittenJob,
): Promise<FastifyReply> => {
  if (status !== 'DONE' || fileName === null) throw new Refused('NOT_FOUND')
  const size = await jobFileSize(context, id)
  if (size === 0) throw new Refused('FILE_GONE')
  const input = ((await readJobRow(context.db, id))?.input ?? {}) as {
    resource?: string
    parameters?: Record<string, unknown>
  }
  await recordFile(context, request, {
    list: input.resource ?? kind,
    filter: filterText(input.parameters ?? {}),
    rows: done,
  })
  return reply
    .headers({ ...spreadsheetHeaders(fileName), 'content-length': size })
    .send(Readable.from(readJobFile(context, id)))
}
