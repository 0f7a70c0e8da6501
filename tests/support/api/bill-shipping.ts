import { v7 as newId } from 'uuid'
import type { Shipping } from '../../../domain/shippings/shipping.ts'
import { invoiceLines, invoices } from '../../../server/db/schema/invoices.ts'
import type { TestApi } from './start-api.ts'

let made = 0

/** Puts a settled parcel on an invoice of its own, without running billing. */
export const billShipping = async ({ context }: TestApi, shipping: Shipping): Promise<void> => {
  made++
  const { country, owner } = shipping
  const [invoice] = await context.db
    .insert(invoices)
    .values({
      id: newId(),
      country,
      owner,
      code: `TEST-${made}`,
      week: `2000-W${made}`,
      weekStart: '2000-01-03',
      dueAt: context.now(),
      terms: '',
    })
    .returning({ id: invoices.id })
  await context.db.insert(invoiceLines).values({
    id: newId(),
    country,
    invoice: invoice!.id,
    shipping: shipping.id,
    batchId: newId(),
    shippingNumber: shipping.number,
    orderNumber: shipping.orderNumber,
    productName: shipping.productName,
    customerName: shipping.customerName,
    quantity: shipping.quantity,
    status: shipping.status === 'DELIVERED' ? 'DELIVERED' : 'RETURNED',
    settledAt: context.now(),
    collected: shipping.collected ?? 0,
    shippingFee: 0,
    upsellFee: 0,
  })
}
