import type { FastifyInstance } from 'fastify'
import type { ApiAnswer, Fields } from '../api/caller.ts'
import { readAnswer } from '../contract/check-answer.ts'

type Options = {
  query?: Record<string, string>
  fields?: Record<string, string>
  name?: string
  key?: string
  language?: string
  prefer?: string
}

type Answer<Body> = ApiAnswer<Body> & { bytes: Buffer }

const boundary = '----waybill-test-boundary'
export const multipartType = `multipart/form-data; boundary=${boundary}`

/** A multipart body with one file, and fields before it. */
export const multipartBody = (
  bytes: Buffer,
  { fields = {}, name = 'orders.xlsx' }: Pick<Options, 'fields' | 'name'> = {},
): Buffer => {
  const parts = Object.entries(fields).map(
    ([field, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  )
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n` +
    'Content-Type: application/octet-stream\r\n\r\n'
  return Buffer.concat([Buffer.from(parts.join('') + head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
}

/** Sends a file to a path under `/api` as its owner's browser would. */
export const upload = async <Body = Fields>(
  app: FastifyInstance,
  token: string,
  path: string,
  bytes: Buffer,
  { query, fields, name, key, language, prefer }: Options = {},
): Promise<Answer<Body>> => {
  const response = await app.inject({
    method: 'POST',
    url: `/api${path}`,
    query,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': multipartType,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(prefer === undefined ? {} : { prefer }),
      ...(language === undefined ? {} : { 'accept-language': language }),
    },
    payload: multipartBody(bytes, { fields, name }),
  })
  return {
    status: response.statusCode,
    body: await readAnswer(app, { method: 'POST', url: `/api${path}` }, response),
    headers: response.headers,
    bytes: response.rawPayload,
  }
}
