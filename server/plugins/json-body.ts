import type { FastifyInstance } from 'fastify'
import { Refused } from '../refused.ts'

/** JSON is the only body that is read unless a route adds its own; an empty one is no body. `__proto__` is refused. */
export const registerJsonBody = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') return done(null, undefined)
    parse(request, body, (error, value) => (error ? done(new Refused('BAD_JSON')) : done(null, value)))
  })
}
