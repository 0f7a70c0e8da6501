import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../../domain/changes/changes.ts'
import type { Code } from '../../domain/core/codes.ts'
import { peerAddress } from '../core/client-address.ts'
import { describeBug } from '../core/describe-bug.ts'
import { callerLeft } from '../core/fair-slots.ts'
import { detailOf, problemType, retryAfter, statusOf } from '../problems/problem.ts'
import { refusalOf } from '../problems/refusal-of.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether it was refused as a wrong or repeated try to prove who somebody is. */
    isFailedLogin: boolean
  }
}

/** Answers all thrown errors as RFC 9457 problems. */
export const registerErrors = (app: FastifyInstance): void => {
  app.decorateRequest('isFailedLogin', false)
  app.setErrorHandler((error, request, reply) => answerProblem(error, request, reply))
}

/** Also for failures before routing, where no error handler runs. */
export const answerProblem = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const refused = hasLeft(request, error) ? callerLeft() : refusalOf(error)
  const status = statusOf[refused.code]
  request.isFailedLogin = failedLogins.has(refused.code)
  if (refused.code === 'INTERNAL')
    request.log.error({ requestId: request.id, bug: describeBug(error) }, 'a bug')
  else if (status >= 500)
    request.log.warn({ requestId: request.id, reason: refused.reason ?? reasonOf(error) }, refused.code)
  else if (request.isFailedLogin)
    request.log.warn({ requestId: request.id, client: peerAddress(request) }, refused.code)
  const detail = detailOf(refused.code, request.headers['accept-language'])
  const problem: Problem = {
    type: problemType(refused.code),
    title: STATUS_CODES[status] ?? 'Error',
    status,
    code: refused.code,
    detail: detail.text,
    ...(refused.errors === undefined ? {} : { errors: refused.errors }),
    requestId: request.id,
    ...(refused.current === undefined ? {} : { current: refused.current }),
    ...(refused.challenge === undefined ? {} : { challenge: refused.challenge }),
    ...(refused.ways === undefined ? {} : { ways: refused.ways }),
    ...(refused.signOutUrl === undefined ? {} : { signOutUrl: refused.signOutUrl }),
  }
  const seconds = refused.retryAfter ?? retryAfter[refused.code]
  if (seconds !== undefined) reply.header('retry-after', String(seconds))
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  return reply
    .code(status)
    .header('content-language', detail.language)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(problem)
}

/** Counted by the metrics, and logged with the client's address, for tools such as fail2ban. */
const failedLogins: ReadonlySet<Code> = new Set([
  'BAD_CREDENTIALS',
  'CODE_WRONG',
  'PASSKEY_COPIED',
  'PASSKEY_INVALID',
  'PASSKEY_UNKNOWN',
  'TOO_MANY_ATTEMPTS',
])

/** Errors of streams and sockets after the caller disconnected: not the server's fault, not logged as such. */
const hasLeft = ({ raw }: FastifyRequest, error: unknown): boolean =>
  raw.socket?.destroyed === true && error instanceof Error && leavingCodes.has(codeOf(error))

const leavingCodes = new Set([
  'ABORT_ERR',
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_WRITE_AFTER_END',
])

const codeOf = (error: Error): string => (error as FastifyError).code ?? ''

const reasonOf = (error: unknown): string =>
  error instanceof Error ? ((error as FastifyError).code ?? error.name) : typeof error
