import { and, eq, isNull } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import { type Values, validate } from '../../../domain/lib/field.ts'
import { type Product, productUpdateFields } from '../../../domain/products/product.ts'
import { whyNotEditProduct } from '../../../domain/products/why-not-edit.ts'
import type { Transaction } from '../../database/drizzle.ts'
import { products } from '../../database/schema/goods.ts'
import { accepted, Refused } from '../../refused.ts'
import { applyProductSteps, productValuesOf } from '../../workflows/apply-product-steps.ts'
import { type Batch, differences } from '../changes/record-changes.ts'
import { readProducts } from './read-products.ts'

type Update = Partial<Values<typeof productUpdateFields>>

/** Changes the fields given and leaves the others; `version` as in `updateOrder`. */
export const updateProduct = async (
  tx: Transaction,
  actor: Actor,
  { id, version, body }: { id: string; version: number | null; body: unknown },
  batch: Batch,
): Promise<Product> => {
  const [product] = await tx
    .select()
    .from(products)
    .where(and(eq(products.id, id), isNull(products.deletedAt)))
    .for('update')
  if (product === undefined || whyNot(actor, 'product.update', product) !== null) {
    throw new Refused('NOT_FOUND')
  }
  if (version !== null && version !== product.version) {
    throw new Refused('STALE_VERSION', { current: (await readProducts(tx, [id]))[0] })
  }
  const update: Update = accepted(
    validate(productUpdateFields, body, { country: product.country, partial: true }),
  )
  const next = { ...productValuesOf(product), ...update }
  const code = whyNotEditProduct(actor, product, next)
  if (code !== null) throw new Refused(code, { errors: [{ path: 'quantity', code }] })
  if (differences(productValuesOf(product), next) !== null) {
    await applyProductSteps(tx, actor, batch, [{ product, next, verb: 'product.update' }])
  }
  return (await readProducts(tx, [id]))[0]!
}
