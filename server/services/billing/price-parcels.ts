import { countries } from '../../../domain/core/countries.ts'
import { billParcel } from '../../../domain/invoices/totals.ts'
import { dayOf } from '../../../domain/lib/zone-clock.ts'
import { chooseTariff } from '../../../domain/tariffs/choose-tariff.ts'
import { Refused } from '../../core/errors.ts'
import type { Executor } from '../../db/drizzle.ts'
import { readTariffs, type TariffTerms } from '../../queries/tariffs.ts'
import type { DueParcel } from './due-parcels.ts'

export type PricedParcel = DueParcel & ReturnType<typeof billParcel> & { tariff: string }

/** Parcels with the fees of the tariffs that hold for them. @throws Refused `TARIFF_NEEDED` if a country has none */
export const priceParcels = async (db: Executor, parcels: readonly DueParcel[]): Promise<PricedParcel[]> => {
  const codes = [...new Set(parcels.map(({ country }) => country))]
  return priceBy(codes.length === 0 ? [] : await readTariffs(db, codes), parcels)
}

export const priceBy = (terms: readonly TariffTerms[], parcels: readonly DueParcel[]): PricedParcel[] => {
  const choose = chooseTariff(terms)
  return parcels.map((parcel) => {
    const { country, settledAt } = parcel
    const tariff = choose({ ...parcel, day: dayOf(settledAt, countries[country].timeZone) })
    if (tariff === null) throw new Refused('TARIFF_NEEDED')
    return { ...parcel, ...billParcel(parcel, tariff), tariff: tariff.id }
  })
}
