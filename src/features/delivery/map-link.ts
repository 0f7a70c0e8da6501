import { type CountryCode, countries } from '../../../domain/countries.ts'

/** Where an address is, in the map that the device has: an app of one's own choice on Android, Apple's, or the web. */
export const mapLink = (address: string, country: CountryCode, agent: string): string => {
  const place = encodeURIComponent(`${address}, ${countries[country].iso}`)
  if (/android/i.test(agent)) return `geo:0,0?q=${place}`
  if (/iphone|ipad|macintosh/i.test(agent)) return `https://maps.apple.com/?q=${place}`
  return `https://www.openstreetmap.org/search?query=${place}`
}
