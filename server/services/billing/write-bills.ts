import { sql } from 'drizzle-orm'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../../domain/access/actor.ts'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import { dueAfterDays, type InvoiceLine, invoiceCode } from '../../../domain/invoices/invoice.ts'
import { addLines, noLines, totalWithFees } from '../../../domain/invoices/totals.ts'
import { isoYearOf, mondayOf } from '../../../domain/lib/iso-week.ts'
import { changedBy } from '../../crud/change-report.ts'
import { announceRecords, type Batch, recordChanges } from '../../crud/record-changes.ts'
import { isOneOf } from '../../db/columns.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { invoiceLines, invoices } from '../../db/schema/invoices.ts'
import { users } from '../../db/schema/users.ts'
import { inChunks } from '../../db/unnest-rows.ts'
import { invoiceList, invoiceTerms } from '../../queries/invoices.ts'
import { writeSearchEntries } from '../../search/write-entries.ts'
import type { Account, DueParcel } from './due-parcels.ts'
import { applyInvoiceSteps, type HeldInvoice, type InvoiceStep, valuesOfInvoice } from './invoice-steps.ts'
import { type PricedParcel, priceParcels } from './price-parcels.ts'

type Coded = { country: CountryCode; week: string }

/**
 * Takes the next codes, in order. The counter row of country and ISO year is locked until commit, so that codes have no gaps.
 */
export const takeInvoiceCodes = async (tx: Transaction, openings: readonly Coded[]): Promise<string[]> => {
  const counts = new Map<string, { country: CountryCode; year: number; count: number }>()
  for (const { country, week } of openings) {
    const year = isoYearOf(week)
    const count = (counts.get(keyOf(country, year))?.count ?? 0) + 1
    counts.set(keyOf(country, year), { country, year, count })
  }
  const { rows } = await tx.execute<{ country: CountryCode; year: number; last: number }>(sql`
    insert into invoice_numbers as counter (country, year, last)
    select country, year, count
    from jsonb_to_recordset(${JSON.stringify([...counts.values()])}::jsonb)
      as given (country text, year integer, count integer)
    order by country, year
    on conflict (country, year) do update set last = counter.last + excluded.last
    returning country, year, last`)
  const next = new Map(
    rows.map(({ country, year, last }) => {
      const key = keyOf(country, year)
      return [key, last - counts.get(key)!.count + 1]
    }),
  )
  return openings.map(({ country, week }) => {
    const key = keyOf(country, isoYearOf(week))
    const sequence = next.get(key)!
    next.set(key, sequence + 1)
    return invoiceCode(country, week, sequence)
  })
}

const keyOf = (country: CountryCode, year: number): string => `${country} ${year}`

type Opening = Account & {
  week: string
  lines: readonly Pick<InvoiceLine, 'collected' | 'shippingFee' | 'upsellFee' | 'cashFee'>[]
}

const day = 86_400_000

/** Creates invoices with codes and totals, in order, without lines. */
export const openInvoices = async (
  tx: Transaction,
  actor: Actor | null,
  batch: Batch,
  openings: readonly Opening[],
): Promise<HeldInvoice[]> => {
  if (openings.length === 0) return []
  const terms = await readTerms(tx, openings)
  const codes = await takeInvoiceCodes(tx, openings)
  const rows = openings.map(({ country, owner, week, lines }, index) => {
    const totals = { ...addLines(noLines, lines), expeditionFees: 0, otherFees: 0 }
    return {
      id: newId(),
      country,
      owner,
      code: codes[index]!,
      week,
      weekStart: mondayOf(week),
      dueAt: new Date(batch.at.getTime() + dueAfterDays * day),
      ...totals,
      totalWithFees: totalWithFees(totals),
      terms: terms.get(owner)!,
      createdAt: batch.at,
      updatedAt: batch.at,
    }
  })
  const opened: HeldInvoice[] = []
  for (const chunk of inChunks(rows)) {
    const inserted = await tx.insert(invoices).values(chunk).returning()
    opened.push(...inserted.map((row) => ({ ...row, isDeleted: false })))
  }
  await recordChanges(tx, actor, batch, opened.map(historyLine))
  await announceRecords(tx, actor, batch, { resource: 'invoices', verb: 'invoice.generate' }, opened)
  await writeSearchEntries(
    tx,
    'invoices',
    await invoiceList.read(
      tx,
      rows.map(({ id }) => id),
    ),
  )
  return opened
}

const historyLine = (invoice: HeldInvoice) => {
  const { country, owner, code, week, dueAt, version, id } = invoice
  const { isDeleted: _, ...values } = valuesOfInvoice(invoice)
  return {
    verb: 'invoice.generate',
    resource: 'invoices' as const,
    recordId: id,
    version,
    before: null,
    after: { country, owner, code, week, dueAt: dueAt.toISOString(), ...values },
  }
}

/** Default terms in each seller's language. */
const readTerms = async (tx: Transaction, openings: readonly Opening[]): Promise<Map<string, string>> => {
  const owners = [...new Set(openings.map(({ owner }) => owner))]
  const rows = await tx
    .select({ id: users.id, language: users.language })
    .from(users)
    .where(isOneOf(users.id, owners))
  return new Map(rows.map(({ id, language }) => [id, invoiceTerms(language)]))
}

type Line = ReturnType<typeof toLine>

/** Parcels of an account and week, and their invoice; null if to be created. */
export type Bill = Account & { week: string; invoice: HeldInvoice | null; parcels: DueParcel[] }

/** Writes bills of locked accounts: lines, totals, history, events. Returns their invoices. */
export const writeBills = async (
  tx: Transaction,
  actor: Actor | null,
  batch: Batch,
  bills: readonly Bill[],
): Promise<ChangeReport['changed']> => {
  const priced = await priceParcels(
    tx,
    bills.flatMap((bill) => bill.parcels),
  )
  const pricedOf = new Map(priced.map((parcel) => [parcel.id, parcel]))
  const lined = bills.map((bill) => ({
    ...bill,
    lines: bill.parcels.map(({ id }) => toLine(pricedOf.get(id)!)),
  }))
  const missing = lined.filter((bill) => bill.invoice === null)
  const taking = lined.flatMap(({ invoice, lines }) => (invoice === null ? [] : { invoice, lines }))
  const opened = await openInvoices(tx, actor, batch, missing)
  await insertLines(tx, batch, [
    ...taking,
    ...opened.map((invoice, index) => ({ invoice, lines: missing[index]!.lines })),
  ])
  const extended = taking.map((bill) => extend(bill.invoice, bill.lines))
  await applyInvoiceSteps(tx, actor, batch, extended)
  const parcels = bills.flatMap((bill) => bill.parcels)
  await announceRecords(tx, actor, batch, { resource: 'shippings', verb: 'invoice.generate' }, parcels)
  return [
    ...opened.map(({ id, number, version }) => ({ id, number, version })),
    ...changedBy(extended.map(({ invoice }) => invoice)),
  ]
}

const toLine = (parcel: PricedParcel) => ({
  id: newId(),
  country: parcel.country,
  shipping: parcel.id,
  shippingNumber: parcel.number,
  orderNumber: parcel.orderNumber,
  productName: parcel.productName,
  customerName: parcel.customerName,
  quantity: parcel.quantity,
  status: parcel.status,
  settledAt: parcel.settledAt,
  collected: parcel.collected,
  shippingFee: parcel.shippingFee,
  upsellFee: parcel.upsellFee,
  cashFee: parcel.cashFee,
  tariff: parcel.tariff,
  zone: parcel.zone,
  zoneName: parcel.zoneName,
})

const insertLines = async (
  tx: Transaction,
  batch: Batch,
  bills: readonly { invoice: HeldInvoice; lines: readonly Line[] }[],
): Promise<void> => {
  const rows = bills.flatMap(({ invoice, lines }) => lines.map((line) => ({ ...line, invoice: invoice.id })))
  // As one JSON value: a parameter per cell costs several times the insert.
  for (const chunk of inChunks(rows)) {
    await tx.execute(sql`
      insert into ${invoiceLines} (id, country, invoice, shipping, batch_id, shipping_number, order_number,
        product_name, customer_name, quantity, status, settled_at, collected, shipping_fee, upsell_fee, cash_fee, tariff, zone, zone_name)
      select id, country, invoice, shipping, ${batch.id}, "shippingNumber", "orderNumber", "productName",
        "customerName", quantity, status, "settledAt", collected, "shippingFee", "upsellFee", "cashFee",
        tariff, zone, "zoneName"
      from jsonb_to_recordset(${JSON.stringify(chunk)}::jsonb) as line (id uuid, country text, invoice uuid,
        shipping uuid, "shippingNumber" integer, "orderNumber" integer, "productName" text, "customerName" text,
        quantity integer, status text, "settledAt" timestamptz, collected numeric, "shippingFee" numeric,
        "upsellFee" numeric, "cashFee" numeric, tariff uuid, zone uuid, "zoneName" text)`)
  }
}

const extend = (invoice: HeldInvoice, lines: readonly Line[]): InvoiceStep => {
  const next = { ...valuesOfInvoice(invoice), ...addLines(invoice, lines) }
  return { invoice, next: { ...next, totalWithFees: totalWithFees(next) }, verb: 'invoice.generate' }
}
