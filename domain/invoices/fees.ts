import type { CountryCode } from '../countries.ts'

/**
 * What a parcel costs its seller, in major units of the country's currency: `delivery` when it was delivered, `returned`
 * when it came back, `upsell` for each piece beyond the first of a delivered one.
 */
export type Tariff = { delivery: number; returned: number; upsell: number }

export const tariffs: Record<CountryCode, Tariff> = {
  ic: { delivery: 1500, returned: 500, upsell: 250 },
  sn: { delivery: 1500, returned: 500, upsell: 250 },
  bf: { delivery: 1500, returned: 500, upsell: 250 },
  tn: { delivery: 8, returned: 3, upsell: 1 },
  fr: { delivery: 6, returned: 3, upsell: 0.5 },
  lib: { delivery: 20, returned: 8, upsell: 3 },
}
