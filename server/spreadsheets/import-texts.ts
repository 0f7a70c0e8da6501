import en from '../../locales/en/import.json' with { type: 'json' }
import fr from '../../locales/fr/import.json' with { type: 'json' }
import { detailOf } from '../plugins/detail-of.ts'

export type ImportTexts = Pick<typeof fr, 'columns' | 'workbook' | 'example'>

/** The words of our workbooks in the language that `Accept-Language` prefers, as for problems. */
export const importTexts = (acceptLanguage: string | undefined): ImportTexts =>
  detailOf('INTERNAL', acceptLanguage).language === 'fr' ? fr : en
