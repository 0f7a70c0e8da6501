import { type CountryCode, countries, defaultCountry, isCountryCode } from '../../domain/core/countries.ts'
import { deviceStorage, type KeyedStorage } from '../storage/browser-storage.ts'

/** Stored form; `flag` is an emoji. */
export type CountryRecord = { code: CountryCode; name: string; flag: string }

const key = 'country'
const ownerKey = 'country-of'

/** The selected country of this browser. */
export const createCountryStore = (storage: KeyedStorage = deviceStorage) => {
  const stored = (): CountryCode | null => {
    try {
      const record: unknown = JSON.parse(storage.getItem(key) ?? 'null')
      const code = typeof record === 'object' && record !== null && 'code' in record ? record.code : null
      if (isCountryCode(code)) return code
      if (record !== null) sayUnknown(String(code))
      return null
    } catch {
      return null
    }
  }
  return {
    /** Default `ic`. */
    read: (): CountryCode => stored() ?? defaultCountry,
    /** The stored selection, or null if there is none or another user made it. */
    selectedBy: (user: string): CountryCode | null =>
      [null, user].includes(storage.getItem(ownerKey)) ? stored() : null,
    /** Whether anybody has: a tab may have a session. */
    isSelected: (): boolean => storage.getItem(ownerKey) !== null,
    /** Unknown codes are logged and ignored. `user`: id of who selects it. */
    write: (code: string, language: string, user: string): void => {
      if (isCountryCode(code)) {
        storage.setItem(key, JSON.stringify(countryRecord(code, language)))
        storage.setItem(ownerKey, user)
      } else sayUnknown(code)
    },
    clear: (): void => {
      storage.removeItem(key)
      storage.removeItem(ownerKey)
    },
  }
}

export type CountryStore = ReturnType<typeof createCountryStore>

const sayUnknown = (code: string): void => console.error(`unknown country code: ${code}`)

/** A country with translated name and flag. */
export const countryRecord = (code: CountryCode, language: string): CountryRecord => {
  const { iso } = countries[code]
  const name = new Intl.DisplayNames([language], { type: 'region' }).of(iso) ?? iso
  const flag = String.fromCodePoint(...[...iso].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65))
  return { code, name, flag }
}
