import type { ReactNode } from 'react'
import type { CountryCode } from '../../../domain/core/countries.ts'

/** Distinguishes records of the same name; formatted where it is shown. */
export type OptionFacts = {
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
