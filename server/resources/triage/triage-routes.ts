import type { FastifyInstance } from 'fastify'
import type { ServerContext } from '../../context.ts'
import { permit } from '../../plugins/auth.ts'
import { refuseBody, refuseQuery } from '../../plugins/request-parts.ts'
import { write } from '../../plugins/write.ts'
import { accepted } from '../../refused.ts'
import { parseTarget } from '../engine/target.ts'
import { orderSource } from '../orders/order-source.ts'
import { claimOrder, letGo } from './claim-orders.ts'
import { triageCalls } from './triage-calls.ts'

/** Triage: one order at a time is somebody's, so that nobody calls the same customer twice. */
export const triageRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.post('/orders/claim', triageCalls.claim, async (request, reply) => {
    refuseQuery(request)
    const actor = permit(request, 'order.claim')
    const target = accepted(parseTarget(orderSource, readBody(request.body)))
    return write(context, request, reply, async (tx) => ({
      status: 200,
      body: await claimOrder(tx, actor, target, context.now()),
    }))
  })

  app.delete('/orders/claim', triageCalls.letGo, async (request, reply) => {
    refuseQuery(request)
    refuseBody(request)
    const actor = permit(request, 'order.claim')
    return write(context, request, reply, async (tx) => {
      await letGo(tx, actor)
      return { status: 204 }
    })
  })
}

/** Without a body every order that waits is meant. */
const readBody = (body: unknown): Record<string, unknown> =>
  body === undefined || body === null ? { where: {} } : (body as Record<string, unknown>)
