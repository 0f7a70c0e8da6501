import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import { languageCodes } from '../../../domain/languages.ts'
import en from '../../../locales/en/invoices.json' with { type: 'json' }
import { invoiceTerms } from '../../../server/resources/invoices/invoice-terms.ts'
import { paymentTerms } from '../../../src/features/invoices/payment-terms.ts'

describe('the payment terms of an invoice', () => {
  const reader = createInstance({
    lng: 'en',
    resources: { en: { invoices: en } },
    interpolation: { escapeValue: false },
  })
  void reader.init()
  const t = reader.getFixedT('en', 'invoices')

  it.each(languageCodes)('are shown in the reader’s language where the seller’s is %s', (language) => {
    expect(paymentTerms(invoiceTerms(language), t)).toBe(invoiceTerms('en'))
  })

  it('are shown as somebody has written them', () => {
    expect(paymentTerms('Comptant', t)).toBe('Comptant')
  })
})
