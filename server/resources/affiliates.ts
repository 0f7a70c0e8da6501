import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../domain/access/actor.ts'
import { scopeOf, type Verb } from '../../domain/access/permissions.ts'
import { type Affiliate, affiliates } from '../../domain/affiliates/affiliate.ts'
import {
  type Offered,
  type OfferRequest,
  type OfferTake,
  offerRequestFields,
  offerTakeFields,
  productOfOffer,
  requestOfOffer,
  whyNotRequestOffer,
} from '../../domain/affiliates/store.ts'
import type { Fields } from '../../domain/lib/field.ts'
import { validate } from '../../domain/lib/validate.ts'
import type { Product } from '../../domain/products/product.ts'
import type { PurchaseRequest } from '../../domain/requests/request.ts'
import { accepted, Refused } from '../core/errors.ts'
import { readHeld } from '../crud/apply-steps.ts'
import { defineKind } from '../crud/define-kind.ts'
import { type Batch, newBatch } from '../crud/record-changes.ts'
import { recordList } from '../crud/record-list.ts'
import { createRecord } from '../crud/write-records.ts'
import type { ServerContext } from '../db/context.ts'
import type { Transaction } from '../db/drizzle.ts'
import { products, affiliates as table } from '../db/schema/goods.ts'
import { permit } from '../http/auth.ts'
import { recordId, refuseQuery } from '../http/request-parts.ts'
import { write } from '../http/write.ts'
import { fieldsJson, json } from '../openapi/content.ts'
import { describe } from '../openapi/describe.ts'
import { recordSchema } from '../openapi/schemas.ts'
import { productKind } from './products.ts'
import { readableBatch } from './record-routes.ts'
import { requestKind } from './requests.ts'
import { serveKind } from './serve-kind.ts'

const storeCalls = {
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
    sendsBatch: true,
    refuses: ['ALREADY_TAKEN', 'OWNER_NOT_FOUND'],
  }),
  request: describe.call({
    id: 'requestOffer',
    detail: 'Makes a purchase request for the seller who asks, with the goods of the offer.',
    tag: 'affiliates',
    summary: 'Request the purchase of the goods of an offer',
    verbs: ['affiliate.request'],
    headers: ['Idempotency-Key'],
    body: fieldsJson('OfferRequest', offerRequestFields),
    refuses: ['OWN_OFFER', 'OUT_OF_STOCK'],
    answers: { 201: json(recordSchema('requests')) },
    sendsBatch: true,
  }),
}

/** Reads and locks an offer in the actor's scope for a verb. */
type HoldOffer = (
  tx: Transaction,
  actor: Actor,
  id: string,
  verb: Verb,
) => Promise<Offered & Pick<Affiliate, 'owner' | 'quantity'>>

/** Calls on offers: take, request. */
const storeRoutes =
  (holdOffer: HoldOffer) =>
  (app: FastifyInstance, context: ServerContext): void => {
    app.post('/affiliates/:id/take', storeCalls.take, async (request, reply) => {
      refuseQuery(request)
      const actor = permit(request, 'affiliate.take')
      const id = recordId(request)
      const { country } = actor
      const take = accepted(validate(offerTakeFields, request.body ?? {}, { country }))
      return write(context, request, reply, async (tx) => {
        const batch = newBatch(context)
        const body = await takeOffer(
          tx,
          actor,
          { ...take, offer: await holdOffer(tx, actor, id, 'affiliate.take') },
          batch,
        )
        return { status: 201, body, batchId: readableBatch(actor, 'products', batch) }
      })
    })

    app.post('/affiliates/:id/request', storeCalls.request, async (request, reply) => {
      refuseQuery(request)
      const actor = permit(request, 'affiliate.request')
      const id = recordId(request)
      const { country } = actor
      const asked = accepted(validate(offerRequestFields, request.body, { country }))
      return write(context, request, reply, async (tx) => {
        const batch = newBatch(context)
        const body = await requestOffer(
          tx,
          actor,
          { ...asked, offer: await holdOffer(tx, actor, id, 'affiliate.request') },
          batch,
        )
        return { status: 201, body, batchId: readableBatch(actor, 'requests', batch) }
      })
    })
  }

/**
 * Makes a product without stock from an offer, for the caller or a given seller (admins). Once per owner: the offer is locked.
 * A refusal carries the existing product.
 */
const takeOffer = async (
  tx: Transaction,
  actor: Actor,
  { offer, owner }: { offer: Offered } & OfferTake,
  batch: Batch,
): Promise<Product> => {
  const forOwner = owner ?? actor.id
  if (forOwner !== actor.id && scopeOf(actor, 'affiliate.take') !== 'all') {
    throw new Refused('FORBIDDEN', { errors: [{ path: 'owner', code: 'FORBIDDEN' }] })
  }
  const taken = await findTaken(tx, offer.id, forOwner)
  if (taken !== null)
    throw new Refused('ALREADY_TAKEN', { current: (await productKind.read(tx, [taken]))[0] })
  const input = { ...productOfOffer(offer), quantity: 0, owner: forOwner }
  return createRecord(tx, actor, productKind, input, batch, { verb: 'affiliate.take' })
}

/** Creates the caller's purchase request for an offer's goods. */
const requestOffer = async (
  tx: Transaction,
  actor: Actor,
  { offer, ...asked }: { offer: Offered & Pick<Affiliate, 'owner' | 'quantity'> } & OfferRequest,
  batch: Batch,
): Promise<PurchaseRequest> => {
  const code = whyNotRequestOffer(actor, offer, asked.quantity)
  if (code !== null) throw new Refused(code, { errors: [{ path: 'quantity', code }] })
  const input = requestOfOffer(offer, asked)
  return createRecord(tx, actor, requestKind, input, batch, { verb: 'affiliate.request' })
}

/** The owner's first product of an offer. */
const findTaken = async (tx: Transaction, offer: string, owner: string): Promise<string | null> => {
  const [row] = await tx
    .select({ id: products.id })
    .from(products)
    .where(
      sql`${products.affiliate} = ${offer} and ${products.owner} = ${owner} and ${products.deletedAt} is null`,
    )
    .orderBy(products.id)
    .limit(1)
  return row?.id ?? null
}

const list = recordList(affiliates, table, {
  fields: {
    products: sql<number>`(select count(*)::int from products
      where products.affiliate = affiliates.id and products.deleted_at is null)`,
    // Product of the user in placeholder `taker`; null for none.
    product: sql<string | null>`(select products.id from products
      where products.affiliate = affiliates.id and products.owner = ${sql.placeholder('taker')}::uuid
        and products.deleted_at is null order by products.id limit 1)`,
  },
  values: { taker: null },
})

/** An offer cannot be deleted while a product made from it exists. */
const affiliateKind = defineKind(affiliates, list, {
  readFor: ({ id, role }) =>
    scopeOf(role, 'affiliate.take') === 'all' ? list.read : list.readWith({ taker: id }),
  uses: [{ column: products.affiliate, deletedAt: products.deletedAt }],
})

/** All offers of the country, for users who may take them. */
const store = { ...list.source, verb: 'affiliate.store' } as const

export const affiliateResource = serveKind(list, affiliateKind, {
  more: [
    storeRoutes((tx, actor, id, verb) => readHeld(tx, actor, affiliateKind, { id, version: null, verb })),
  ],
  list: {
    query: { store: { kind: 'flag' } } satisfies Fields,
    verbs: ['affiliate.list', 'affiliate.store'],
    detail: 'With `store=true` the offers of everybody in the country, for sellers to take from.',
  },
  readList: ({ store: asked, ...parameters }) => ({
    source: readFlag('store', asked) ? store : list.source,
    parameters,
  }),
})

const flags: ReadonlyMap<unknown, boolean> = new Map([
  [undefined, false],
  ['', false],
  ['false', false],
  ['true', true],
])

function readFlag(path: string, value: unknown): boolean {
  const flag = flags.get(value)
  if (flag === undefined) {
    throw new Refused('VALIDATION_FAILED', { errors: [{ path, code: 'NOT_A_FLAG' }] })
  }
  return flag
}
