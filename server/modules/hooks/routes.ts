import type { FastifyInstance } from 'fastify'
import { Refused } from '../../core/errors.ts'
import type { ServerContext } from '../../db/context.ts'
import { refuseQuery } from '../../http/request-parts.ts'
import { shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { hookPath } from '../../queries/sources.ts'
import { receiveEvent } from '../../services/intake/receive-event.ts'

/** Bytes of an event: shops' orders have some kilobytes. */
const mostBytes = 256 * 1024

const call = describe.call({
  id: 'receiveEvent',
  tag: 'intake',
  access: 'public',
  summary: 'Take an event of a source',
  detail:
    'The body is as the kind of the source sends it (docs/integrations.md), signed over its bytes with the secret of the source. It is answered once the event is stored, and worked on afterwards.',
  answers: { 200: shapesJson('EventTaken', {}) },
  refuses: ['NOT_FOUND', 'SOURCE_OFF', 'SIGNATURE_WRONG', 'TOO_MANY_EVENTS', 'SECRETS_UNREADABLE'],
})

/** `POST /hooks/{token}`: events of shops, without a session. `onEvent`: there is work. */
export const hookRoutes = (
  app: FastifyInstance,
  context: ServerContext,
  { onEvent }: { onEvent: () => void },
): void => {
  app.register(async (hooks) => {
    // Signed by bytes, whatever type they claim.
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    )
    hooks.post<{ Params: { token: string } }>(
      `${hookPath}:token`,
      { ...call, bodyLimit: mostBytes },
      async (request) => {
        refuseQuery(request)
        const { body, headers, params } = request
        if (!Buffer.isBuffer(body)) throw new Refused('SIGNATURE_WRONG')
        if (await receiveEvent(context, { token: params.token, headers, body })) onEvent()
        return {}
      },
    )
  })
}
