import type { Code } from '../../../domain/core/codes.ts'
import { broughtStock } from '../../../domain/expeditions/policy.ts'
import type { CarriedStock } from '../../crud/carried-stock.ts'
import type { HeldOf, Pair } from '../../crud/resource-definition.ts'
import type { Transaction } from '../../db/drizzle.ts'
import type { expeditions } from '../../db/schema/goods.ts'
import { holdStock, type Stock } from '../fulfillment/stock.ts'

type HeldExpedition = HeldOf<typeof expeditions>

/**
 * The products that expeditions name, held. Shared is enough where no stock moves: no product is deleted under what is
 * about to name it.
 */
export const holdBroughtStock = (
  tx: Transaction,
  pairs: readonly Pair<HeldExpedition>[],
  { lock, carried }: { lock: boolean; carried?: CarriedStock },
): Promise<Stock> => {
  const isMoved = pairs.some(
    ({ record, next }) => record !== null && broughtStock(record) !== broughtStock(next),
  )
  const named = pairs.flatMap(({ record, next }) => [record?.product ?? null, next.product])
  return holdStock(
    tx,
    named.filter((product) => product !== null),
    { lock: lock ? (isMoved ? 'update' : 'share') : null, carried },
  )
}

/** Each confirmation leaves more in stock to those decided after it, each one taken back leaves less. */
export const settleBroughtStock = (stock: Stock, { record, next }: Pair<HeldExpedition>): void => {
  if (record !== null && record.product !== null) stock.take(record.product, broughtStock(record))
  if (next.product !== null) stock.take(next.product, -broughtStock(next))
}

/** What the product that it names has beyond what is reserved; null where it names none. */
export const availableTo = ({ product }: HeldExpedition, stock: Stock): number | null =>
  product === null ? null : stock.available(product)

/** The product that an expedition names stands, in the expedition's country. */
export const whyNotNameProduct = ({ product, country }: HeldExpedition, stock: Stock): Code | null => {
  if (product === null) return null
  const isKnown = stock.available(product) !== null && stock.product(product)?.country === country
  return isKnown ? null : 'PRODUCT_NOT_FOUND'
}
