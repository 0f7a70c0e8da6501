import type { SourceKind } from '../../domain/intake/source-kinds.ts'

/** An order as a demo shop sends it. `number`: the shop's. */
export type SoldOrder = {
  number: number
  at: Date
  customerName: string
  customerPhone: string
  customerAddress: string
  sku: string
  productName: string
  quantity: number
  price: number
  currency: string
}

export type DemoKind = Extract<SourceKind, 'shopify' | 'woocommerce' | 'generic'>

type SentEvent = { headers: Record<string, string>; body: string }

/** The event of a new order in the words of each kind of shop. */
export const shopEvents: Readonly<Record<DemoKind, (order: SoldOrder) => SentEvent>> = {
  shopify: (order) => {
    const [first = '', ...last] = order.customerName.split(' ')
    const address = {
      name: order.customerName,
      first_name: first,
      last_name: last.join(' '),
      address1: order.customerAddress,
      city: 'Abidjan',
      country_code: 'CI',
      phone: order.customerPhone,
    }
    return sent(
      {
        'x-shopify-topic': 'orders/create',
        'x-shopify-shop-domain': 'boutique-mariam.myshopify.com',
        'x-shopify-triggered-at': order.at.toISOString(),
      },
      {
        id: shopifyIds + order.number,
        admin_graphql_api_id: `gid://shopify/Order/${shopifyIds + order.number}`,
        name: `#${order.number}`,
        order_number: order.number,
        created_at: order.at.toISOString(),
        updated_at: order.at.toISOString(),
        currency: order.currency,
        financial_status: 'pending',
        payment_gateway_names: ['Cash on Delivery (COD)'],
        total_price: total(order).toFixed(2),
        total_outstanding: total(order).toFixed(2),
        note: null,
        shipping_address: address,
        line_items: [
          {
            id: shopifyIds + order.number + 1,
            name: order.productName,
            title: order.productName,
            sku: order.sku,
            quantity: order.quantity,
            price: order.price.toFixed(2),
          },
        ],
      },
    )
  },
  woocommerce: (order) => {
    const [first = '', ...last] = order.customerName.split(' ')
    const gmt = order.at.toISOString().slice(0, 19)
    const amount = total(order).toFixed(0)
    return sent(
      { 'x-wc-webhook-topic': 'order.created', 'x-wc-webhook-source': 'https://bazar-cocody.example/' },
      {
        id: order.number,
        number: String(order.number),
        status: 'processing',
        currency: order.currency,
        date_created_gmt: gmt,
        date_modified_gmt: gmt,
        date_paid: null,
        date_paid_gmt: null,
        total: amount,
        payment_method: 'cod',
        customer_note: '',
        billing: {
          first_name: first,
          last_name: last.join(' '),
          address_1: order.customerAddress,
          city: 'Abidjan',
          country: 'CI',
          phone: order.customerPhone,
        },
        line_items: [
          {
            id: order.number * 10,
            name: order.productName,
            sku: order.sku,
            quantity: order.quantity,
            price: order.price,
            total: amount,
          },
        ],
      },
    )
  },
  generic: (order) =>
    sent(
      {},
      {
        id: `W${order.number}`,
        createdAt: order.at.toISOString(),
        currency: order.currency,
        customer: { name: order.customerName, phone: order.customerPhone },
        address: { line: order.customerAddress, city: 'Abidjan' },
        items: [{ sku: order.sku, name: order.productName, quantity: order.quantity, price: order.price }],
        outstanding: total(order),
        note: null,
      },
    ),
}

/** Ids of Shopify have thirteen digits. */
const shopifyIds = 5_820_982_911_000

const total = ({ price, quantity }: SoldOrder): number => price * quantity

const sent = (headers: Record<string, string>, body: object): SentEvent => ({
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
