import { describe, expect, it } from 'vitest'
import { roles } from '../../../domain/access/permissions.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import {
  checkInvoiceGenerate,
  chooseWeek,
  invoiceCode,
  invoiceStatuses,
  invoices,
} from '../../../domain/invoices/invoice.ts'
import { nextInvoiceStatus, whyNotEditInvoice, whyNotMoveInvoice } from '../../../domain/invoices/policy.ts'
import {
  addLines,
  billParcel,
  changeFees,
  noLines,
  taxedFees,
  totalWithFees,
} from '../../../domain/invoices/totals.ts'
import { validate } from '../../../domain/lib/validate.ts'
import { firstTariffs } from '../../support/first-tariffs.ts'

const admin = { id: 'a', role: 'admin', country: 'ic', isEmailVerified: true, isActivated: true } as const
const invoice = { country: 'ic', owner: 's', status: 'UN_PAID', totalWithFees: 1_000, paidAmount: 0 } as const

describe('a parcel’s line', () => {
  it.each<[CountryCode, number, { shippingFee: number; upsellFee: number }]>([
    ['ic', 1, { shippingFee: 1500, upsellFee: 0 }],
    ['sn', 3, { shippingFee: 1500, upsellFee: 500 }],
    ['bf', 2, { shippingFee: 1500, upsellFee: 250 }],
    ['tn', 4, { shippingFee: 8, upsellFee: 3 }],
    ['fr', 4, { shippingFee: 6, upsellFee: 1.5 }],
    ['lib', 2, { shippingFee: 20, upsellFee: 3 }],
  ])('of %s has, delivered with %d pieces, %o', (country, quantity, fees) => {
    const parcel = { country, quantity, status: 'DELIVERED', collected: 12.5, isRefused: false } as const
    expect(billParcel(parcel, firstTariffs[country])).toEqual({ collected: 12.5, ...fees, cashFee: 0 })
  })

  it.each<[CountryCode, number]>([
    ['ic', 500],
    ['sn', 500],
    ['bf', 500],
    ['tn', 3],
    ['fr', 3],
    ['lib', 8],
  ])('of %s costs %d when the parcel came back, whatever was in it', (country, shippingFee) => {
    const parcel = { country, quantity: 5, status: 'RETURNED', collected: null, isRefused: true } as const
    const line = { collected: 0, shippingFee, upsellFee: 0, cashFee: 0 }
    expect(billParcel(parcel, firstTariffs[country])).toEqual(line)
  })
})

describe('an invoice’s totals', () => {
  it('are sums without the error of floats', () => {
    const line = { collected: 0.1, shippingFee: 6, upsellFee: 0.5, cashFee: 0.1 }
    const totals = addLines(addLines(noLines, [line, line]), [line])
    expect(totals).toEqual({
      totalShipments: 3,
      totalWithoutFees: 0.3,
      shippingFees: 18,
      upsellFees: 1.5,
      cashFees: 0.3,
    })
    const millimes = Array.from({ length: 1_000 }, () => ({
      collected: 45.501,
      shippingFee: 8,
      upsellFee: 1,
      cashFee: 0,
    }))
    expect(addLines(noLines, millimes).totalWithoutFees).toBe(45_501)
  })

  it('leave the seller what the fees leave, and may leave them owing', () => {
    const fees = { shippingFees: 0.2, upsellFees: 0.05, cashFees: 0.05, expeditionFees: 0, otherFees: 0 }
    expect(totalWithFees({ totalWithoutFees: 0.3, ...fees })).toBe(0)
    expect(totalWithFees({ totalWithoutFees: 0, ...fees, otherFees: 12.345 })).toBe(-12.645)
    expect(changeFees({ totalWithoutFees: 0.3, ...fees }, { otherFees: 0.1 })).toEqual({
      ok: true,
      value: { expeditionFees: 0, otherFees: 0.1, totalWithFees: -0.1 },
    })
    const tooLarge = { expeditionFees: 99_999_999_999, otherFees: 1 }
    expect(changeFees({ totalWithoutFees: 0, ...fees }, tooLarge)).toMatchObject({
      errors: [
        { path: 'expeditionFees', code: 'TOO_LARGE' },
        { path: 'otherFees', code: 'TOO_LARGE' },
      ],
    })
  })
})

describe('an invoice', () => {
  it('has the number of its country and ISO year', () => {
    expect(invoiceCode('ic', '2026-W47', 1)).toBe('INV-CI-2026-00001')
    expect(invoiceCode('lib', '2026-W53', 12_345)).toBe('INV-LY-2026-12345')
    expect(invoiceCode('fr', '2026-W01', 123_456)).toBe('INV-FR-2026-123456')
  })

  it('takes a parcel of its week unless it is paid; then the present one does, unless that is paid too', () => {
    const choose = (paid: string[]) =>
      chooseWeek('2026-W46', '2026-W47', (week) => (paid.includes(week) ? 'PAID' : 'UN_PAID'))
    expect(choose([])).toBe('2026-W46')
    expect(choose(['2026-W46'])).toBe('2026-W47')
    expect(choose(['2026-W46', '2026-W47'])).toBeNull()
    expect(chooseWeek('2026-W46', '2026-W47', () => null)).toBe('2026-W46')
  })

  it('goes to and fro between two statuses, by an admin only', () => {
    expect(invoiceStatuses.map((status) => nextInvoiceStatus[status])).toEqual(['PAID', 'UN_PAID'])
    expect(whyNotMoveInvoice(admin, invoice, 'PAID')).toBeNull()
    expect(whyNotMoveInvoice(admin, invoice, 'UN_PAID')).toBe('ALREADY_THERE')
    expect(whyNotMoveInvoice(admin, { ...invoice, status: 'PAID' }, 'UN_PAID')).toBeNull()
    for (const role of roles.filter((role) => role !== 'admin')) {
      for (const status of invoiceStatuses) {
        expect(whyNotMoveInvoice({ ...admin, role, id: 's' }, invoice, status)).toBe('FORBIDDEN')
      }
      expect(whyNotEditInvoice({ ...admin, role, id: 's' }, invoice)).toBe('FORBIDDEN')
    }
  })

  it('keeps the values that were paid', () => {
    expect(whyNotEditInvoice(admin, invoice)).toBeNull()
    expect(whyNotEditInvoice(admin, { ...invoice, status: 'PAID' })).toBe('INVOICE_IS_PAID')
  })

  it('has fees in its country’s currency, none below zero, and always its terms', () => {
    const edit = (body: unknown) => validate(invoices.updateFields, body, { country: 'ic', partial: true })
    expect(edit({ expeditionFees: 1500, notes: '' })).toEqual({
      ok: true,
      value: { expeditionFees: 1500, notes: null },
    })
    expect(edit({ expeditionFees: 0.5, otherFees: -1, terms: ' ', totalWithFees: 0 })).toMatchObject({
      errors: [
        { path: 'totalWithFees', code: 'UNKNOWN_FIELD' },
        { path: 'expeditionFees', code: 'TOO_MANY_DECIMALS' },
        { path: 'otherFees', code: 'TOO_SMALL' },
        { path: 'terms', code: 'REQUIRED' },
      ],
    })
  })

  it('is made of a week that there is', () => {
    expect(checkInvoiceGenerate({ week: '2026-W53' })).toMatchObject({ ok: true })
    expect(checkInvoiceGenerate({ week: null })).toMatchObject({ ok: true })
    expect(checkInvoiceGenerate({ week: '2025-W53' })).toMatchObject({
      errors: [{ path: 'week', code: 'NOT_A_DATE' }],
    })
  })
})

describe('our fees with their tax', () => {
  const fees = { shippingFees: 3_000, upsellFees: 300, cashFees: 200, expeditionFees: 0, otherFees: 0 }

  it.each<[CountryCode, { total: number; net: number; tax: number }]>([
    ['ic', { total: 3_500, net: 2_966, tax: 534 }],
    ['fr', { total: 3_500, net: 2_916.67, tax: 583.33 }],
    ['tn', { total: 3_500, net: 2_941.176, tax: 558.824 }],
    ['lib', { total: 3_500, net: 3_500, tax: 0 }],
  ])('are split exactly in %s', (country, split) => expect(taxedFees(fees, country)).toEqual(split))
})
