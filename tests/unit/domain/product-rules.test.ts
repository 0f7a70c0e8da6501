import { describe, expect, it } from 'vitest'
import { roles } from '../../../domain/access/permissions.ts'
import { priceOrder } from '../../../domain/orders/order.ts'
import {
  whyNotDeleteProduct,
  whyNotEditProduct,
  whyNotRevertProduct,
} from '../../../domain/products/policy.ts'

const admin = { id: 'a', role: 'admin', country: 'ic', isEmailVerified: true, isActivated: true } as const
const product = { country: 'ic', owner: 's', reserved: 3 }

describe('a product', () => {
  it('covers what is reserved of it', () => {
    expect(whyNotEditProduct(admin, product, { quantity: 3 })).toBeNull()
    expect(whyNotEditProduct(admin, product, { quantity: 2 })).toBe('STOCK_RESERVED')
  })

  it('stays while an order or an expedition names it', () => {
    expect(whyNotDeleteProduct(admin, product)).toBe('IN_USE')
    expect(whyNotDeleteProduct(admin, { ...product, reserved: 0 })).toBeNull()
  })

  it.each(roles.filter((role) => role !== 'admin'))('is not changed by a %s', (role) => {
    expect(whyNotEditProduct({ ...admin, role }, product, { quantity: 9 })).toBe('FORBIDDEN')
    expect(whyNotDeleteProduct({ ...admin, role }, product)).toBe('FORBIDDEN')
  })

  it('is restored, but not below the reserved stock, while referenced, or without its offer', () => {
    const back = (next: object, facts: object = {}) =>
      whyNotRevertProduct(
        { quantity: 5, reserved: 3, isDeleted: false, ...next },
        { isUsed: false, isOfferGone: false, isRetaken: false, ...facts },
      )
    expect(back({ quantity: 3 })).toBeNull()
    expect(back({ quantity: 2 })).toBe('STOCK_RESERVED')
    expect(back({}, { isOfferGone: true })).toBe('AFFILIATE_NOT_FOUND')
    expect(back({}, { isRetaken: true })).toBe('ALREADY_TAKEN')
    expect(back({ isDeleted: true, reserved: 0 }, { isRetaken: true })).toBeNull()
    expect(back({ isDeleted: true })).toBe('IN_USE')
    expect(back({ isDeleted: true, reserved: 0 }, { isUsed: true })).toBe('IN_USE')
    expect(back({ isDeleted: true, reserved: 0 }, { isOfferGone: true })).toBeNull()
  })

  it('gives an order its price unless one is given, nothing included', () => {
    const priced = (price: number | null | undefined, quantity = 3) =>
      priceOrder({ price, quantity }, { price: 0.1 })
    expect(priced(undefined)).toEqual({ ok: true, value: { price: 0.1, totalPrice: 0.3 } })
    expect(priced(null)).toEqual({ ok: true, value: { price: 0.1, totalPrice: 0.3 } })
    expect(priced(0)).toEqual({ ok: true, value: { price: 0, totalPrice: 0 } })
    expect(priced(1.005, 1_000)).toEqual({ ok: true, value: { price: 1.005, totalPrice: 1_005 } })
    expect(priced(99_999_999_999, 2)).toMatchObject({
      ok: false,
      errors: [{ path: 'quantity', code: 'TOO_LARGE' }],
    })
  })
})
