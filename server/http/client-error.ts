import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { v7 as uuid } from 'uuid'
import type { Problem } from '../../domain/changes.ts'
import type { Code } from '../../domain/codes.ts'
import { detailOf } from './detail-of.ts'
import { problemType, retryAfter } from './problem-parts.ts'
import { securityHeaders } from './security-headers.ts'
import { statusOf } from './status-of.ts'

/** Answers what is no HTTP at all, or came too slowly, as everything else is answered: no call exists that could. */
export const answerClientError = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  answerSocket(socket, 'BAD_JSON', statuses[error.code ?? ''])
}

/** Answers a connection where no call exists that could, and closes it. */
export const answerSocket = (socket: Socket, code: Code, status = statusOf[code]): void => {
  if (!socket.writable) return void socket.destroy()
  const title = STATUS_CODES[status] ?? 'Error'
  const requestId = uuid()
  const { language, text } = detailOf(code, undefined)
  const problem: Problem = {
    type: problemType(code),
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
    ...(retryAfter[code] === undefined ? {} : { 'retry-after': retryAfter[code] }),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${title}\r\n${lines.join('')}\r\n${body}`)
  // Whoever does not read even this is let go of.
  socket.setTimeout(5_000, () => socket.destroy())
}

const statuses: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }
