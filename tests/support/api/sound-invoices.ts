import { expect } from 'vitest'
import type { TestApi } from './start-api.ts'

const sumOf = (column: string) =>
  `(select coalesce(sum(l.${column}), 0) from invoice_lines l where l.invoice = i.id)`

/** Invariants: each query counts the records that violate it. */
const breaches = {
  'a parcel that came to its end is on one invoice': `shippings s where s.status in ('DELIVERED', 'RETURNED')
    and (select count(*) from invoice_lines l where l.shipping = s.id) <> 1`,
  'a line is of a parcel of the invoice’s seller and country': `invoice_lines l
    join shippings s on s.id = l.shipping join invoices i on i.id = l.invoice
    where i.deleted_at is not null or (s.status, s.owner, s.country) <> (l.status, i.owner, i.country)`,
  'totals are sums of lines': `invoices i where i.deleted_at is null
    and (i.total_shipments, i.total_without_fees, i.shipping_fees, i.upsell_fees)
      <> ((select count(*) from invoice_lines l where l.invoice = i.id),
        ${sumOf('collected')}, ${sumOf('shipping_fee')}, ${sumOf('upsell_fee')})`,
  'codes of a country and year follow each other': `(select right(code, 5)::int as given,
      row_number() over (partition by country, split_part(week, '-', 1) order by code) as due
    from invoices) coded where given <> due`,
  'what was paid is the sum of payouts': `invoices i where i.paid_amount <> (select coalesce(sum(l.amount), 0)
    from payout_lines l join payouts p on p.id = l.payout where l.invoice = i.id and p.deleted_at is null)`,
  'the total of a payout is the sum of its lines': `payouts p where (p.total, p.invoices)
    <> ((select sum(l.amount) from payout_lines l where l.payout = p.id),
      (select count(*) from payout_lines l where l.payout = p.id))`,
  'every version of an invoice has its line': `invoices i
    where i.version <> (select count(*) from changes where record_id = i.id)`,
}

/** Fails unless every settled parcel was billed exactly once, with exact amounts. */
export const expectSoundInvoices = async ({ context }: Pick<TestApi, 'context'>): Promise<void> => {
  const counts = Object.entries(breaches).map(
    ([name, records]) => `(select count(*) from ${records})::int as "${name}"`,
  )
  const { rows } = await context.pool.query(`select ${counts.join(', ')}`)
  expect(rows[0]).toEqual(Object.fromEntries(Object.keys(breaches).map((name) => [name, 0])))
}
