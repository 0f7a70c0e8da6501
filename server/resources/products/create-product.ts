import { sql } from 'drizzle-orm'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../../domain/access/actor.ts'
import type { Product, ProductInput } from '../../../domain/products/product.ts'
import type { Transaction } from '../../database/drizzle.ts'
import { products } from '../../database/schema/goods.ts'
import { users } from '../../database/schema/users.ts'
import { recordEvent } from '../../events/record-event.ts'
import { Refused } from '../../refused.ts'
import { writeSearchEntries } from '../../search/write-entries.ts'
import { type Batch, recordChanges } from '../changes/record-changes.ts'
import { isOneOf } from '../engine/where-sql.ts'
import { readProducts } from './read-products.ts'

/** Creates a product; it belongs to the seller named, else to whoever creates it. */
export const createProduct = async (
  tx: Transaction,
  actor: Actor,
  input: ProductInput,
  batch: Batch,
): Promise<Product> => {
  const values = {
    country: input.country,
    owner: input.owner ?? actor.id,
    name: input.name,
    price: input.price,
    quantity: input.quantity,
    description: input.description ?? null,
    comment: input.comment ?? null,
    productImage: input.productImage ?? null,
  }
  await refuseUnknownOwner(tx, values.owner)
  const id = newId()
  await tx.insert(products).values({ id, ...values, createdAt: batch.at, updatedAt: batch.at })
  const [product] = await readProducts(tx, [id])
  await writeSearchEntries(tx, 'products', [product!])
  await recordChanges(tx, actor, batch, [
    { verb: 'product.create', resource: 'products', recordId: id, version: 1, before: null, after: values },
  ])
  await recordEvent(tx, {
    resource: 'products',
    verb: 'product.create',
    country: values.country,
    owners: [values.owner],
    ids: [id],
    batchId: batch.id,
    actor: actor.id,
  })
  return product!
}

/** Sellers own products, and admins on their behalf. */
const refuseUnknownOwner = async (tx: Transaction, owner: string): Promise<void> => {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      sql`${isOneOf(users.id, [owner])} and ${users.role} in ('seller', 'admin') and ${users.deletedAt} is null`,
    )
  if (rows.length === 0) {
    throw new Refused('OWNER_NOT_FOUND', { errors: [{ path: 'owner', code: 'OWNER_NOT_FOUND' }] })
  }
}
