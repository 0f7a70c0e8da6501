import { type CountryCode, countries, defaultCountry, isCountryCode } from '../../domain/core/countries.ts'
import { deviceStorage, type KeyedStorage } from '../storage/browser-storage.ts'

/** Stored form; `flag` is an emoji. */
export type CountryRecord = { code: CountryCode; name: string; flag: string }

const key = 'country'

/** The selected country of this browser; default `ic`. */
export const createCountryStore = (storage: KeyedStorage = deviceStorage) => ({
  read: (): CountryCode => {
    try {
      const record: unknown = JSON.parse(storage.getItem(key) ?? 'null')
      const code = typeof record === 'object' && record !== null && 'code' in record ? record.code : null
      if (isCountryCode(code)) return code
      if (record !== null) sayUnknown(String(code))
      return defaultCountry
    } catch {
      return defaultCountry
    }
  },
  /** Unknown codes are logged and ignored. */
  write: (code: string, language: string): void => {
    if (isCountryCode(code)) storage.setItem(key, JSON.stringify(countryRecord(code, language)))
    else sayUnknown(code)
  },
  clear: () => storage.removeItem(key),
})

export type CountryStore = ReturnType<typeof createCountryStore>

const sayUnknown = (code: string): void => console.error(`unknown country code: ${code}`)

/** A country with translated name and flag. */
export const countryRecord = (code: CountryCode, language: string): CountryRecord => {
  const { iso } = countries[code]
  const name = new Intl.DisplayNames([language], { type: 'region' }).of(iso) ?? iso
  const flag = String.fromCodePoint(...[...iso].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65))
  return { code, name, flag }
}
