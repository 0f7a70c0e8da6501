import type { CountryCode } from '../countries.ts'
import { totalPrice } from '../lib/money.ts'
import type { billedStatuses } from '../shippings/shipping-status.ts'

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

export type BilledParcel = {
  country: CountryCode
  status: (typeof billedStatuses)[number]
  quantity: number
  /** The cash taken on delivery; null for a parcel that came back. */
  collected: number | null
}

/** What one parcel puts on its line, in major units, exact. */
export const billParcel = ({
  country,
  status,
  quantity,
  collected,
}: BilledParcel): { collected: number; shippingFee: number; upsellFee: number } => {
  const { delivery, returned, upsell } = tariffs[country]
  return status === 'DELIVERED'
    ? { collected: collected ?? 0, shippingFee: delivery, upsellFee: totalPrice(upsell, quantity - 1) }
    : { collected: 0, shippingFee: returned, upsellFee: 0 }
}
