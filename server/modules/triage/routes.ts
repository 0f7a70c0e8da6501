import type { FastifyInstance } from 'fastify'
import { claimShapes, largestHand, mostKept } from '../../../domain/triage/claim.ts'
import { accepted } from '../../core/errors.ts'
import type { ServerContext } from '../../db/context.ts'
import { permit } from '../../http/auth.ts'
import { queryOf, refuseBody, refuseQuery } from '../../http/request-parts.ts'
import { write } from '../../http/write.ts'
import { json, shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { type JsonSchema, titled } from '../../openapi/json-schema.ts'
import { optionalTargetSchema } from '../../openapi/schemas.ts'
import { claimOrders, readClaim, readLeaseId, releaseOrders } from './claims.ts'

const claimed: Record<string, JsonSchema> = {
  keep: {
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    maxItems: mostKept,
    description: 'Orders that stay the caller’s, for longer, beside what is taken now.',
  },
  count: {
    type: 'integer',
    minimum: 0,
    maximum: largestHand,
    default: 1,
    description: 'How many more to take; none only keeps.',
  },
  leaseId: {
    type: 'string',
    format: 'uuid',
    description: 'Chosen by the client. After a release with this id a late claim with it takes nothing.',
  },
}

export const triageCalls = {
  claim: describe.call({
    id: 'claimOrder',
    tag: 'orders',
    summary: 'Take the next orders to call, which nobody else gets meanwhile',
    detail:
      'Without `ids` or `where` all that wait for a call are meant, without a body one of them. What the caller had and does not keep is let go of.',
    verbs: ['order.claim'],
    headers: ['Idempotency-Key'],
    body: json(titled('OrdersClaim', optionalTargetSchema('orders', claimed))),
    isBodyOptional: true,
    answers: { 200: shapesJson('Claim', claimShapes) },
    refuses: ['TOO_MANY_IDS', 'NOT_FOUND', 'CLAIMED_BY_ANOTHER'],
  }),
  letGo: describe.call({
    id: 'releaseOrders',
    tag: 'orders',
    summary: 'Let go of the orders that were taken to be called',
    detail: 'A claim of the same `leaseId` that arrives later takes nothing.',
    verbs: ['order.claim'],
    query: { leaseId: { kind: 'text', min: 36, max: 36 } },
    headers: ['Idempotency-Key'],
    answers: { 204: null },
  }),
}

/** One user at a time has an order, so that no customer is called twice. */
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
