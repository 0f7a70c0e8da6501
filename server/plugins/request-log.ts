import type { FastifyInstance } from 'fastify'

/** One line a call, by its route: no query (it holds customers' numbers), no header, no body, no token. */
export const registerRequestLog = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
        user: request.session?.actor.id ?? null,
      },
      'answered',
    )
  })
}
