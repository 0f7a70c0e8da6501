import type { CountryCode } from '../core/countries.ts'
import type { billedStatuses } from '../fulfillment/shipping-status.ts'
import { largestAmount, sumAmounts, totalPrice } from '../lib/money.ts'
import { accept, type Result, refuse } from '../lib/result.ts'
import type { Invoice, InvoiceLine } from './invoice.ts'

/** What an invoice sums up of its lines. */
export type LineTotals = Pick<Invoice, 'totalShipments' | 'totalWithoutFees' | 'shippingFees' | 'upsellFees'>

type Fees = Pick<Invoice, 'shippingFees' | 'upsellFees' | 'expeditionFees' | 'otherFees'>

export const noLines: LineTotals = {
  totalShipments: 0,
  totalWithoutFees: 0,
  shippingFees: 0,
  upsellFees: 0,
}

/** An invoice's totals once these lines are on it too, exact. */
export const addLines = (
  totals: LineTotals,
  lines: readonly Pick<InvoiceLine, 'collected' | 'shippingFee' | 'upsellFee'>[],
): LineTotals => ({
  totalShipments: totals.totalShipments + lines.length,
  totalWithoutFees: sumAmounts([totals.totalWithoutFees, ...lines.map((line) => line.collected)]),
  shippingFees: sumAmounts([totals.shippingFees, ...lines.map((line) => line.shippingFee)]),
  upsellFees: sumAmounts([totals.upsellFees, ...lines.map((line) => line.upsellFee)]),
})

/** What the seller is paid, exact: the cash collected less all fees. Negative where they owe us. */
export const totalWithFees = (invoice: Pick<Invoice, 'totalWithoutFees'> & Fees): number =>
  sumAmounts([
    invoice.totalWithoutFees,
    -invoice.shippingFees,
    -invoice.upsellFees,
    -invoice.expeditionFees,
    -invoice.otherFees,
  ])

type EditableFees = Pick<Fees, 'expeditionFees' | 'otherFees'>

/** What the seller is paid once these fees are changed; refused at the fees given where both are more than an amount may be. */
export const changeFees = (
  invoice: Pick<Invoice, 'totalWithoutFees'> & Fees,
  change: Partial<EditableFees>,
): Result<EditableFees & Pick<Invoice, 'totalWithFees'>> => {
  const { expeditionFees, otherFees } = { ...invoice, ...change }
  const total = totalWithFees({ ...invoice, expeditionFees, otherFees })
  if (sumAmounts([expeditionFees, otherFees]) <= largestAmount)
    return accept({ expeditionFees, otherFees, totalWithFees: total })
  const given = (['expeditionFees', 'otherFees'] as const).filter((name) => change[name] !== undefined)
  return refuse(
    'VALIDATION_FAILED',
    given.map((path) => ({ path, code: 'TOO_LARGE' })),
  )
}

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
