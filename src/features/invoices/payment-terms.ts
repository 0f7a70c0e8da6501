import type { TFunction } from 'i18next'
import { dueAfterDays } from '../../../domain/invoices/invoice.ts'
import { terms as de } from '../../../locales/de/invoices.json'
import { terms as en } from '../../../locales/en/invoices.json'
import { terms as es } from '../../../locales/es/invoices.json'
import { terms as fr } from '../../../locales/fr/invoices.json'
import { terms as it } from '../../../locales/it/invoices.json'
import { terms as ru } from '../../../locales/ru/invoices.json'

const ours: ReadonlySet<string> = new Set(
  [de, en, es, fr, it, ru].map((terms) => terms.replaceAll('{{days}}', String(dueAfterDays))),
)

/**
 * The terms of an invoice as they are shown. Invoices store our text in their seller's language: it is shown in the
 * reader's, as the rest of the page is. Terms that somebody has written are shown as written.
 */
export const paymentTerms = (stored: string, t: TFunction<['invoices']>): string =>
  ours.has(stored) ? t('invoices:terms', { days: dueAfterDays }) : stored
