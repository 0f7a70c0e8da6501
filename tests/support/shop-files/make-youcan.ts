type Row = Readonly<Record<string, string>>

const line = (ref: string, given: Row = {}): Row => ({
  ref,
  created_at: '2026-08-04T05:24:22.000000Z',
  status_new: 'Ouverte',
  payment_status_new: 'unpaid',
  shipping_status_new: 'unfulfilled',
  total: '31500',
  currency: 'XOF',
  'customer.first_name': 'Awa',
  'customer.last_name': 'Koné',
  'customer.phone': '0708091011',
  'customer.city': 'Abidjan',
  'customer.address': 'Rue 12',
  'product.name': 'Montre Élégance',
  'variant.sku': 'MTR-01',
  quantity: '1',
  price: '15000',
  notes: '',
  ...given,
})

/** A product a row, by the names of YouCan's API. */
export const youcanRows: readonly Row[] = [
  line('1201'),
  line('1201', { 'product.name': 'Lampe', 'variant.sku': '', quantity: '2', price: '7500' }),
  line('1202', { payment_status_new: 'paid', total: '15000' }),
  line('1203', { status_new: 'Annulée' }),
]

export const youcanHeaders = Object.keys(youcanRows[0]!)
