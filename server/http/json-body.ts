import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refused } from '../core/errors.ts'

/** Twice the depth of any valid body; prevents stack overflows. */
const deepest = 64

/** Only JSON is parsed unless a route adds a parser; an empty body is none. What is no object is refused, and `__proto__`. */
export const registerJsonBody = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') return done(null, undefined)
    if (isDeeperThan(deepest, body)) return done(new Refused('BAD_JSON'))
    parse(request, body, (error, value) => {
      if (error) return done(new Refused('BAD_JSON'))
      if (isObject(value)) return done(null, value)
      return done(new Refused('VALIDATION_FAILED', { errors: [{ path: '', code: 'BAD_JSON' }] }))
    })
  })
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const sign = { quote: 34, backslash: 92, opens: [91, 123], closes: [93, 125] }

/** Whether brackets nest deeper than `most`, ignoring those in strings. */
const isDeeperThan = (most: number, text: string): boolean => {
  let depth = 0
  let isText = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === sign.quote) isText = !isText
    else if (isText) at += Number(code === sign.backslash)
    else if (sign.opens.includes(code)) depth++
    else if (sign.closes.includes(code)) depth--
    if (depth > most) return true
  }
  return false
}

/** Whether the call has a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Sends serialised JSON. */
export const sendJson = (reply: FastifyReply, json: string | Buffer): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(typeof json === 'string' ? Buffer.from(json) : json)
