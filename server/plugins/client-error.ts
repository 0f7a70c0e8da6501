import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { v7 as uuid } from 'uuid'
import type { Problem } from '../../domain/changes.ts'
import { detailOf } from './detail-of.ts'
import { securityHeaders } from './security-headers.ts'

/** Answers what is no HTTP at all, or came too slowly, as everything else is answered: no call exists that could. */
export const answerClientError = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const status = statuses[error.code ?? ''] ?? 400
  const code = 'BAD_JSON'
  const title = STATUS_CODES[status] ?? 'Error'
  const requestId = uuid()
  const { language, text } = detailOf(code, undefined)
  const problem: Problem = {
    type: 'urn:waybill:problem:bad-json',
    title,
    status,
    code,
    detail: text,
    requestId,
  }
  const body = JSON.stringify(problem)
  const headers = {
    ...securityHeaders,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-language': language,
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${title}\r\n${lines.join('')}\r\n${body}`)
  // Whoever does not read even this is let go of.
  socket.setTimeout(5_000, () => socket.destroy())
}

const statuses: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }
