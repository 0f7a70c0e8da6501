import { describe, expect, it } from 'vitest'
import { languageCodes } from '../../../../domain/core/languages.ts'
import { invoiceTerms } from '../../../../server/queries/invoices.ts'
import { paymentTerms } from '../../../../src/features/invoices/invoice-sheet.tsx'

describe('the payment terms of an invoice', () => {
  it.each(languageCodes)('are shown in the reader’s language where the seller’s is %s', (language) => {
    for (const reader of languageCodes) {
      expect(paymentTerms(invoiceTerms(language), reader)).toBe(invoiceTerms(reader))
    }
  })

  it('are shown as they were written', () => {
    expect(paymentTerms('Comptant', 'en')).toBe('Comptant')
  })
})
