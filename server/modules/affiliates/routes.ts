import type { FastifyInstance } from 'fastify'
import { affiliateFields, affiliateUpdateFields } from '../../../domain/affiliates/affiliate.ts'
import { offerRequestFields, offerTakeFields } from '../../../domain/affiliates/store.ts'
import type { Fields } from '../../../domain/lib/field.ts'
import { validate } from '../../../domain/lib/validate.ts'
import { accepted, Refused } from '../../core/errors.ts'
import { newBatch } from '../../crud/record-changes.ts'
import type { ServerContext } from '../../db/context.ts'
import { permit } from '../../http/auth.ts'
import { recordId, refuseQuery } from '../../http/request-parts.ts'
import { write } from '../../http/write.ts'
import { fieldsJson, json } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { recordSchema } from '../../openapi/schemas.ts'
import { affiliateSource, storeSource } from '../../queries/affiliates.ts'
import { affiliateBulks, affiliateKind } from '../../services/goods/affiliate-definition.ts'
import { recordRoutes } from '../generic/routes.ts'
import { requestOffer, takeOffer } from './use-offer.ts'

const storeParameters = { store: { kind: 'flag' } } as const satisfies Fields

/** What the calls of affiliates take and answer. */
export const affiliateCalls = {
  list: describe.list('affiliates', {
    query: storeParameters,
    verbs: ['affiliate.list', 'affiliate.store'],
    detail: 'With `store=true` the offers of everybody in the country, for sellers to take from.',
  }),
  one: describe.one('affiliates'),
  create: describe.create('affiliates', affiliateFields, { refuses: ['OWNER_NOT_FOUND'] }),
  update: describe.update('affiliates', affiliateUpdateFields),
  deleteMany: describe.deleteMany('affiliates'),
  take: describe.call({
    id: 'takeOffer',
    tag: 'affiliates',
    summary: 'Make a product of an offer',
    detail:
      'The product has the name, price, description, image and country of the offer, and no stock. An owner has one of each offer: `ALREADY_TAKEN` carries it as `current`. Only an admin names an `owner` other than themselves.',
    verbs: ['affiliate.take'],
    headers: ['Idempotency-Key'],
    body: fieldsJson('OfferTake', offerTakeFields),
    isBodyOptional: true,
    answers: { 201: json(recordSchema('products')) },
    refuses: ['ALREADY_TAKEN', 'OWNER_NOT_FOUND'],
  }),
  request: describe.call({
    id: 'requestOffer',
    tag: 'affiliates',
    summary: 'Request the purchase of the goods of an offer',
    verbs: ['affiliate.request'],
    headers: ['Idempotency-Key'],
    body: fieldsJson('OfferRequest', offerRequestFields),
    answers: { 201: json(recordSchema('requests')) },
  }),
}

export const affiliateRoutes = (app: FastifyInstance, context: ServerContext): void => {
  recordRoutes(app, context, affiliateKind, affiliateCalls, affiliateBulks, ({ store, ...parameters }) => ({
    source: readFlag('store', store) ? storeSource : affiliateSource,
    parameters,
  }))

  app.post('/affiliates/:id/take', affiliateCalls.take, async (request, reply) => {
    refuseQuery(request)
    const actor = permit(request, 'affiliate.take')
    const id = recordId(request)
    const { country } = actor
    const take = accepted(validate(offerTakeFields, request.body ?? {}, { country }))
    return write(context, request, reply, async (tx) => ({
      status: 201,
      body: await takeOffer(tx, actor, { id, ...take }, newBatch(context)),
    }))
  })

  app.post('/affiliates/:id/request', affiliateCalls.request, async (request, reply) => {
    refuseQuery(request)
    const actor = permit(request, 'affiliate.request')
    const id = recordId(request)
    const { country } = actor
    const asked = accepted(validate(offerRequestFields, request.body, { country }))
    return write(context, request, reply, async (tx) => ({
      status: 201,
      body: await requestOffer(tx, actor, { id, ...asked }, newBatch(context)),
    }))
  })
}

const flags: ReadonlyMap<unknown, boolean> = new Map([
  [undefined, false],
  ['', false],
  ['false', false],
  ['true', true],
])

const readFlag = (path: string, value: unknown): boolean => {
  const flag = flags.get(value)
  if (flag === undefined) {
    throw new Refused('VALIDATION_FAILED', { errors: [{ path, code: 'NOT_A_FLAG' }] })
  }
  return flag
}
