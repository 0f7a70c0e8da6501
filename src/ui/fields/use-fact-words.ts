import { useTranslation } from 'react-i18next'
import { countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'
import type { OptionFacts } from './combobox-option.ts'

/** The facts of an option as a line of words: `#12 · 34 en stock · 15 000 F CFA`, `07 08 09 10 11 · Côte d’Ivoire`. */
export const useFactWords = () => {
  const { t, i18n } = useTranslation(['common', 'countries'])
  const locale = localeOf(i18n.language)
  return ({ number, stock, price, phone, country }: OptionFacts): string => {
    const currency = country === undefined ? undefined : countries[country].currency
    return [
      number === undefined ? [] : `#${number}`,
      stock === undefined ? [] : t('combobox.stock', { amount: stock.toLocaleString(locale) }),
      price === undefined || currency === undefined
        ? []
        : new Intl.NumberFormat(locale, { style: 'currency', currency }).format(price),
      phone === undefined ? [] : formatPhone(phone),
      // Goods are all of one country, which the form names.
      country === undefined || price !== undefined ? [] : t(`countries:${country}`),
    ]
      .flat()
      .join(' · ')
  }
}
