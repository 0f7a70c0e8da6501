import type { EventFixture } from './event-fixture.ts'
import { genericCancelled } from './events/generic-cancelled.ts'
import { genericCreated } from './events/generic-created.ts'
import { sheetTyped } from './events/sheet-typed.ts'
import { shopifyCancelled } from './events/shopify-cancelled.ts'
import { shopifyCreated } from './events/shopify-created.ts'
import { shopifyCustomerAlone } from './events/shopify-customer-alone.ts'
import { shopifyDeleted } from './events/shopify-deleted.ts'
import { shopifyDiscounts } from './events/shopify-discounts.ts'
import { shopifyLibyan } from './events/shopify-libyan.ts'
import { shopifyNullAddresses } from './events/shopify-null-addresses.ts'
import { shopifyOtherCurrency } from './events/shopify-other-currency.ts'
import { shopifyOtherTopic } from './events/shopify-other-topic.ts'
import { shopifyPaid } from './events/shopify-paid.ts'
import { shopifyRefund } from './events/shopify-refund.ts'
import { shopifyRefundedLine } from './events/shopify-refunded-line.ts'
import { shopifyTwoCurrencies } from './events/shopify-two-currencies.ts'
import { wooCommerceCreated } from './events/woocommerce-created.ts'
import { wooCommerceDeleted } from './events/woocommerce-deleted.ts'
import { wooCommerceDiscount } from './events/woocommerce-discount.ts'
import { wooCommerceNullAddresses } from './events/woocommerce-null-addresses.ts'
import { wooCommercePaid } from './events/woocommerce-paid.ts'
import { wooCommercePing } from './events/woocommerce-ping.ts'
import { wooCommerceRefunded } from './events/woocommerce-refunded.ts'
import { wooCommerceRefundedPart } from './events/woocommerce-refunded-part.ts'
import { wooCommerceShippedElsewhere } from './events/woocommerce-shipped-elsewhere.ts'
import { youCanEmptyLists } from './events/youcan-empty-lists.ts'
import { youCanEscaped } from './events/youcan-escaped.ts'
import { youCanOtherHook } from './events/youcan-other-hook.ts'
import { youCanPaid } from './events/youcan-paid.ts'
import { youCanTunisian } from './events/youcan-tunisian.ts'
import { youCanWithoutTotal } from './events/youcan-without-total.ts'

/** One event a kind of source and trap of its documents. */
export const allEvents: Readonly<Record<string, EventFixture>> = {
  'Shopify: an order of two lines, paid on delivery': shopifyCreated,
  'Shopify: null addresses, the id a number beyond 2^53': shopifyNullAddresses,
  'Shopify: paid, lists and objects exchanged': shopifyPaid,
  'Shopify: cancelled': shopifyCancelled,
  'Shopify: deleted': shopifyDeleted,
  'Shopify: refunded in part': shopifyRefund,
  'Shopify: another topic': shopifyOtherTopic,
  'WooCommerce: the ping': wooCommercePing,
  'WooCommerce: paid on delivery, Arabic, three decimals': wooCommerceCreated,
  'WooCommerce: paid by card': wooCommercePaid,
  'WooCommerce: deleted': wooCommerceDeleted,
  'YouCan: escaped by PHP': youCanEscaped,
  'YouCan: empty lists': youCanEmptyLists,
  'YouCan: another hook': youCanOtherHook,
  'generic: the documented JSON': genericCreated,
  'generic: cancelled by id': genericCancelled,
  'sheet: a typed row': sheetTyped,
  'Shopify: discounts and delivery': shopifyDiscounts,
  'Shopify: a refunded line': shopifyRefundedLine,
  'Shopify: two currencies': shopifyTwoCurrencies,
  'Shopify: another currency': shopifyOtherCurrency,
  'Shopify: Libyan, three decimals': shopifyLibyan,
  'Shopify: the customer alone': shopifyCustomerAlone,
  'WooCommerce: null addresses': wooCommerceNullAddresses,
  'WooCommerce: delivered to somebody else': wooCommerceShippedElsewhere,
  'WooCommerce: a coupon': wooCommerceDiscount,
  'WooCommerce: refunded in part': wooCommerceRefundedPart,
  'WooCommerce: refunded': wooCommerceRefunded,
  'YouCan: Tunisian, three decimals': youCanTunisian,
  'YouCan: no total': youCanWithoutTotal,
  'YouCan: paid': youCanPaid,
}
