import { dueAfterDays } from '../../../domain/invoices/invoice.ts'
import type { LanguageCode } from '../../../domain/languages.ts'
import de from '../../../locales/de/payment-terms.json' with { type: 'json' }
import en from '../../../locales/en/payment-terms.json' with { type: 'json' }
import es from '../../../locales/es/payment-terms.json' with { type: 'json' }
import fr from '../../../locales/fr/payment-terms.json' with { type: 'json' }
import it from '../../../locales/it/payment-terms.json' with { type: 'json' }
import ru from '../../../locales/ru/payment-terms.json' with { type: 'json' }

const texts: Record<LanguageCode, { terms: string }> = { fr, en, de, it, es, ru }

/** What a new invoice says of how it is paid, in its seller's language. Each invoice keeps its own, which can be changed. */
export const invoiceTerms = (language: LanguageCode): string =>
  texts[language].terms.replaceAll('{{days}}', String(dueAfterDays))
