import { sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import type { Transaction } from '../database/drizzle.ts'
import { products } from '../database/schema/goods.ts'
import { recordEvent } from '../events/record-event.ts'
import { type Batch, differences, recordChanges } from '../resources/changes/record-changes.ts'
import { inChunks } from '../resources/engine/in-chunks.ts'
import { updateRows } from '../resources/engine/update-rows.ts'
import { isOneOf } from '../resources/engine/where-sql.ts'
import { readOrders } from '../resources/orders/read-orders.ts'
import { readProducts } from '../resources/products/read-products.ts'
import { readShippings } from '../resources/shippings/read-shippings.ts'
import { removeSearchEntries, writeSearchEntries } from '../search/write-entries.ts'

type ProductRow = typeof products.$inferSelect

/** The columns of a product that a change can write; what history keeps of it, under the same names. */
const productValueNames = [
  'name',
  'price',
  'quantity',
  'description',
  'comment',
  'productImage',
] as const satisfies readonly (keyof ProductRow)[]

export type ProductValues = Pick<ProductRow, (typeof productValueNames)[number]> & { isDeleted: boolean }

export type ProductStep = { product: ProductRow; next: ProductValues; verb: string; undoes?: string }

export const productValuesOf = (product: ProductRow): ProductValues => ({
  ...(Object.fromEntries(productValueNames.map((name) => [name, product[name]])) as Omit<
    ProductValues,
    'isDeleted'
  >),
  isDeleted: product.deletedAt !== null,
})

/** Writes decided changes of products that are locked, with search entries, history and the event. */
export const applyProductSteps = async (
  tx: Transaction,
  actor: Actor,
  batch: Batch,
  steps: readonly ProductStep[],
): Promise<void> => {
  if (steps.length === 0) return
  await updateRows(
    tx,
    products,
    [...productValueNames, 'version', 'updatedAt', 'deletedAt'],
    steps.map(({ product, next }) => ({
      ...next,
      id: product.id,
      version: product.version + 1,
      updatedAt: batch.at,
      deletedAt: next.isDeleted ? batch.at : null,
    })),
  )
  await refreshEntries(tx, steps)
  await recordChanges(
    tx,
    actor,
    batch,
    steps.map(({ product, next, verb, undoes }) => ({
      verb,
      resource: 'products' as const,
      recordId: product.id,
      version: product.version + 1,
      ...(differences(productValuesOf(product), next) ?? { before: {}, after: {} }),
      undoes,
    })),
  )
  const countries = new Set(steps.map(({ product }) => product.country))
  await recordEvent(tx, {
    resource: 'products',
    verb: steps[0]!.verb,
    country: countries.size === 1 ? [...countries][0]! : null,
    owners: steps.map(({ product }) => product.owner),
    ids: idsOf(steps),
    batchId: batch.id,
    actor: actor.id,
  })
}

const refreshEntries = async (tx: Transaction, steps: readonly ProductStep[]): Promise<void> => {
  await removeSearchEntries(tx, 'products', idsOf(steps.filter(({ next }) => next.isDeleted)))
  const kept = steps.filter(({ next }) => !next.isDeleted)
  await writeSearchEntries(tx, 'products', await readProducts(tx, idsOf(kept)))
  await renameInOrders(tx, idsOf(kept.filter(({ product, next }) => product.name !== next.name)))
}

/** Orders and shippings are found by their product's name too. */
const renameInOrders = async (tx: Transaction, productIds: readonly string[]): Promise<void> => {
  if (productIds.length === 0) return
  const { rows } = await tx.execute<{ id: string; shipping: string | null }>(sql`
    select orders.id, shippings.id as shipping from orders left join shippings on shippings."order" = orders.id
    where orders.product = any(${sql.param([...productIds])}::uuid[]) and orders.deleted_at is null
    order by orders.id`)
  for (const chunk of inChunks(rows)) {
    const orderIds = chunk.map((row) => row.id)
    const shippingIds = chunk.flatMap((row) => row.shipping ?? [])
    await writeSearchEntries(tx, 'orders', await readOrders(tx, orderIds))
    await writeSearchEntries(tx, 'shippings', await readShippings(tx, shippingIds))
  }
}

/** Those of the products that an order names which is not deleted. */
export const findOrderedProducts = async (tx: Transaction, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await tx
    .select({ id: products.id })
    .from(products)
    .where(
      sql`${isOneOf(products.id, ids)} and exists (
        select 1 from orders where orders.product = products.id and orders.deleted_at is null)`,
    )
  return new Set(rows.map((row) => row.id))
}

const idsOf = (steps: readonly ProductStep[]): string[] => steps.map(({ product }) => product.id)
