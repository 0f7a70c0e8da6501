import type { FastifyInstance } from 'fastify'
import { Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'

const year = 365 * 24 * 3_600

/**
 * Serves uploaded pictures to whoever knows their names, which no one can guess: `<img>` sends no session. A name stands
 * for its bytes, so they are kept for ever. The type is ours, never the uploader's, and other sites may embed them.
 */
export const registerFiles = (app: FastifyInstance, { files }: ServerContext): void => {
  app.get<{ Params: { name: string } }>('/files/:name', async ({ params }, reply) => {
    const bytes = await files.read(params.name)
    if (bytes === null) throw new Refused('NOT_FOUND')
    return reply
      .headers({
        'content-type': 'image/webp',
        'cache-control': `public, max-age=${year}, immutable`,
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(bytes)
  })
}
