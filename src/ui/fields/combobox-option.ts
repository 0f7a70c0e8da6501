import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { currencyFormat } from '../../../domain/lib/currency-format.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'

/** Distinguishes records of the same name; formatted on render. */
type OptionFacts = {
  number?: number
  /** Available stock of a product. */
  stock?: number
  /** In the country's currency. */
  price?: number
  phone?: string
  country?: CountryCode
}

export type ComboboxOption = {
  value: string
  label: string
  detail?: ReactNode
  /** Picture URL; null shows initials, undefined nothing. */
  picture?: string | null
  facts?: OptionFacts
  disabled?: boolean
}

const PAGE_OPTIONS = 10

/** The option ten up or down, for PageUp and PageDown. */
export const optionAPageFrom = (
  options: readonly ComboboxOption[],
  active: ComboboxOption | undefined,
  key: 'PageDown' | 'PageUp',
): ComboboxOption | undefined => {
  const at = options.findIndex(({ value }) => value === active?.value)
  const to = key === 'PageDown' ? Math.min(at + PAGE_OPTIONS, options.length - 1) : at - PAGE_OPTIONS
  return options[Math.max(to, 0)]
}

/** Formats an option's facts: `#12 · 34 en stock · 15 000 F CFA`, `07 08 09 10 11 · Côte d’Ivoire`. */
export const useFactWords = () => {
  const { t, i18n } = useTranslation(['common', 'countries'])
  const locale = localeOf(i18n.language)
  return ({ number, stock, price, phone, country }: OptionFacts): string => {
    const currency = country === undefined ? undefined : countries[country].currency
    return [
      number === undefined ? [] : `#${number}`,
      stock === undefined ? [] : t('combobox.stock', { amount: numberFormat(locale).format(stock) }),
      price === undefined || currency === undefined ? [] : currencyFormat(locale, currency).format(price),
      phone === undefined ? [] : formatPhone(phone),
      // Products all belong to the form's country.
      country === undefined || price !== undefined ? [] : t(`countries:${country}`),
    ]
      .flat()
      .join(' · ')
  }
}
