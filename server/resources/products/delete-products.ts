import type { Actor } from '../../../domain/access/actor.ts'
import { type ChangeReport, largestIdCount, namedRecords } from '../../../domain/changes.ts'
import { whyNotDeleteProduct } from '../../../domain/products/why-not-delete.ts'
import type { Transaction } from '../../database/drizzle.ts'
import { products } from '../../database/schema/goods.ts'
import {
  applyProductSteps,
  findOrderedProducts,
  type ProductStep,
  productValuesOf,
} from '../../workflows/apply-product-steps.ts'
import { changeReport } from '../../workflows/change-report.ts'
import type { Batch } from '../changes/record-changes.ts'
import { type ParsedTarget, targetSql } from '../engine/target.ts'
import { productSource } from './product-source.ts'

/** Deletes products softly, each unless an order names it. */
export const deleteProducts = async (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  { batch, dryRun }: { batch: Batch; dryRun: boolean },
): Promise<ChangeReport> => {
  const query = tx
    .select()
    .from(products)
    .where(targetSql(productSource, actor, 'product.delete', target))
    .orderBy(products.id)
  const held = await (dryRun ? query : query.for('update'))
  const ordered = await findOrderedProducts(
    tx,
    held.map((product) => product.id),
  )
  const steps: ProductStep[] = []
  const refused: ChangeReport['refused'] = []
  for (const product of held) {
    const { id, number } = product
    const code = whyNotDeleteProduct(actor, { ...product, isOrdered: ordered.has(id) })
    if (code !== null) refused.push({ id, number, code })
    else
      steps.push({ product, next: { ...productValuesOf(product), isDeleted: true }, verb: 'product.delete' })
  }
  if ('ids' in target) {
    const found = new Set(held.map((product) => product.id))
    const missing = target.ids.filter((id) => !found.has(id))
    refused.push(...missing.map((id) => ({ id, number: 0, code: 'NOT_FOUND' as const })))
  }
  if (!dryRun) await applyProductSteps(tx, actor, batch, steps)
  return changeReport(
    dryRun ? null : batch.id,
    steps.map(({ product: { id, number, version } }) => ({
      id,
      number,
      version: version + (dryRun ? 0 : 1),
    })),
    refused,
    'ids' in target ? largestIdCount : namedRecords,
  )
}
