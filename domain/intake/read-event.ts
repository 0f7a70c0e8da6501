import { readGeneric } from './read-generic.ts'
import { readShopify } from './read-shopify.ts'
import { readWooCommerce } from './read-woocommerce.ts'
import { readYouCan } from './read-youcan.ts'
import type { ReadShop } from './shop-order.ts'
import type { SourceKind } from './source-kinds.ts'

/** The reader of each kind of source. */
export const shopReaders: Readonly<Record<SourceKind, ReadShop>> = {
  shopify: readShopify,
  woocommerce: readWooCommerce,
  youcan: readYouCan,
  generic: readGeneric,
  sheet: readGeneric,
}
