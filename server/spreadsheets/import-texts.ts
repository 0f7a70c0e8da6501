import type { LanguageCode } from '../../domain/languages.ts'
import de from '../../locales/de/import.json' with { type: 'json' }
import en from '../../locales/en/import.json' with { type: 'json' }
import es from '../../locales/es/import.json' with { type: 'json' }
import fr from '../../locales/fr/import.json' with { type: 'json' }
import it from '../../locales/it/import.json' with { type: 'json' }
import ru from '../../locales/ru/import.json' with { type: 'json' }
import { detailOf } from '../http/detail-of.ts'

export type ImportTexts = Pick<typeof fr, 'columns' | 'workbook' | 'example'>

const texts: Record<LanguageCode, ImportTexts> = { fr, en, de, it, es, ru }

/** The words of our workbooks in the language that `Accept-Language` prefers, as for problems. */
export const importTexts = (acceptLanguage: string | undefined): ImportTexts =>
  texts[detailOf('INTERNAL', acceptLanguage).language]
