import { type CountryCode, countries } from '../core/countries.ts'
import type { billedStatuses } from '../fulfillment/shipping-status.ts'
import { largestAmount, percentOf, sumAmounts, totalPrice } from '../lib/money.ts'
import { accept, type Result, refuse } from '../lib/result.ts'
import type { Tariff } from '../tariffs/tariff.ts'
import type { Invoice, InvoiceLine } from './invoice.ts'

/** The sums of an invoice's lines. */
export type LineTotals = Pick<
  Invoice,
  'totalShipments' | 'totalWithoutFees' | 'shippingFees' | 'upsellFees' | 'cashFees'
>

type Fees = Pick<Invoice, 'shippingFees' | 'upsellFees' | 'cashFees' | 'expeditionFees' | 'otherFees'>

export const noLines: LineTotals = {
  totalShipments: 0,
  totalWithoutFees: 0,
  shippingFees: 0,
  upsellFees: 0,
  cashFees: 0,
}

/** An invoice's totals after adding lines, exact. */
export const addLines = (totals: LineTotals, lines: readonly LineFees[]): LineTotals => ({
  totalShipments: totals.totalShipments + lines.length,
  totalWithoutFees: sumAmounts([totals.totalWithoutFees, ...lines.map((line) => line.collected)]),
  shippingFees: sumAmounts([totals.shippingFees, ...lines.map((line) => line.shippingFee)]),
  upsellFees: sumAmounts([totals.upsellFees, ...lines.map((line) => line.upsellFee)]),
  cashFees: sumAmounts([totals.cashFees, ...lines.map((line) => line.cashFee)]),
})

/** Payment to the seller, exact: cash collected less all fees. Negative if the seller owes us. */
export const totalWithFees = (invoice: Pick<Invoice, 'totalWithoutFees'> & Fees): number =>
  sumAmounts([
    invoice.totalWithoutFees,
    -invoice.shippingFees,
    -invoice.upsellFees,
    -invoice.cashFees,
    -invoice.expeditionFees,
    -invoice.otherFees,
  ])

type Payment = Pick<Invoice, 'status' | 'totalWithFees' | 'paidAmount'>

/**
 * What is still owed to the seller on an invoice, exact: its payment less what payouts have paid of it, nothing once it is paid.
 * Negative: the seller owes us. The only definition of it; `remainingSql` is the same in the database.
 */
export const remainingOf = ({ status, totalWithFees, paidAmount }: Payment): number =>
  status === 'PAID' ? 0 : sumAmounts([totalWithFees, -paidAmount])

/** Whether payouts have paid the whole invoice; else what they left was settled by hand. */
export const isPaidByPayouts = ({ status, totalWithFees, paidAmount }: Payment): boolean =>
  status === 'PAID' && paidAmount === totalWithFees

/** Who pays: the issuer, the seller, or nobody. */
export const invoiceOutcome = ({ totalWithFees }: Pick<Invoice, 'totalWithFees'>) =>
  totalWithFees < 0 ? 'owes' : totalWithFees === 0 ? 'even' : 'gets'

/** `statement`: what we pay the seller; `invoice`: what the seller owes us. Decides how the status is called. */
export const paperOf = (invoice: Pick<Invoice, 'totalWithFees'>) =>
  invoiceOutcome(invoice) === 'owes' ? 'invoice' : 'statement'

/** Our fees with the country's tax in them, which the tariff includes: total, its net amount and tax, exact. */
export const taxedFees = (
  { shippingFees, upsellFees, cashFees, expeditionFees, otherFees }: Fees,
  country: CountryCode,
): { total: number; net: number; tax: number } => {
  const total = sumAmounts([shippingFees, upsellFees, cashFees, expeditionFees, otherFees])
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

export type BilledParcel = {
  country: CountryCode
  status: (typeof billedStatuses)[number]
  quantity: number
  /** Cash taken on delivery; null for a returned parcel. */
  collected: number | null
  /** Whether the customer refused it before it came back. */
  isRefused: boolean
}

/** The fees of a tariff that a seller pays. */
export type TariffFees = Pick<
  Tariff,
  'delivery' | 'returned' | 'refused' | 'piece' | 'cashPercent' | 'cashFixed' | 'cashLeast' | 'cashMost'
>

type LineFees = Pick<InvoiceLine, 'collected' | 'shippingFee' | 'upsellFee' | 'cashFee'>

/**
 * The invoice line of one parcel by the tariff that holds for it (`chooseTariff`), in major units, exact. The percentage of the
 * cash is the only fee that is rounded, once a line (`percentOf`). `parcel_fee` in the database has the same sum.
 */
export const billParcel = (
  { country, status, quantity, collected, isRefused }: BilledParcel,
  tariff: TariffFees,
): LineFees => {
  if (status === 'RETURNED') {
    const shippingFee = (isRefused ? tariff.refused : null) ?? tariff.returned
    return { collected: 0, shippingFee, upsellFee: 0, cashFee: 0 }
  }
  const cash = collected ?? 0
  return {
    collected: cash,
    shippingFee: tariff.delivery,
    upsellFee: totalPrice(tariff.piece ?? 0, quantity - 1),
    cashFee: cashFee(cash, tariff, country),
  }
}

/** The fee on cash: a share and a fixed amount, within its bounds; none without cash. */
const cashFee = (
  cash: number,
  { cashPercent, cashFixed, cashLeast, cashMost }: TariffFees,
  country: CountryCode,
): number => {
  if (cash === 0) return 0
  const fee = sumAmounts([percentOf(cash, cashPercent ?? 0, country), cashFixed ?? 0])
  return Math.min(Math.max(fee, cashLeast ?? 0), cashMost ?? largestAmount)
}
