import type { ChangeReport } from '../../../domain/changes/changes.ts'
import type { OrderStatus } from '../../../domain/fulfillment/order-status.ts'
import type { ShippingStatus } from '../../../domain/fulfillment/shipping-status.ts'
import type { Order, OrderInput } from '../../../domain/orders/order.ts'
import type { Product, ProductInput } from '../../../domain/products/product.ts'
import type { Shipping } from '../../../domain/shippings/shipping.ts'
import { newBatch } from '../../../server/crud/record-changes.ts'
import { insertOrders } from '../../../server/services/fulfillment/write-orders.ts'
import type { Caller } from './caller.ts'
import type { TestUser, UserOverrides } from './insert-user.ts'
import { openApi, type TestApi } from './start-api.ts'

export type Shop = {
  admin: Caller & { user: TestUser }
  product: (input?: Partial<ProductInput>) => Promise<Product>
  order: (product: Product, input?: Partial<OrderInput>) => Promise<Order>
  /** Many orders in one statement, as an import writes them. */
  orders: (product: Product, count: number, input?: Partial<OrderInput>) => Promise<string[]>
  move: (order: { id: string }, status: OrderStatus, more?: Record<string, unknown>) => Promise<Order>
  bulk: (body: Record<string, unknown>) => Promise<ChangeReport>
  undo: (batchId: string | null) => Promise<ChangeReport>
  /** Creates a courier of a country, default `ic`. */
  courier: (overrides?: UserOverrides) => Promise<TestUser>
  /** Dispatches an order's parcel; confirms the order and assigns a new courier if needed. */
  ship: (order: { id: string }, courier?: { id: string }) => Promise<Shipping>
  /** Delivers an order's parcel, by default for its full price; dispatches it first if needed. */
  deliver: (order: { id: string }, more?: { collected?: number }) => Promise<Shipping>
  /** Returns an order's parcel: dispatched if needed, then refused. */
  returned: (order: { id: string }) => Promise<Shipping>
  moveShipping: (
    shipping: { id: string },
    status: ShippingStatus,
    more?: Record<string, unknown>,
  ) => Promise<Shipping>
  assign: (shipping: { id: string }, courier: { id: string } | null) => Promise<Shipping>
  /** The parcel of a confirmed order. */
  shippingOf: (order: { id: string }) => Promise<Shipping>
  bulkShippings: (body: Record<string, unknown>) => Promise<ChangeReport>
  readShipping: (shipping: { id: string }) => Promise<Shipping>
  readOrder: (order: { id: string }) => Promise<Order>
  readProduct: (product: { id: string }) => Promise<Product>
}

/** Adds a reason for an amount other than the one due, unless given. */
const explained = (body: Record<string, unknown>): Record<string, unknown> =>
  body.collected === undefined ? body : { reason: 'Convenu avec le client', ...body }

let made = 0

export const orderInput = (product: Product, input: Partial<OrderInput> = {}): OrderInput => {
  made++
  return {
    country: product.country,
    product: product.id,
    customerName: `Client ${made}`,
    customerPhone: `+22507${String(10_000_000 + made)}`,
    customerAddress: 'Cocody, rue 12, Abidjan',
    quantity: 1,
    ...input,
  }
}

/** Helpers for orders and parcels, through the API as an admin; a refusal fails the test. */
export const startShop = async (api: TestApi): Promise<Shop> => {
  const admin = await api.as('admin')
  const done = async <Body>(
    call: Promise<{ status: number; body: unknown }>,
    status = 200,
  ): Promise<Body> => {
    const answer = await call
    if (answer.status !== status) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body as Body
  }
  const move: Shop['move'] = ({ id }, status, more) =>
    done(admin.put(`/orders/status/${id}`, { body: { status, ...more } }))
  const moveShipping: Shop['moveShipping'] = ({ id }, status, more) =>
    done(admin.put(`/shippings/status/${id}`, { body: explained({ status, ...more }) }))
  const assign: Shop['assign'] = ({ id }, courier) =>
    done(admin.put(`/shippings/delivery/${id}`, { body: { delivery: courier?.id ?? null } }))
  const readOrder: Shop['readOrder'] = ({ id }) => done(admin.get(`/orders/${id}`))
  const readShipping: Shop['readShipping'] = ({ id }) => done(admin.get(`/shippings/${id}`))
  const newCourier: Shop['courier'] = (overrides) => api.createUser({ role: 'delivery', ...overrides })
  const shippingOf: Shop['shippingOf'] = async (order) =>
    readShipping({ id: (await readOrder(order)).shipping! })
  const ship: Shop['ship'] = async (order, courier) => {
    const present = await readOrder(order)
    const { shipping } = present.status === 'CONFIRMED' ? present : await move(order, 'CONFIRMED')
    const parcel = await readShipping({ id: shipping! })
    if (parcel.delivery === null)
      await assign(parcel, courier ?? (await newCourier({ country: parcel.country })))
    return moveShipping(parcel, 'OUT_FOR_DELIVERY')
  }
  const shipped = async (order: { id: string }): Promise<Shipping> =>
    (await readOrder(order)).shippingStatus === 'OUT_FOR_DELIVERY' ? shippingOf(order) : ship(order)
  return {
    admin,
    courier: newCourier,
    ship,
    deliver: async (order, more) => moveShipping(await shipped(order), 'DELIVERED', more),
    returned: async (order) => moveShipping(await moveShipping(await shipped(order), 'REFUSED'), 'RETURNED'),
    moveShipping,
    assign,
    shippingOf,
    bulkShippings: (body) => done(admin.put('/shippings/status', { body: explained(body) })),
    readShipping,
    product: (input) => {
      const body = { country: 'ic', name: 'Montre connectée', price: 15_000, quantity: 100, ...input }
      return done(admin.post('/products', { body }), 201)
    },
    order: (product, input) => done(admin.post('/orders', { body: orderInput(product, input) }), 201),
    orders: async (product, count, input) => {
      const rows = Array.from({ length: count }, () => ({ ...orderInput(product), ...input }))
      const batch = newBatch(api.context)
      const inserted = await api.context.db.transaction((tx) => insertOrders(tx, admin.user, rows, batch))
      return inserted.map(({ id }) => id)
    },
    move,
    bulk: (body) => done(admin.put('/orders/status', { body })),
    undo: (batchId) => done(admin.post(`/changes/${batchId}/undo`)),
    readOrder,
    readProduct: ({ id }) => done(admin.get(`/products/${id}`)),
  }
}

/** The server of a test file, with a shop's helpers. */
export const openShopApi = async (): Promise<{ api: TestApi; shop: Shop }> => {
  const api = await openApi()
  return { api, shop: await startShop(api) }
}
