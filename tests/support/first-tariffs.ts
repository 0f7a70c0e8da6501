import { type CountryCode, countryCodes } from '../../domain/core/countries.ts'
import type { TariffFees } from '../../domain/invoices/totals.ts'

const prices: Record<CountryCode, [delivery: number, returned: number, piece: number]> = {
  ic: [1500, 500, 250],
  sn: [1500, 500, 250],
  bf: [1500, 500, 250],
  tn: [8, 3, 1],
  fr: [6, 3, 0.5],
  lib: [20, 8, 3],
}

/** The tariffs that the migration makes, without days, seller and zone. */
export const firstTariffs = Object.fromEntries(
  countryCodes.map((country) => {
    const [delivery, returned, piece] = prices[country]
    const none = { refused: null, cashPercent: null, cashFixed: null, cashLeast: null, cashMost: null }
    return [country, { delivery, returned, piece, ...none }]
  }),
) as Record<CountryCode, TariffFees>
