import { largestAmount, totalPrice } from '../lib/money.ts'
import { accept, type Result, refuse } from '../lib/result.ts'

/** The price of one piece (the product's own where none is given) and the exact total, in major units. */
export const priceOrder = (
  order: { quantity: number; price?: number | null },
  product: { price: number },
): Result<{ price: number; totalPrice: number }> => {
  const price = order.price ?? product.price
  const total = totalPrice(price, order.quantity)
  return total > largestAmount
    ? refuse('VALIDATION_FAILED', [{ path: 'quantity', code: 'TOO_LARGE' }])
    : accept({ price, totalPrice: total })
}
