import type { ReactNode } from 'react'
import type { CountryCode } from '../../../domain/countries.ts'

/** What tells a record from others of its name; worded where it is shown. */
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
