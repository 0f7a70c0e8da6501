type Row = Readonly<Record<string, string>>

const places = (place: 'billing' | 'shipping', filled: boolean): Row => ({
  [`${place}_first_name`]: filled ? 'Awa' : '',
  [`${place}_last_name`]: filled ? 'Koné' : '',
  [`${place}_company`]: '',
  [`${place}_address_1`]: filled ? 'Rue 12' : '',
  [`${place}_address_2`]: filled ? 'Angré' : '',
  [`${place}_city`]: filled ? 'Abidjan' : '',
  [`${place}_state`]: filled ? 'CI-AB' : '',
  [`${place}_postcode`]: filled ? '00225' : '',
  [`${place}_country`]: filled ? 'CI' : '',
})

const order = (number: number, given: Row = {}): Row => ({
  order_id: String(number),
  order_number: String(number),
  order_date: '2026-08-04 05:24:22',
  paid_date: '',
  status: 'wc-processing',
  shipping_total: '1500',
  order_total: '16500',
  order_currency: 'XOF',
  payment_method: 'cod',
  payment_method_title: 'Paiement à la livraison',
  ...places('billing', true),
  billing_email: 'awa@example.com',
  billing_phone: '0708091011',
  ...places('shipping', false),
  customer_note: '',
  line_item_1: 'name:Montre Élégance|product_id:9|sku:MTR-01|quantity:1|total:15000|sub_total:15000',
  line_item_2: '',
  ...given,
})

/** An export of the plugins with an order a row: its lines are in `line_item_1`, `line_item_2`... */
export const wideWooRows: readonly Row[] = [
  order(501, {
    order_total: '31500',
    line_item_2: 'name:Lampe|product_id:10|sku:|quantity:2|total:15000|sub_total:15000',
  }),
  order(502, { status: 'wc-cancelled' }),
  order(503, { paid_date: '2026-08-04 06:00:00', payment_method: 'stripe' }),
  order(504, { status: 'completed', paid_date: '2026-08-04 06:00:00' }),
  order(505, { line_item_1: 'Lampe x 2', customer_note: 'Après 17 h' }),
]

export const wideWooHeaders = Object.keys(wideWooRows[0]!)

const line = (number: number, given: Row = {}): Row => ({
  'Order Number': String(number),
  'Order Status': 'On hold',
  'Order Date': '2026-08-04 05:24',
  'Customer Note': '',
  'First Name (Billing)': 'Awa',
  'Last Name (Billing)': 'Koné',
  'Address 1&2 (Billing)': 'Rue 12, Angré',
  'City (Billing)': 'Abidjan',
  'State Code (Billing)': '',
  'Postcode (Billing)': '',
  'Country Code (Billing)': 'CI',
  'Phone (Billing)': '708091011',
  'Payment Method Title': 'Paiement à la livraison',
  'Order Shipping Amount': '1500',
  'Order Refund Amount': '0',
  'Order Total Amount': '31500',
  SKU: 'MTR-01',
  'Item #': '1',
  'Item Name': 'Montre Élégance',
  'Quantity (- Refund)': '1',
  'Item Cost': '15000',
  ...given,
})

/** An export with a product a row, each with the columns of its order. */
export const longWooRows: readonly Row[] = [
  line(601),
  line(601, {
    SKU: '',
    'Item #': '2',
    'Item Name': 'Lampe',
    'Quantity (- Refund)': '2',
    'Item Cost': '7500',
  }),
  line(602, { 'Order Status': 'Annulée' }),
]

export const longWooHeaders = Object.keys(longWooRows[0]!)
