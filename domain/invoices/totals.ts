import { fromThousandths, largestAmount, toThousandths } from '../lib/money.ts'
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
  totalWithoutFees: sum([totals.totalWithoutFees, ...lines.map((line) => line.collected)]),
  shippingFees: sum([totals.shippingFees, ...lines.map((line) => line.shippingFee)]),
  upsellFees: sum([totals.upsellFees, ...lines.map((line) => line.upsellFee)]),
})

/** What the seller is paid, exact: the cash collected less all fees. Negative where they owe us. */
export const totalWithFees = (invoice: Pick<Invoice, 'totalWithoutFees'> & Fees): number =>
  sum([
    invoice.totalWithoutFees,
    -invoice.shippingFees,
    -invoice.upsellFees,
    -invoice.expeditionFees,
    -invoice.otherFees,
  ])

type EditableFees = Pick<Fees, 'expeditionFees' | 'otherFees'>

/** What the seller is paid once these fees are changed; refused at the fees given where it is more than can be kept. */
export const changeFees = (
  invoice: Pick<Invoice, 'totalWithoutFees'> & Fees,
  change: Partial<EditableFees>,
): Result<EditableFees & Pick<Invoice, 'totalWithFees'>> => {
  const { expeditionFees, otherFees } = { ...invoice, ...change }
  const total = totalWithFees({ ...invoice, expeditionFees, otherFees })
  if (Math.abs(total) <= largestAmount) return accept({ expeditionFees, otherFees, totalWithFees: total })
  const given = (['expeditionFees', 'otherFees'] as const).filter((name) => change[name] !== undefined)
  return refuse(
    'VALIDATION_FAILED',
    given.map((path) => ({ path, code: 'TOO_LARGE' })),
  )
}

/** In integer thousandths: floats are never added. */
const sum = (amounts: readonly number[]): number =>
  fromThousandths(amounts.reduce((total, amount) => total + toThousandths(amount), 0))
