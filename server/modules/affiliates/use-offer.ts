import { sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { scopeOf } from '../../../domain/access/permissions.ts'
import {
  type OfferRequest,
  type OfferTake,
  productOfOffer,
  requestOfOffer,
} from '../../../domain/affiliates/store.ts'
import type { Product } from '../../../domain/products/product.ts'
import type { PurchaseRequest } from '../../../domain/requests/request.ts'
import { Refused } from '../../core/errors.ts'
import { createRecord } from '../../crud/create-record.ts'
import { readHeld } from '../../crud/lock-records.ts'
import type { Batch } from '../../crud/record-changes.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { products } from '../../db/schema/goods.ts'
import { readProducts } from '../../queries/products.ts'
import { affiliateKind } from '../../services/goods/affiliate-definition.ts'
import { productKind } from '../../services/goods/product-definition.ts'
import { requestKind } from '../../services/goods/request-definition.ts'

/**
 * Makes a product of an offer, without stock, for the caller or the seller that an admin names. Once for each owner: the
 * offer is locked, so that of several calls at once one makes it. A refusal carries the product that is already there.
 */
export const takeOffer = async (
  tx: Transaction,
  actor: Actor,
  { id, owner }: { id: string } & OfferTake,
  batch: Batch,
): Promise<Product> => {
  const forOwner = owner ?? actor.id
  if (forOwner !== actor.id && scopeOf(actor.role, 'affiliate.take') !== 'all') {
    throw new Refused('FORBIDDEN', { errors: [{ path: 'owner', code: 'FORBIDDEN' }] })
  }
  const offer = await readHeld(tx, actor, affiliateKind, { id, version: null, verb: 'affiliate.take' })
  const taken = await findTaken(tx, offer.id, forOwner)
  if (taken !== null) throw new Refused('ALREADY_TAKEN', { current: (await readProducts(tx, [taken]))[0] })
  const input = { ...productOfOffer(offer), quantity: 0, owner: forOwner }
  return createRecord(tx, actor, productKind, input, batch, { verb: 'affiliate.take' })
}

/** Makes the caller's purchase request for an offer's goods. */
export const requestOffer = async (
  tx: Transaction,
  actor: Actor,
  { id, ...asked }: { id: string } & OfferRequest,
  batch: Batch,
): Promise<PurchaseRequest> => {
  const offer = await readHeld(tx, actor, affiliateKind, { id, version: null, verb: 'affiliate.request' })
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
