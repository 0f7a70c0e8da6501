import type { ChangeReport } from '../../domain/changes.ts'
import type { Code } from '../../domain/codes.ts'
import { products } from '../database/schema/goods.ts'
import { isOneOf } from '../resources/engine/where-sql.ts'
import {
  applyProductSteps,
  findOrderedProducts,
  type ProductStep,
  type ProductValues,
  productValuesOf,
} from './apply-product-steps.ts'
import type { Revert, RevertLine } from './revert.ts'

type ProductRow = ProductStep['product']

/** Puts products back to what they were; not below what is reserved, and not away from under an order. */
export const revertProducts: Revert = async (tx, actor, lines, batch) => {
  const lineOf = new Map(lines.map((line) => [line.recordId, line]))
  const ids = [...lineOf.keys()]
  const held = await tx
    .select()
    .from(products)
    .where(isOneOf(products.id, ids))
    .orderBy(products.id)
    .for('update')
  const ordered = await findOrderedProducts(tx, ids)
  const steps: ProductStep[] = []
  const refused: ChangeReport['refused'] = []
  for (const product of held) {
    const line = lineOf.get(product.id)!
    const next = valuesBefore(product, line)
    const code = line.why ?? whyNotRevert(product, next, line, ordered.has(product.id))
    if (code !== null) refused.push({ id: product.id, number: product.number, code })
    else steps.push({ product, next, verb: line.verb, undoes: line.id })
  }
  await applyProductSteps(tx, actor, batch, steps)
  return {
    changed: steps.map(({ product: { id, number, version } }) => ({ id, number, version: version + 1 })),
    refused,
  }
}

const valuesBefore = (product: ProductRow, { before }: RevertLine): ProductValues =>
  before === null
    ? { ...productValuesOf(product), isDeleted: true }
    : { ...productValuesOf(product), ...(before as Partial<ProductValues>) }

const whyNotRevert = (
  product: ProductRow,
  next: ProductValues,
  line: RevertLine,
  isOrdered: boolean,
): Code | null => {
  if (product.version !== line.version) return 'MOVED_ON'
  if (next.isDeleted && (isOrdered || product.reserved > 0)) return 'IN_USE'
  return next.quantity < product.reserved ? 'STOCK_RESERVED' : null
}
