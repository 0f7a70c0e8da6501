import { lamp, watch } from '../catalogue.ts'
import type { EventFixture } from '../event-fixture.ts'

/** Two lines and delivery, paid on delivery; ids beyond 2^53, a note with CRLF, a telephone in no plan before the right one. */
export const shopifyCreated: EventFixture = {
  kind: 'shopify',
  country: 'ic',
  headers: {
    'content-type': 'application/json',
    'X-Shopify-Topic': 'orders/create',
    'X-Shopify-Shop-Domain': 'awa.myshopify.com',
    'X-Shopify-API-Version': '2026-07',
    'X-Shopify-Webhook-Id': 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043',
    'X-Shopify-Event-Id': '98880550-7158-44d4-b7cd-2c97c8a091b5',
    'X-Shopify-Triggered-At': '2026-08-04T00:24:23.412345678Z',
  },
  body: String.raw`{
  "id": 9007199254740993,
  "admin_graphql_api_id": "gid:\/\/shopify\/Order\/820982911946154509",
  "name": "#1001",
  "order_number": 1001,
  "created_at": "2026-08-04T05:24:22+05:00",
  "updated_at": "2026-08-04T05:24:23+05:00",
  "cancelled_at": null,
  "currency": "XOF",
  "financial_status": "pending",
  "fulfillment_status": null,
  "payment_gateway_names": ["Cash on Delivery (COD)"],
  "total_price": "41500.00",
  "total_outstanding": "41500.00",
  "note": "Appeler avant\r\nmidi",
  "note_attributes": [],
  "tags": "",
  "phone": null,
  "customer": { "id": 115310627314723954, "first_name": "Awa", "last_name": "Koné", "phone": null },
  "billing_address": { "name": "Awa Koné", "address1": "Plateau", "city": "Abidjan", "phone": "+225 07 08 09 10 11" },
  "shipping_address": {
    "first_name": "Awa", "last_name": "Koné", "name": "Awa Koné",
    "address1": "Cocody Angré", "address2": "7e tranche, villa 12", "city": "Abidjan", "province": "Abidjan",
    "zip": "00225", "country": "Côte d'Ivoire", "country_code": "CI", "phone": "12", "company": null
  },
  "line_items": [
    {
      "id": 866550311766439020, "admin_graphql_api_id": "gid://shopify/LineItem/866550311766439021",
      "title": "Montre", "variant_title": "noire", "name": "Montre - noire", "sku": "MTR-01", "quantity": 2,
      "current_quantity": 2, "price": "15000.00", "product_id": 1, "variant_id": 2, "properties": []
    },
    {
      "id": 866550311766439022, "title": "Lampe", "variant_title": null, "name": "Lampe", "sku": "LMP-02", "quantity": 1,
      "current_quantity": 1, "price": "10000.00", "properties": []
    }
  ]
}`,
  reading: {
    kind: 'order',
    externalId: '820982911946154509',
    name: '#1001',
    event: 'created',
    changedAt: '2026-08-04T00:24:23.000Z',
    triggeredAt: '2026-08-04T00:24:23.412Z',
    createdAt: '2026-08-04T00:24:22.000Z',
    currency: 'XOF',
    customer: { name: 'Awa Koné', phones: ['12', '+225 07 08 09 10 11'] },
    address: {
      company: null,
      lines: ['Cocody Angré', '7e tranche, villa 12'],
      city: 'Abidjan',
      region: 'Abidjan',
      postcode: '00225',
      country: "Côte d'Ivoire",
      countryCode: 'CI',
    },
    note: 'Appeler avant\nmidi',
    items: [
      {
        id: '866550311766439021',
        sku: 'MTR-01',
        name: 'Montre - noire',
        quantity: 2,
        price: 15000,
        total: 30000,
      },
      { id: '866550311766439022', sku: 'LMP-02', name: 'Lampe', quantity: 1, price: 10000, total: 10000 },
    ],
    outstanding: 41500,
    isPaid: false,
    isCancelled: false,
    isRefunded: false,
    isFulfilled: false,
    isWhole: true,
    refundedItems: [],
  },
  orders: [
    {
      country: 'ic',
      product: watch.id,
      customerName: 'Awa Koné',
      customerPhone: '+2250708091011',
      customerAddress: 'Cocody Angré, 7e tranche, villa 12, Abidjan',
      comment: 'Appeler avant\nmidi',
      quantity: 2,
      price: 15562,
      externalRef: 'S12 #1001',
      sourceName: 'Boutique Awa',
    },
    { product: lamp.id, quantity: 1, price: 10376, externalRef: 'S12 #1001/2' },
  ],
}
