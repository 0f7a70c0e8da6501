import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'
import { jobFileSize, readJobFile } from '../jobs/job-file.ts'
import type { WrittenJob } from '../jobs/job-rows.ts'
import { spreadsheetHeaders } from '../spreadsheets/write-workbook.ts'

/** Streams a job's file. @throws Refused `NOT_FOUND` if it has none, `FILE_GONE` if deleted */
export const sendJobFile = async (
  context: ServerContext,
  reply: FastifyReply,
  { id, status, fileName }: WrittenJob,
): Promise<FastifyReply> => {
  if (status !== 'DONE' || fileName === null) throw new Refused('NOT_FOUND')
  const size = await jobFileSize(context, id)
  if (size === 0) throw new Refused('FILE_GONE')
  return reply
    .headers({ ...spreadsheetHeaders(fileName), 'content-length': size })
    .send(Readable.from(readJobFile(context, id)))
}
