import { describe, expect, it } from 'vitest'
import { languageCodes } from '../../../../domain/core/languages.ts'
import { invoiceTerms } from '../../../../server/queries/invoices.ts'
import { paymentTerms, termsOf } from '../../../../src/features/invoices/invoice-sheet.tsx'

describe('the payment terms of an invoice', () => {
  it.each(languageCodes)('are shown in the reader’s language where the seller’s is %s', (language) => {
    for (const reader of languageCodes) {
      expect(paymentTerms(invoiceTerms(language), reader)).toBe(invoiceTerms(reader))
    }
  })

  it('are shown as they were written', () => {
    expect(paymentTerms('Comptant', 'en')).toBe('Comptant')
  })

  it('apply where the seller owes; where we pay, only those that somebody wrote', () => {
    const ours = invoiceTerms('de')
    expect(termsOf({ totalWithFees: -1, terms: ours }, 'fr')).toBe(invoiceTerms('fr'))
    expect([0, 1].map((totalWithFees) => termsOf({ totalWithFees, terms: ours }, 'fr'))).toEqual([null, null])
    expect(termsOf({ totalWithFees: 1, terms: 'Comptant' }, 'fr')).toBe('Comptant')
  })
})
