import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'

/** Distinguishes records of the same name; formatted where it is shown. */
type OptionFacts = {
  number?: number
  /** What is left of a product. */
  stock?: number
  /** In the currency of the country. */
  price?: number
  phone?: string
  country?: CountryCode
}

export type ComboboxOption = {
  value: string
  label: string
  detail?: ReactNode
  /** A picture by its link; null shows initials, and left out neither. */
  picture?: string | null
  facts?: OptionFacts
  disabled?: boolean
}

const PAGE_OPTIONS = 10

/** The option that PageDown or PageUp moves to: ten further, at most the last or the first. */
export const optionAPageFrom = (
  options: readonly ComboboxOption[],
  active: ComboboxOption | undefined,
  key: 'PageDown' | 'PageUp',
): ComboboxOption | undefined => {
  const at = options.findIndex(({ value }) => value === active?.value)
  const to = key === 'PageDown' ? Math.min(at + PAGE_OPTIONS, options.length - 1) : at - PAGE_OPTIONS
  return options[Math.max(to, 0)]
}

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
