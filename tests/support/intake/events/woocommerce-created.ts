import { bag } from '../catalogue.ts'
import type { EventFixture } from '../event-fixture.ts'

/** Paid on delivery, an Arabic name, the shipping address blank, dates without zone, a price with noise, three decimals. */
export const wooCommerceCreated: EventFixture = {
  kind: 'woocommerce',
  country: 'tn',
  headers: {
    'x-wc-webhook-source': 'https://boutique.tn/',
    'x-wc-webhook-topic': 'order.created',
    'x-wc-webhook-resource': 'order',
    'x-wc-webhook-event': 'created',
    'x-wc-webhook-id': '14',
    'x-wc-webhook-delivery-id': 'd7a5e1b1c0f34a5c',
  },
  body: String.raw`{"id":727,"number":"727","status":"processing","currency":"TND","date_created":"2026-08-04T06:24:22",
"date_created_gmt":"2026-08-04T05:24:22","date_modified_gmt":"2026-08-04T05:24:23","date_paid":null,"date_paid_gmt":null,
"total":"142.500","shipping_total":"7.000","payment_method":"cod","payment_method_title":"Paiement \u00e0 la livraison",
"customer_note":"\u0627\u062a\u0635\u0644 \u0642\u0628\u0644\r\nالتوصيل",
"billing":{"first_name":"\u0645\u062d\u0645\u062f","last_name":"\u0628\u0646 \u0639\u0644\u064a","company":"",
"address_1":"12 Rue de Tunis","address_2":"","city":"Tunis","state":"TN11","postcode":"1000","country":"TN",
"email":"m@example.com","phone":"20 123 456"},
"shipping":{"first_name":"","last_name":"","company":"","address_1":"","address_2":"","city":"","state":"","postcode":"","country":"",
"phone":""},"line_items":[{"id":315,"name":"\u062d\u0642\u064a\u0628\u0629 \u064a\u062f","product_id":93,"variation_id":0,"quantity":3,
"subtotal":"135.500","total":"135.500","sku":"BAG-03","price":45.166666666666664,"meta_data":[]}],"meta_data":[],"refunds":[]}`,
  reading: {
    kind: 'order',
    externalId: '727',
    name: '#727',
    event: 'created',
    changedAt: '2026-08-04T05:24:23.000Z',
    createdAt: '2026-08-04T05:24:22.000Z',
    currency: 'TND',
    customer: { name: 'محمد بن علي', phones: ['20 123 456'] },
    address: { lines: ['12 Rue de Tunis'], city: 'Tunis', region: null, postcode: '1000', countryCode: 'TN' },
    note: 'اتصل قبل\nالتوصيل',
    items: [{ id: '315', sku: 'BAG-03', name: 'حقيبة يد', quantity: 3, total: 135.5 }],
    outstanding: 142.5,
    isPaid: false,
  },
  orders: [
    {
      product: bag.id,
      customerName: 'محمد بن علي',
      customerPhone: '+21620123456',
      customerAddress: '12 Rue de Tunis, 1000 Tunis',
      comment: 'اتصل قبل\nالتوصيل',
      quantity: 3,
      price: 47.5,
    },
  ],
}
