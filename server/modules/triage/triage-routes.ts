import type { FastifyInstance } from 'fastify'
import type { ServerContext } from '../../context.ts'
import { permit } from '../../http/auth.ts'
import { queryOf, refuseBody, refuseQuery } from '../../http/request-parts.ts'
import { write } from '../../http/write.ts'
import { accepted } from '../../refused.ts'
import { claimOrders, releaseOrders } from './claim-orders.ts'
import { readClaim, readLeaseId } from './read-claim.ts'
import { triageCalls } from './triage-calls.ts'

/** Triage: an order is one person's at a time, so that nobody calls the same customer twice. */
export const triageRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.post('/orders/claim', triageCalls.claim, async (request, reply) => {
    refuseQuery(request)
    const actor = permit(request, 'order.claim')
    const input = accepted(readClaim(request.body))
    return write(context, request, reply, async (tx) => ({
      status: 200,
      body: await claimOrders(tx, actor, input, context.now()),
    }))
  })

  app.delete('/orders/claim', triageCalls.letGo, async (request, reply) => {
    refuseQuery(request, ['leaseId'])
    refuseBody(request)
    const actor = permit(request, 'order.claim')
    const leaseId = accepted(readLeaseId(queryOf(request)))
    return write(context, request, reply, async (tx) => {
      await releaseOrders(tx, actor, leaseId, context.now())
      return { status: 204 }
    })
  })
}
