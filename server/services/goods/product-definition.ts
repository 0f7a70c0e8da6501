import {
  whyNotDeleteProduct,
  whyNotEditProduct,
  whyNotRevertProduct,
} from '../../../domain/products/policy.ts'
import { type Product, products as productDefinition } from '../../../domain/products/product.ts'
import { type HeldOf, type RecordKind, verbsOf } from '../../crud/resource-definition.ts'
import { products } from '../../db/schema/goods.ts'
import { deleteBulk } from '../../jobs/define-bulk.ts'
import { findProductFacts, type ProductFacts } from '../../queries/product-facts.ts'
import { productSource, readProducts } from '../../queries/products.ts'
import { writeSearchEntries } from '../../search/write-entries.ts'
import { followProducts } from '../fulfillment/derive-shipping.ts'
import { recordCorrections } from '../fulfillment/stock.ts'

type HeldProduct = HeldOf<typeof products> & { quantityNote?: string }

export const productKind: RecordKind<Product, HeldProduct, ProductFacts> = {
  source: productSource,
  table: products,
  read: readProducts,
  makeFindable: async (tx, ids) => writeSearchEntries(tx, 'products', await readProducts(tx, ids)),
  verbs: verbsOf('product'),
  fields: productDefinition.fields,
  updateFields: productDefinition.updateFields,
  notes: productDefinition.notes,
  initial: { reserved: 0 },
  findFacts: findProductFacts,
  whyNot: {
    create: ({ id }, { orphans }) => (orphans.has(id) ? 'AFFILIATE_NOT_FOUND' : null),
    update: whyNotEditProduct,
    delete: (actor, product, { used }) =>
      whyNotDeleteProduct(actor, { ...product, isUsed: used.has(product.id) }),
    revert: (_, { id, ...next }, { used, orphans, retaken }) =>
      whyNotRevertProduct(next, {
        isUsed: used.has(id),
        isOfferGone: orphans.has(id),
        isRetaken: retaken.has(id),
      }),
  },
  // Parcels and expeditions have moved the stock since: what the change moved is taken back, not what they did.
  restore: (product, before, after) => ({
    ...before,
    ...(before.quantity === undefined || after.quantity === undefined
      ? {}
      : { quantity: product.quantity + before.quantity - after.quantity }),
  }),
  follow: async (tx, actor, batch, changes) => {
    await recordCorrections(tx, actor, batch, changes)
    await followProducts(tx, actor, batch, changes)
  },
}

export const productBulks = { delete: deleteBulk(productKind) }
