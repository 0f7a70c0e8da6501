import { bag } from '../catalogue.ts'
import type { EventFixture } from '../event-fixture.ts'

/** Libyan: three decimals, an Arabic name, the phone only in the bill, written with the trunk 0. */
export const shopifyLibyan: EventFixture = {
  kind: 'shopify',
  country: 'lib',
  headers: { 'x-shopify-topic': 'orders/create' },
  body: `{"id":5005,"name":"#1014","created_at":"2026-08-04T07:24:22+02:00","currency":"LYD","financial_status":"pending",
"total_price":"125.250","total_outstanding":"125.250","phone":null,"customer":null,
"billing_address":{"name":"سالم المبروك","phone":"091 234 5678","address1":"شارع الجمهورية","city":"طرابلس","country_code":"LY"},
"shipping_address":{"name":"سالم المبروك","phone":null,"address1":"شارع الجمهورية","address2":null,"city":"طرابلس","province":null,
"zip":null,"country":"Libya","country_code":"LY"},
"line_items":[{"id":1,"title":"حقيبة","sku":"BAG-03","quantity":3,"price":"40.000"}]}`,
  reading: {
    kind: 'order',
    createdAt: '2026-08-04T05:24:22.000Z',
    customer: { name: 'سالم المبروك', phones: ['091 234 5678'] },
    address: { lines: ['شارع الجمهورية'], city: 'طرابلس' },
    outstanding: 125.25,
  },
  orders: [
    {
      country: 'lib',
      product: bag.id,
      customerName: 'سالم المبروك',
      customerPhone: '+218912345678',
      customerAddress: 'شارع الجمهورية, طرابلس',
      quantity: 3,
      price: 41.75,
    },
  ],
}
