import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Logs one line per call with its route; no query (has phones), headers, body or token. */
export const registerRequestLog = (app: FastifyInstance): void => {
  app.addHook('onResponse', async (request, reply) => {
    logAnswer(request, reply)
  })
}

/** Also for failures before routing, where no hook runs. */
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
