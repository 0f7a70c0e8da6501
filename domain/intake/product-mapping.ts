import { fold } from '../lib/fold.ts'
import { accept, type Result, refuse } from '../lib/result.ts'
import { pickNames, type RecordOf } from '../lib/shape.ts'
import {
  findProduct,
  type ImportProduct,
  nearProduct,
  type ProductIndex,
} from '../orders/import/find-product.ts'
import { type ShopItem, shopOrderShapes } from './shop-order.ts'

/** What a source's people have said of its lines: product id by key (`skuKey`, `itemNameKey`). */
export type ProductMapping = {
  bySku: ReadonlyMap<string, string>
  byName: ReadonlyMap<string, string>
}

/** Nothing was said of any line. */
export const blankProductMapping: ProductMapping = { bySku: new Map(), byName: new Map() }

/** Under which a mapping is stored and found. */
export const skuKey = (sku: string): string => sku.trim().toLowerCase()
export const itemNameKey = (name: string): string => fold(name) || name.trim()

/** A line whose product is not known. */
export const unmappedItemShapes = pickNames(shopOrderShapes.items.of, ['id', 'sku', 'name'])
export type UnmappedItem = RecordOf<typeof unmappedItemShapes>

/**
 * The product of a shop's line. A SKU alone decides: a new one is a new article, whatever its name. A line without SKU is found
 * by its name: as mapped, else as a product's exact name.
 */
export const productOfItem = (
  { sku, name }: Pick<ShopItem, 'sku' | 'name'>,
  mapping: ProductMapping,
  products: ProductIndex,
): Result<ImportProduct> => {
  if (sku !== null) return mapped(mapping.bySku.get(skuKey(sku)), products)
  if (name === null) return refuse('PRODUCT_NOT_MAPPED')
  const byName = mapped(mapping.byName.get(itemNameKey(name)), products)
  if (byName.ok) return byName
  const [named, other] = products.byName.get(itemNameKey(name)) ?? []
  return named === undefined || other !== undefined ? byName : accept(named)
}

const mapped = (id: string | undefined, products: ProductIndex): Result<ImportProduct> => {
  const product = id === undefined ? undefined : products.byId.get(id)
  return product === undefined ? refuse('PRODUCT_NOT_MAPPED') : accept(product)
}

/** Name of the product that a line without mapping may mean: one of its name, or of a name close to it. For the inbox. */
export const suggestedProduct = (
  { name }: Pick<ShopItem, 'name'>,
  mapping: ProductMapping,
  products: ProductIndex,
): string | null => {
  if (name === null) return null
  const known = mapped(mapping.byName.get(itemNameKey(name)), products)
  const found = known.ok ? known : findProduct(products, name)
  return found.ok ? found.value.name : nearProduct(products, name)
}
