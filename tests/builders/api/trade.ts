import type { ChangeReport } from '../../../domain/changes.ts'
import type { Order, OrderInput } from '../../../domain/orders/order.ts'
import type { OrderStatus } from '../../../domain/orders/order-status.ts'
import type { Product, ProductInput } from '../../../domain/products/product.ts'
import { newBatch } from '../../../server/resources/changes/record-changes.ts'
import { insertOrders, type NewOrder } from '../../../server/workflows/insert-orders.ts'
import type { Caller } from './caller.ts'
import type { TestUser } from './insert-user.ts'
import type { TestApi } from './start-api.ts'

export type Trade = {
  admin: Caller & { user: TestUser }
  product: (input?: Partial<ProductInput>) => Promise<Product>
  order: (product: Product, input?: Partial<OrderInput>) => Promise<Order>
  /** Many orders in one statement, as an import writes them. */
  orders: (product: Product, count: number, input?: Partial<NewOrder>) => Promise<string[]>
  move: (order: { id: string }, status: OrderStatus, more?: Record<string, unknown>) => Promise<Order>
  bulk: (body: Record<string, unknown>) => Promise<ChangeReport>
  undo: (batchId: string | null) => Promise<ChangeReport>
  readOrder: (order: { id: string }) => Promise<Order>
  readProduct: (product: { id: string }) => Promise<Product>
}

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

/** What trade tests do over and over, through the API as an admin; anything but success fails the test. */
export const startTrade = async (api: TestApi): Promise<Trade> => {
  const admin = await api.as('admin')
  const done = async <Body>(
    call: Promise<{ status: number; body: unknown }>,
    status = 200,
  ): Promise<Body> => {
    const answer = await call
    if (answer.status !== status) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body as Body
  }
  return {
    admin,
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
    move: ({ id }, status, more) => done(admin.put(`/orders/status/${id}`, { body: { status, ...more } })),
    bulk: (body) => done(admin.put('/orders/status', { body })),
    undo: (batchId) => done(admin.post(`/changes/${batchId}/undo`)),
    readOrder: ({ id }) => done(admin.get(`/orders/${id}`)),
    readProduct: ({ id }) => done(admin.get(`/products/${id}`)),
  }
}
