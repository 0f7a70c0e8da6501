import { useTranslation } from 'react-i18next'
import { type CountryCode, countries } from '../../domain/countries.ts'
import { localeOf } from '../../domain/languages.ts'
import type { Fields } from '../../domain/lib/field.ts'
import { formatPhone } from '../../domain/lib/phone-format.ts'
import type { Choices } from './choices.ts'

type Told = {
  fields: Fields
  choices: Choices
  country: CountryCode
}

/**
 * A field's value as a person reads it: an amount in the country's currency, a phone in its groups, a day, the word of a
 * choice. `named` is what a reference is called, which its id does not say.
 */
export const useValueWords = ({ fields, choices, country }: Told) => {
  const { t, i18n } = useTranslation('form')
  const words: Record<string, (value: unknown, name: string) => string> = {
    choice: (value, name) => choices[name]?.label?.(String(value)) ?? String(value),
    phone: (value) => formatPhone(String(value)),
    flag: (value) => t(value === true ? 'form:yes' : 'form:no'),
    money: (value) => {
      const { currency } = countries[country]
      return new Intl.NumberFormat(localeOf(i18n.language), { style: 'currency', currency }).format(
        Number(value),
      )
    },
    integer: (value) => new Intl.NumberFormat(localeOf(i18n.language)).format(Number(value)),
    number: (value) =>
      new Intl.NumberFormat(localeOf(i18n.language), { maximumFractionDigits: 3 }).format(Number(value)),
    date: (value) =>
      new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'long', timeZone: 'UTC' }).format(
        Date.parse(String(value)),
      ),
  }
  return (name: string, value: unknown, named?: string): string => {
    if (value === null || value === undefined || value === '') return t('form:nothing')
    const kind = fields[name]?.kind ?? 'text'
    if (kind === 'reference') return named || t('form:unnamed')
    return words[kind]?.(value, name) ?? String(value)
  }
}
