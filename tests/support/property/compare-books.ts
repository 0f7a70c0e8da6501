import { inArray } from 'drizzle-orm'
import { expect } from 'vitest'
import { expeditions, products } from '../../../server/db/schema/goods.ts'
import { invoiceLines, invoices } from '../../../server/db/schema/invoices.ts'
import { orders, shippings } from '../../../server/db/schema/orders.ts'
import { deliveryOf, type Model, ownerOf, stockOf } from './model.ts'
import { totalsOf, weekOf } from './model-billing.ts'
import type { World } from './world.ts'

/** Fails unless the database has the same records and values as the world's model, deleted ones too. */
export const expectSameBooks = async (world: World): Promise<void> => {
  expect(await readBooks(world)).toEqual(booksOf(world.model))
}

type Books = Record<string, readonly { id: string }[]>

const booksOf = (model: Model): Books => ({
  products: sorted(
    model.products.map((product) => ({
      ...metaOf(product),
      owner: product.owner,
      name: product.values.name,
      price: product.values.price / 1000,
      ...stockOf(model, product),
    })),
  ),
  orders: sorted(
    model.orders.map((order) => ({
      ...metaOf(order),
      ...order.values,
      owner: ownerOf(model, order),
      price: order.values.price / 1000,
      totalPrice: (order.values.price * order.values.quantity) / 1000,
      delivery: deliveryOf(order),
    })),
  ),
  shippings: sorted(
    model.orders.flatMap((order) => {
      const { shipping } = order
      if (shipping === null) return []
      const { collected, settledAt, ...values } = shipping.values
      return {
        ...metaOf(shipping),
        ...values,
        order: order.id,
        owner: ownerOf(model, order),
        collected: collected === null ? null : collected / 1000,
        settledIn: settledAt === null ? null : weekOf(model, settledAt),
      }
    }),
  ),
  expeditions: sorted(model.expeditions.map((one) => ({ ...metaOf(one), ...one.values }))),
  invoices: sorted(
    model.invoices.map((invoice) => ({
      ...metaOf(invoice),
      owner: invoice.owner,
      week: invoice.week,
      status: invoice.values.status,
      // Totals of a deleted invoice are not compared.
      ...(invoice.values.isDeleted ? {} : totalsOf(invoice)),
    })),
  ),
  lines: sorted(
    model.invoices.flatMap(({ id, bills }) =>
      bills.map(({ shipping, quantity, collected, shippingFee, upsellFee }) => ({
        id: shipping.id,
        invoice: id,
        quantity,
        collected: collected / 1000,
        shippingFee: shippingFee / 1000,
        upsellFee: upsellFee / 1000,
      })),
    ),
  ),
})

const metaOf = ({
  id,
  version,
  values,
}: {
  id: string
  version: number
  values: { isDeleted: boolean }
}) => ({
  id,
  version,
  isDeleted: values.isDeleted,
})

const readBooks = async ({ api, model }: World): Promise<Books> => {
  const { db } = api.context
  const own = [...model.sellers]
  const [goods, fulfillment, parcels, brought, bills] = [
    await db.select().from(products).where(inArray(products.owner, own)),
    await db.select().from(orders).where(inArray(orders.owner, own)),
    await db.select().from(shippings).where(inArray(shippings.owner, own)),
    await db.select().from(expeditions).where(inArray(expeditions.owner, own)),
    await db.select().from(invoices).where(inArray(invoices.owner, own)),
  ]
  const billIds = bills.map(({ id }) => id)
  const lines = await db.select().from(invoiceLines).where(inArray(invoiceLines.invoice, billIds))
  return {
    products: sorted(
      goods.map((row) => ({
        ...rowOf(row),
        ...pick(row, ['owner', 'name', 'price', 'quantity', 'reserved']),
      })),
    ),
    orders: sorted(fulfillment.map((row) => ({ ...rowOf(row), ...pick(row, orderNames) }))),
    shippings: sorted(
      parcels.map((row) => ({
        ...rowOf(row),
        ...pick(row, shippingNames),
        settledIn: row.settledAt === null ? null : weekOf(model, row.settledAt.getTime()),
      })),
    ),
    expeditions: sorted(
      brought.map((row) => ({ ...rowOf(row), ...pick(row, ['product', 'quantity', 'status']) })),
    ),
    invoices: sorted(
      bills.map((row) => ({
        ...rowOf(row),
        ...pick(row, ['owner', 'week', 'status']),
        ...(row.deletedAt === null ? pick(row, totalNames) : {}),
      })),
    ),
    lines: sorted(
      lines.map((row) => ({
        id: row.shipping,
        ...pick(row, ['invoice', 'quantity', 'collected', 'shippingFee', 'upsellFee']),
      })),
    ),
  }
}

const orderNames = [
  'product',
  'quantity',
  'price',
  'totalPrice',
  'customerName',
  'status',
  'comment',
  'attempts',
  'externalRef',
  'owner',
  'delivery',
] as const
const shippingNames = [
  'status',
  'comment',
  'delivery',
  'attempts',
  'postponedTo',
  'collected',
  'condition',
  'order',
  'owner',
] as const
const totalNames = [
  'totalShipments',
  'totalWithoutFees',
  'shippingFees',
  'upsellFees',
  'expeditionFees',
  'otherFees',
  'totalWithFees',
] as const

const rowOf = ({ id, version, deletedAt }: { id: string; version: number; deletedAt: Date | null }) => ({
  id,
  version,
  isDeleted: deletedAt !== null,
})

const pick = <Row, Name extends keyof Row>(row: Row, names: readonly Name[]): Pick<Row, Name> =>
  Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>

const sorted = <Item extends { id: string }>(items: readonly Item[]): Item[] =>
  items.toSorted((one, other) => (one.id < other.id ? -1 : 1))
