import { eq, sql } from 'drizzle-orm'
import {
  whyNotDeleteProduct,
  whyNotEditProduct,
  whyNotRevertProduct,
} from '../../../domain/products/policy.ts'
import { products } from '../../../domain/products/product.ts'
import { defineKind } from '../../crud/define-kind.ts'
import { recordList } from '../../crud/record-list.ts'
import { affiliates, products as table } from '../../db/schema/goods.ts'
import { findProductFacts, type ProductFacts, productUses } from '../../queries/product-facts.ts'
import { followProducts } from '../../services/fulfillment/derive-shipping.ts'
import { recordCorrections } from '../../services/fulfillment/stock.ts'
import { serveKind } from '../serve-kind.ts'
import { movementRoutes } from './movement-routes.ts'

const available = sql<number>`(${table.quantity} - ${table.reserved})`

const list = recordList(products, table, {
  filters: {
    mode: sql<string>`(case when ${table.affiliate} is null then 'own' else 'affiliate' end)`,
    available,
  },
  sorts: { available },
  fields: { available, affiliateName: affiliates.name },
  joined: [{ table: affiliates, on: eq(affiliates.id, table.affiliate), isOptional: true }],
})

export const productKind = defineKind<'products', typeof table, ProductFacts>(products, list, {
  initial: { reserved: 0 },
  uses: productUses,
  findFacts: findProductFacts,
  whyNot: {
    create: ({ id }, { orphans }) => (orphans.has(id) ? 'AFFILIATE_NOT_FOUND' : null),
    update: whyNotEditProduct,
    delete: (actor, product) => whyNotDeleteProduct(actor, { ...product, isUsed: false }),
    revert: (_, { id, ...next }, { orphans, retaken }) =>
      whyNotRevertProduct(next, {
        isUsed: false,
        isOfferGone: orphans.has(id),
        isRetaken: retaken.has(id),
      }),
  },
  // Reverts the quantity by difference, since parcels and expeditions have changed it since.
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
})

export const productResource = serveKind(list, productKind, {
  more: [movementRoutes(list.read)],
  refuses: { create: ['AFFILIATE_NOT_FOUND'], update: ['STOCK_RESERVED'] },
})
