import type { ChangeReport } from '../../../domain/changes/changes.ts'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import type { Invoice, InvoiceWithLines } from '../../../domain/invoices/invoice.ts'
import { isoWeekOf } from '../../../domain/lib/iso-week.ts'
import type { OrderInput } from '../../../domain/orders/order.ts'
import type { Product, ProductInput } from '../../../domain/products/product.ts'
import type { Shipping } from '../../../domain/shippings/shipping.ts'
import type { TestUser } from './insert-user.ts'
import { type Shop, startShop } from './shop.ts'
import { openApi, type TestApi } from './start-api.ts'

type Settled = Partial<OrderInput> & { collected?: number; at?: string }

export type Billing = {
  seller: (country?: CountryCode) => Promise<TestUser>
  /** A seller's product with plenty in stock. */
  product: (seller: TestUser, input?: Partial<ProductInput>) => Promise<Product>
  /** A delivered parcel, optionally `at` another instant. */
  delivered: (product: Product, settled?: Settled) => Promise<Shipping>
  /** A returned parcel. */
  returned: (product: Product, settled?: Settled) => Promise<Shipping>
  /** Inserts delivered parcels of one piece directly into the database. */
  manyDelivered: (product: Product, count: number, at: string) => Promise<void>
  generate: (body?: Record<string, unknown>) => Promise<ChangeReport>
  /** A new invoice of a seller with one delivered parcel of 15,000. */
  invoice: (of?: TestUser) => Promise<Invoice>
  /** The invoices of a seller, in the order of their weeks. */
  invoicesOf: (seller: TestUser) => Promise<Invoice[]>
  read: (invoice: { id: string }) => Promise<InvoiceWithLines>
  /** The current week of the test's clock. */
  presentWeek: (country?: CountryCode) => string
}

/** A telephone of each country. */
export const phones: Record<CountryCode, string> = {
  ic: '+2250708091011',
  sn: '+221771234567',
  bf: '+22670123456',
  tn: '+21620123456',
  fr: '+33612345678',
  lib: '+218912345678',
}

const day = 86_400_000

/** Helpers of billing tests; the clock is set to the middle of a week. */
export const startBilling = async (api: TestApi, shop: Shop): Promise<Billing> => {
  const settle = async (shipping: Shipping, at: string | undefined): Promise<Shipping> => {
    if (at === undefined) return shipping
    await api.context.pool.query('update shippings set settled_at = $2 where id = $1', [shipping.id, at])
    return shop.readShipping(shipping)
  }
  const order = (product: Product, input: Partial<OrderInput>) =>
    shop.order(product, { customerPhone: phones[product.country], ...input })
  const billing: Billing = {
    seller: (country = 'ic') => api.createUser({ role: 'seller', country }),
    product: ({ id, country }, input) => shop.product({ owner: id, country, quantity: 100_000, ...input }),
    delivered: async (product, { collected, at, ...input } = {}) => {
      const more = collected === undefined ? {} : { collected }
      return settle(await shop.deliver(await order(product, input), more), at)
    },
    returned: async (product, { at, collected: _, ...input } = {}) =>
      settle(await shop.returned(await order(product, input)), at),
    manyDelivered: async (product, count, at) => {
      const ids = await shop.orders(product, count)
      await shop.bulk({ ids, status: 'CONFIRMED' })
      await api.context.pool.query(
        `update shippings set status = 'DELIVERED', collected = orders.total_price, settled_at = $2
         from orders where orders.id = shippings."order" and orders.id = any($1)`,
        [ids, at],
      )
    },
    generate: async (body) => {
      const answer = await shop.admin.post<ChangeReport>('/invoices/generate', body ? { body } : {})
      if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    invoice: async (of) => {
      const seller = of ?? (await billing.seller())
      await billing.delivered(await billing.product(seller))
      await billing.generate({ seller: seller.id })
      return (await billing.invoicesOf(seller))[0]!
    },
    invoicesOf: async ({ id }) => {
      const { body } = await shop.admin.get<{ items: Invoice[] }>(`/invoices?owner=${id}&sort=week&limit=100`)
      return body.items
    },
    read: async ({ id }) => (await shop.admin.get<InvoiceWithLines>(`/invoices/${id}`)).body,
    presentWeek: (country = 'ic') => isoWeekOf(api.context.now(), countries[country].timeZone),
  }
  return billing
}

/** Moves the test's clock to the next Wednesday noon, so that no test crosses a week's end. */
export const standInMidweek = ({ clock, context }: TestApi): void => {
  const now = context.now()
  const ahead = (3 - now.getUTCDay() + 7) % 7
  clock.advance(new Date(now).setUTCHours(12, 0, 0, 0) + ahead * day - now.getTime())
}

/** The server of a test file in the middle of a week, with a shop that is billed. */
export const openBillingApi = async (): Promise<{ api: TestApi; shop: Shop; billing: Billing }> => {
  const api = await openApi()
  // Sessions end when the clock advances.
  standInMidweek(api)
  const shop = await startShop(api)
  return { api, shop, billing: await startBilling(api, shop) }
}
