import { dueAfterDays } from '../../../domain/invoices/invoice.ts'
import { isLanguageCode, type LanguageCode } from '../../../domain/languages.ts'
import { terms as de } from '../../../locales/de/payment-terms.json'
import { terms as en } from '../../../locales/en/payment-terms.json'
import { terms as es } from '../../../locales/es/payment-terms.json'
import { terms as fr } from '../../../locales/fr/payment-terms.json'
import { terms as it } from '../../../locales/it/payment-terms.json'
import { terms as ru } from '../../../locales/ru/payment-terms.json'

const texts: Record<LanguageCode, string> = { fr, en, de, it, es, ru }

const filledIn = (text: string): string => text.replaceAll('{{days}}', String(dueAfterDays))

const ours: ReadonlySet<string> = new Set(Object.values(texts).map(filledIn))

/**
 * The terms of an invoice as they are shown. Invoices store our text in their seller's language: it is shown in the
 * reader's, as the rest of the page is. Terms that somebody has written are shown as written.
 */
export const paymentTerms = (stored: string, language: string): string =>
  ours.has(stored) && isLanguageCode(language) ? filledIn(texts[language]) : stored
