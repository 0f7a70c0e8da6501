import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ServerContext } from '../db/context.ts'
import { spreadsheetMedia } from '../openapi/operation.ts'
import { type Download, recordDownload } from '../services/users/record-access.ts'
import { clientOfCall } from './request-parts.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the history knows what the answer's file has. */
    isFileRecorded: boolean
  }
}

/**
 * Records for the history what a file has, before it is sent. Every route that answers a file calls this or `passFile`; the hook of
 * `registerFileRecords` refuses any other.
 */
export const recordFile = async (
  context: ServerContext,
  request: FastifyRequest,
  download: Download,
): Promise<void> => {
  await recordDownload(context, request.actor, clientOfCall(request), download)
  request.isFileRecorded = true
}

/** For files with lines of their own, and files that have nothing but what the caller sent. */
export const passFile = (request: FastifyRequest): void => {
  request.isFileRecorded = true
}

/** Fails every call whose answer is a file that was neither recorded nor passed. */
export const registerFileRecords = (api: FastifyInstance): void => {
  api.decorateRequest('isFileRecorded', false)
  api.addHook('onSend', async (request, reply) => {
    if (reply.statusCode === 200 && isFile(reply) && !request.isFileRecorded)
      throw new Error(`${request.routeOptions.url} sends a file that is not recorded`)
  })
}

const fileTypes = [
  spreadsheetMedia,
  'text/csv',
  'application/pdf',
  'application/zip',
  'application/octet-stream',
]

const isFile = (reply: FastifyReply): boolean => {
  const type = String(reply.getHeader('content-type') ?? '')
  return (
    fileTypes.some((one) => type.startsWith(one)) ||
    String(reply.getHeader('content-disposition') ?? '').startsWith('attachment')
  )
}

/** Longest filter that a line keeps. */
const MAX_FILTER = 2_000

/** Parameters that say how a file looks, or which page it has. */
const notFilters = new Set(['language', 'limit', 'skip', 'except'])

/** Parameters of a list as one text: `status=PENDING&keyword=awa`. Chosen records are counted. */
export const filterText = (parameters: Readonly<Record<string, unknown>>): string | null => {
  const parts = Object.entries(parameters).flatMap(([name, value]) => {
    if (notFilters.has(name) || value == null || value === '') return []
    if (name === 'ids') return [`ids=${String(value).split(',').length}`]
    return [`${name}=${String(value)}`]
  })
  return parts.length === 0 ? null : parts.join('&').slice(0, MAX_FILTER)
}
