import { claimShapes } from '../../../domain/triage/claim.ts'
import { bulkTargetSchema } from '../../contract/bulk-schema.ts'
import { json, shapesJson } from '../../contract/content.ts'
import { describe } from '../../contract/describe.ts'
import { titled } from '../../contract/json-schema.ts'

/** What the calls of triage take and answer. */
export const triageCalls = {
  claim: describe.call({
    id: 'claimOrder',
    tag: 'orders',
    summary: 'Take the next order to call, which nobody else gets meanwhile',
    detail: 'Without a body any order that waits for a call is meant.',
    verbs: ['order.claim'],
    headers: ['Idempotency-Key'],
    body: json(titled('OrdersClaim', bulkTargetSchema('orders'))),
    isBodyOptional: true,
    answers: { 200: shapesJson('Claim', claimShapes) },
    refuses: ['TOO_MANY_IDS', 'NOT_FOUND', 'CLAIMED_BY_ANOTHER'],
  }),
  letGo: describe.call({
    id: 'releaseOrders',
    tag: 'orders',
    summary: 'Let go of the order that was taken to be called',
    verbs: ['order.claim'],
    headers: ['Idempotency-Key'],
    answers: { 204: null },
  }),
}
