import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** One line a call, by its route: no query (it holds customers' numbers), no header, no body, no token. */
export const registerRequestLog = (app: FastifyInstance): void => {
  app.addHook('onResponse', async (request, reply) => {
    logAnswer(request, reply)
  })
}

/** Also for what fails before a route is found, where no hook runs. */
export const logAnswer = (request: FastifyRequest, reply: FastifyReply): void => {
  request.log.info(
    {
      requestId: request.id,
      method: request.raw.method,
      route: request.routeOptions?.url ?? null,
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
      user: request.session?.actor.id ?? null,
    },
    'answered',
  )
}
