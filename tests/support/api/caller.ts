import type { FastifyInstance } from 'fastify'
import { readAnswer } from '../contract/check-answer.ts'

/** An answer; `body` is parsed JSON or null, typed by the caller without validation. */
export type ApiAnswer<Body> = {
  status: number
  body: Body
  headers: Record<string, string | string[] | number | undefined>
}

/** Default body type: fields to compare, without nested types. */
export type Fields = Record<string, unknown>

type CallOptions = { body?: unknown; headers?: Record<string, string>; key?: string; version?: number }

type Call = <Body = Fields>(path: string, options?: CallOptions) => Promise<ApiAnswer<Body>>

/** Calls under `/api`; an answer that does not match the OpenAPI document fails the test. `key` is the idempotency key, `version` goes into `If-Match`. */
export type Caller = { get: Call; post: Call; put: Call; delete: Call }

export const makeCaller = (app: FastifyInstance, token: string | null): Caller => {
  const call =
    (method: 'GET' | 'POST' | 'PUT' | 'DELETE'): Call =>
    async (path, { body, headers, key, version } = {}) => {
      const response = await app.inject({
        method,
        url: `/api${path}`,
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      return {
        status: response.statusCode,
        body: await readAnswer(app, { method, url: `/api${path}`, body }, response),
        headers: response.headers,
      }
    }
  return { get: call('GET'), post: call('POST'), put: call('PUT'), delete: call('DELETE') }
}
