import type { CountryCode } from '../core/countries.ts'
import { countries } from '../core/countries.ts'
import { fold } from '../lib/fold.ts'
import type { ShopAddress } from './shop-order.ts'

/** Stands for an address that the shop did not say: the caller asks for it. */
export const noAddress = '—'

export type AddressText = { text: string; isCut: boolean }

/**
 * An address in one line, as a courier reads it: street, postcode and city, region, and the country if it is another one. A part
 * that repeats an earlier one is left out. Of a longer address the street is cut, never the city.
 */
export const addressText = (address: ShopAddress, country: CountryCode, max: number): AddressText => {
  const seen = new Set<string>()
  const isNew = (part: string): boolean => {
    const pieces = [part, ...part.split(/[,;\n]/)].map(fold).filter((piece) => piece !== '')
    const isKnown = pieces.length === 0 || seen.has(pieces[0]!)
    for (const piece of pieces) seen.add(piece)
    return !isKnown
  }
  const street = [address.company, ...address.lines].filter((part) => part !== null && isNew(part))
  const { city, region } = address
  const cityPart = city !== null && isNew(city) ? [postcodeOf(address, country), city] : []
  const place = [
    cityPart.filter((part) => part !== null).join(' '),
    region !== null && isNew(region) ? region : '',
    foreignCountry(address, country) ?? '',
  ].filter((part) => part !== '')
  const text = [...street, ...place].join(', ')
  if (text === '') return { text: noAddress, isCut: false }
  if (lengthOf(text) <= max) return { text, isCut: false }
  const end = place.length === 0 ? '…' : `…, ${cutText(place.join(', '), Math.floor(max / 2))}`
  return { text: cutAt(street.join(', '), max - lengthOf(end)) + end, isCut: true }
}

/** Shops that demand one get `00225` and `0000` where a country has none. */
const postcodeOf = ({ postcode }: ShopAddress, country: CountryCode): string | null =>
  postcode === null || [countries[country].dialCode, ''].includes(postcode.replace(/^0+/, ''))
    ? null
    : postcode

/** Name or code of the address's country if it is not the order's. */
const foreignCountry = (address: ShopAddress, country: CountryCode): string | null =>
  isAbroad(address, country) ? (address.country ?? address.countryCode) : null

export const isAbroad = ({ countryCode }: ShopAddress, country: CountryCode): boolean =>
  countryCode !== null && countryCode !== countries[country].iso

/** A text of at most so many characters, with `…` where it was cut. */
export const cutText = (text: string, max: number): string =>
  lengthOf(text) <= max ? text : `${cutAt(text, max - 1)}…`

const lengthOf = (text: string): number => Array.from(text).length

const cutAt = (text: string, max: number): string => Array.from(text).slice(0, max).join('').trimEnd()
