import type { CountryCode } from '../core/countries.ts'
import type { Tariff } from './tariff.ts'

/** What decides whether a tariff holds. */
export type DatedTariff = Pick<Tariff, 'country' | 'owner' | 'zone' | 'from' | 'to'>

/** A parcel as tariffs see it; `day`: when it ended, in the country's time zone. */
export type TariffCase = { country: CountryCode; owner: string; zone: string | null; day: string }

/**
 * Finds the tariff that holds for a parcel: the seller's own before the country's, the zone's before the rest's, the later
 * `from` before the earlier. Null for none. `parcel_fee` in the database finds the same for the dashboard.
 */
export const chooseTariff = <T extends DatedTariff>(
  tariffs: readonly T[],
): ((parcel: TariffCase) => T | null) => {
  const byReach = new Map<string, T[]>()
  for (const tariff of tariffs) {
    const key = reachOf(tariff)
    byReach.set(key, [...(byReach.get(key) ?? []), tariff])
  }
  for (const list of byReach.values())
    list.sort((one, other) => ((one.from ?? '') < (other.from ?? '') ? 1 : -1))
  return (parcel) => {
    const { country, owner, zone, day } = parcel
    for (const reach of [
      { country, owner, zone },
      { country, owner, zone: null },
      { country, owner: null, zone },
      { country, owner: null, zone: null },
    ]) {
      const found = byReach.get(reachOf(reach))?.find((tariff) => holdsOn(tariff, day))
      if (found !== undefined) return found
    }
    return null
  }
}

const reachOf = ({ country, owner, zone }: Pick<DatedTariff, 'country' | 'owner' | 'zone'>): string =>
  `${country} ${owner} ${zone}`

const holdsOn = ({ from, to }: DatedTariff, day: string): boolean =>
  (from === null || from <= day) && (to === null || day <= to)

/** The tariff of a country that holds for whatever no other one does: it cannot be removed, so that each parcel has one. */
export const isBaseTariff = ({ owner, zone, from, to }: Omit<DatedTariff, 'country'>): boolean =>
  owner === null && zone === null && from === null && to === null
