import { type CountryCode, countries } from '../core/countries.ts'
import type { billedStatuses } from '../fulfillment/shipping-status.ts'
import { largestAmount, sumAmounts, totalPrice } from '../lib/money.ts'
import { accept, type Result, refuse } from '../lib/result.ts'
import type { Invoice, InvoiceLine } from './invoice.ts'

/** The sums of an invoice's lines. */
export type LineTotals = Pick<Invoice, 'totalShipments' | 'totalWithoutFees' | 'shippingFees' | 'upsellFees'>

type Fees = Pick<Invoice, 'shippingFees' | 'upsellFees' | 'expeditionFees' | 'otherFees'>

export const noLines: LineTotals = {
  totalShipments: 0,
  totalWithoutFees: 0,
  shippingFees: 0,
  upsellFees: 0,
}

/** An invoice's totals after adding lines, exact. */
export const addLines = (
  totals: LineTotals,
  lines: readonly Pick<InvoiceLine, 'collected' | 'shippingFee' | 'upsellFee'>[],
): LineTotals => ({
  totalShipments: totals.totalShipments + lines.length,
  totalWithoutFees: sumAmounts([totals.totalWithoutFees, ...lines.map((line) => line.collected)]),
  shippingFees: sumAmounts([totals.shippingFees, ...lines.map((line) => line.shippingFee)]),
  upsellFees: sumAmounts([totals.upsellFees, ...lines.map((line) => line.upsellFee)]),
})

/** Payment to the seller, exact: cash collected less all fees. Negative if the seller owes us. */
export const totalWithFees = (invoice: Pick<Invoice, 'totalWithoutFees'> & Fees): number =>
  sumAmounts([
    invoice.totalWithoutFees,
    -invoice.shippingFees,
    -invoice.upsellFees,
    -invoice.expeditionFees,
    -invoice.otherFees,
  ])

/** Who pays: the issuer, the seller, or nobody. */
export const invoiceOutcome = ({ totalWithFees }: Pick<Invoice, 'totalWithFees'>) =>
  totalWithFees < 0 ? 'owes' : totalWithFees === 0 ? 'even' : 'gets'

/** `statement`: what we pay the seller; `invoice`: what the seller owes us. Decides how the status is called. */
export const paperOf = (invoice: Pick<Invoice, 'totalWithFees'>) =>
  invoiceOutcome(invoice) === 'owes' ? 'invoice' : 'statement'

/** Our fees with the country's tax in them, which the tariff includes: total, its net amount and tax, exact. */
export const taxedFees = (
  { shippingFees, upsellFees, expeditionFees, otherFees }: Fees,
  country: CountryCode,
): { total: number; net: number; tax: number } => {
  const total = sumAmounts([shippingFees, upsellFees, expeditionFees, otherFees])
  const { vat, decimals } = countries[country]
  const unit = 10 ** decimals
  const net = Math.round((total * unit * 100) / (100 + (vat ?? 0))) / unit
  return { total, net, tax: sumAmounts([total, -net]) }
}

type EditableFees = Pick<Fees, 'expeditionFees' | 'otherFees'>

/** Payment to the seller after these fees change; refused at the given fees if an amount exceeds the maximum. */
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
 * Price of our service for a parcel, in major units of the country's currency: `delivery` when delivered, `returned` when
 * returned, `upsell` for each piece beyond the first of a delivered one.
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
  /** Cash taken on delivery; null for a returned parcel. */
  collected: number | null
}

/** The invoice line of one parcel, in major units, exact. */
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
