export const morningShops = ['shopify', 'woocommerce', 'youcan'] as const
export type MorningShop = (typeof morningShops)[number]

/** Products of the seller by the SKUs that all three shops use. */
export const morningSkus = ['MTR-01', 'LMP-02'] as const
export const unknownSku = 'NEW-99'

/** What is wrong with an order: the shop's currency, or a line whose product nobody has named. */
type Flaw = 'currency' | 'sku'

export type MorningOrder = {
  shop: MorningShop
  /** As the shop writes it; Shopify's exceeds 2^53. */
  externalId: string
  number: number
  name: string
  phone: string
  lines: { sku: string; quantity: number; price: number }[]
  delivery: number
  flaw: Flaw | null
}

const names = ['Awa Koné', 'محمد بن علي', 'Jean-Marc N’Guessan', 'Aïssata / Traoré'] as const

/** The order at a place of the morning: always the same one. One in a hundred is in another currency, three have an unknown SKU. */
export const morningOrder = (at: number): MorningOrder => {
  const shop = morningShops[at % morningShops.length]!
  const flaw = at % 100 === 42 ? 'currency' : at % 100 < 3 ? 'sku' : null
  const first = { sku: flaw === 'sku' ? unknownSku : morningSkus[at % 2]!, quantity: 1 + (at % 3) }
  const second = { sku: morningSkus[(at + 1) % 2]!, quantity: 2, price: 3_500 }
  return {
    shop,
    externalId: idsOf[shop](at),
    number: 1_001 + at,
    name: names[at % names.length]!,
    phone: `07${String(10_000_000 + at)}`,
    lines: [{ ...first, price: 5_000 + 250 * (at % 40) }, ...(at % 5 === 0 ? [second] : [])],
    delivery: at % 7 === 0 ? 0 : 1_500,
    flaw,
  }
}

const idsOf: Record<MorningShop, (at: number) => string> = {
  shopify: (at) => String(820_982_911_946_154_508n + BigInt(at)),
  woocommerce: (at) => String(700 + at),
  youcan: (at) => `e1f4dd96-7e1c-4cd6-b9c8-${String(at).padStart(12, '0')}`,
}

/** What is to be collected for it. */
export const outstandingOf = ({ lines, delivery }: MorningOrder): number =>
  lines.reduce((sum, { quantity, price }) => sum + quantity * price, delivery)

/** The event's JSON; `minute`: of its last change. */
export const morningBody = (order: MorningOrder, minute: number): string => bodies[order.shop](order, minute)

const instantAt = (minute: number): string => new Date(Date.UTC(2026, 10, 27, 6, minute)).toISOString()
const currencyOf = ({ flaw }: MorningOrder): string => (flaw === 'currency' ? 'MAD' : 'XOF')
const amount = (value: number): string => value.toFixed(2)

const bodies: Record<MorningShop, (order: MorningOrder, minute: number) => string> = {
  shopify: (order, minute) => {
    const { externalId, number, name, phone, lines } = order
    const [first, ...last] = name.split(' ')
    const place = {
      name,
      address1: 'Cocody, rue 12',
      city: 'Abidjan',
      zip: '00225',
      country_code: 'CI',
      phone,
    }
    const body = JSON.stringify({
      id: `digits:${externalId}`,
      admin_graphql_api_id: `gid://shopify/Order/${externalId}`,
      name: `#${number}`,
      order_number: number,
      created_at: instantAt(0),
      updated_at: instantAt(minute),
      cancelled_at: null,
      currency: currencyOf(order),
      financial_status: 'pending',
      payment_gateway_names: ['Cash on Delivery (COD)'],
      total_price: amount(outstandingOf(order)),
      total_outstanding: amount(outstandingOf(order)),
      note: 'Appeler avant\r\nmidi',
      note_attributes: [],
      // Without an address, the phone is the order's.
      phone: number % 4 === 0 ? phone : null,
      customer: { first_name: first, last_name: last.join(' '), phone: null, default_address: null },
      billing_address: null,
      shipping_address: number % 4 === 0 ? null : place,
      line_items: lines.map(({ sku, quantity, price }, at) => ({
        id: `digits:${externalId}${at}`,
        title: sku,
        sku,
        quantity,
        current_quantity: quantity,
        price: amount(price),
      })),
    })
    return body.replace(/"digits:(\d+)"/g, '$1')
  },
  woocommerce: (order, minute) => {
    const { externalId, name, phone, lines, delivery } = order
    const [first, ...last] = name.split(' ')
    return JSON.stringify({
      id: Number(externalId),
      number: externalId,
      status: 'processing',
      currency: currencyOf(order),
      date_created: instantAt(0).slice(0, 19),
      date_created_gmt: instantAt(0).slice(0, 19),
      date_modified_gmt: instantAt(minute).slice(0, 19),
      date_paid: null,
      date_paid_gmt: null,
      total: String(outstandingOf(order)),
      shipping_total: String(delivery),
      payment_method: 'cod',
      customer_note: '',
      billing: {
        first_name: first,
        last_name: last.join(' '),
        address_1: 'Yopougon / Siporex',
        city: 'Abidjan',
        country: 'CI',
        phone,
      },
      shipping: { first_name: '', last_name: '', address_1: '', city: '', country: '', phone: '' },
      line_items: lines.map(({ sku, quantity, price }, at) => ({
        id: 10 * Number(externalId) + at,
        name: sku,
        sku,
        quantity,
        price,
        subtotal: String(quantity * price),
        total: String(quantity * price),
        meta_data: [],
      })),
      meta_data: [],
      refunds: [],
    })
  },
  youcan: (order, minute) => {
    const { externalId, number, name, phone, lines, delivery } = order
    const [first, ...last] = name.split(' ')
    return JSON.stringify({
      id: externalId,
      ref: String(number),
      total: outstandingOf(order),
      currency: currencyOf(order),
      created_at: instantAt(0),
      updated_at: instantAt(minute),
      notes: null,
      extra_fields: [],
      customer: {
        first_name: first,
        last_name: last.join(' '),
        phone: phone.slice(1),
        city: 'Bouaké',
        address: [],
      },
      variants: lines.map(({ sku, quantity, price }, at) => ({
        id: `${externalId}-${at}`,
        price,
        quantity,
        variant: { sku, product: { name: `${sku} 5/10 W` } },
      })),
      payment: { gateway_type: 1, status_text: 'unpaid' },
      shipping: {
        price: delivery,
        address: number % 2 === 0 ? [] : [{ address: 'Marché / Gare', city: 'Bouaké' }],
      },
    })
  },
}
