import { affiliateFields, affiliateUpdateFields } from '../../../domain/affiliates/affiliate.ts'
import { offerRequestFields, offerTakeFields } from '../../../domain/affiliates/store.ts'
import type { Fields } from '../../../domain/lib/field.ts'
import { fieldsJson, json } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { recordSchema } from '../../openapi/record-schema.ts'

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
