import type { ShopFileKind } from '../orders/import/shop-headers.ts'

/** What shops are called, in every language. */
export const shopNames: Record<ShopFileKind, string> = {
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  youcan: 'YouCan',
}
