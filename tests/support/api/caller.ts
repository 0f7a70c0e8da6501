import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import type { Code } from '../../../domain/core/codes.ts'
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

/** An id that no record has. */
export const missing = '00000000-0000-7000-8000-000000000000'

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

type Refused = { status: number; body: unknown }

/** Fails unless the call is refused with this code; `more` are further members of the problem. */
export const expectRefusal = async (
  call: Refused | Promise<Refused>,
  status: number,
  code: Code,
  more: object = {},
): Promise<void> => expect(await call).toMatchObject({ status, body: { code, ...more } })

/** Fails unless the call is refused for one member of its body or query. */
export const expectInvalid = async (
  call: Refused | Promise<Refused>,
  path: string,
  code: string,
): Promise<void> => expect(await call).toMatchObject({ status: 400, body: { errors: [{ path, code }] } })

/** Fails unless the call is refused for exactly these members, in this order: their codes by path. */
export const expectAllInvalid = async (
  call: Refused | Promise<Refused>,
  problems: Record<string, string>,
): Promise<void> => {
  const errors = Object.entries(problems).map(([path, code]) => ({ path, code }))
  expect(await call).toMatchObject({ status: 400, body: { errors } })
}
