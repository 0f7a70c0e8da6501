import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { LanguageCode } from '../../domain/core/languages.ts'
import {
  invoices as definition,
  dueAfterDays,
  type InvoiceLine,
  type InvoiceNeighbours,
  type InvoiceParties,
  type InvoiceWithLines,
  type Issuer,
} from '../../domain/invoices/invoice.ts'
import { parseListQuery } from '../../domain/lib/list-query.ts'
import de from '../../locales/de/payment-terms.json' with { type: 'json' }
import en from '../../locales/en/payment-terms.json' with { type: 'json' }
import es from '../../locales/es/payment-terms.json' with { type: 'json' }
import fr from '../../locales/fr/payment-terms.json' with { type: 'json' }
import it from '../../locales/it/payment-terms.json' with { type: 'json' }
import ru from '../../locales/ru/payment-terms.json' with { type: 'json' }
import { accepted } from '../core/errors.ts'
import { listedSql } from '../crud/choose-records.ts'
import { recordList } from '../crud/record-list.ts'
import { isOneOf } from '../db/columns.ts'
import type { Executor } from '../db/drizzle.ts'
import { invoiceLines, invoices, issuers } from '../db/schema/invoices.ts'
import { payoutLines, payouts } from '../db/schema/payouts.ts'

/** SQL of `remainingOf`. */
export const remainingSql = sql<number>`(case when ${invoices.status} = 'PAID' then 0
  else ${invoices.totalWithFees} - ${invoices.paidAmount} end)`

export const invoiceList = recordList(definition, invoices, {
  keys: { reference: invoices.code },
  filters: { total: invoices.totalWithFees, remaining: remainingSql },
  sorts: { remaining: remainingSql },
  fields: { remaining: sql<number>`${remainingSql}::float8` },
})

/** A few invoices with their parties, lines and payouts, oldest first. Four statements: use a snapshot. */
export const readInvoicesWithLines = async (
  db: Executor,
  ids: readonly string[],
): Promise<InvoiceWithLines[]> => {
  const invoices = await invoiceList.read(db, ids)
  const rows = await db
    .select()
    .from(invoiceLines)
    .where(isOneOf(invoiceLines.invoice, ids))
    .orderBy(invoiceLines.settledAt, invoiceLines.id)
  const { rows: found } = await db.execute<{ id: string; parties: InvoiceParties }>(sql`
    select invoices.id,
      coalesce(case when invoices.status = 'PAID' then invoices.parties end, ${presentParties}) as parties
    from invoices where invoices.id = any(${sql.param([...ids])}::uuid[])`)
  const paid = await db
    .select({
      invoice: payoutLines.invoice,
      id: payouts.id,
      code: payouts.code,
      date: payouts.date,
      amount: payoutLines.amount,
    })
    .from(payoutLines)
    .innerJoin(payouts, eq(payouts.id, payoutLines.payout))
    .where(and(isOneOf(payoutLines.invoice, ids), isNull(payouts.deletedAt)))
    .orderBy(payouts.date, payouts.id)
  return invoices.map((invoice) => ({
    ...invoice,
    ...found.find(({ id }) => id === invoice.id)!.parties,
    lines: rows.filter((row) => row.invoice === invoice.id).map(toLine),
    payouts: paid.filter((row) => row.invoice === invoice.id).map(({ invoice: _, ...payout }) => payout),
  }))
}

/** SQL of both parties of `invoices` as they are now (`InvoiceParties`). */
export const presentParties = sql`jsonb_build_object(
  'issuer', jsonb_build_object(
    'name', (select name from issuers where issuers.country = invoices.country),
    'address', (select address from issuers where issuers.country = invoices.country),
    'taxNumber', (select tax_number from issuers where issuers.country = invoices.country)),
  'seller', (select jsonb_build_object('name', users.name, 'address', users.address, 'taxNumber', users.tax_number)
    from users where users.id = invoices.owner))`

/** Ours in a country. */
export const readIssuer = async (db: Executor, country: CountryCode): Promise<Issuer> => {
  const [found] = await db.select().from(issuers).where(eq(issuers.country, country))
  return { name: found?.name ?? null, address: found?.address ?? null, taxNumber: found?.taxNumber ?? null }
}

const toLine = (row: typeof invoiceLines.$inferSelect): InvoiceLine => ({
  id: row.id,
  shipping: row.shipping,
  shippingNumber: row.shippingNumber,
  orderNumber: row.orderNumber,
  productName: row.productName,
  customerName: row.customerName,
  quantity: row.quantity,
  status: row.status,
  settledAt: row.settledAt.toISOString(),
  collected: row.collected,
  shippingFee: row.shippingFee,
  upsellFee: row.upsellFee,
  cashFee: row.cashFee,
  tariff: row.tariff,
  zone: row.zone,
  zoneName: row.zoneName,
})

const texts: Record<LanguageCode, { terms: string }> = { fr, en, de, it, es, ru }

/** Default payment terms in the seller's language; editable per invoice. */
export const invoiceTerms = (language: LanguageCode): string =>
  texts[language].terms.replaceAll('{{days}}', String(dueAfterDays))

/**
 * Position and neighbours of an invoice in the actor's list. Sorts the whole list, which is a seller's or country's invoices.
 */
export const findNeighbours = async (
  db: Executor,
  actor: Actor,
  id: string,
  parameters: Record<string, unknown>,
): Promise<InvoiceNeighbours> => {
  const query = accepted(parseListQuery(invoiceList.source.definition, parameters))
  const result = await db.execute<InvoiceNeighbours>(sql`
    with list as (select array(${listedSql(invoiceList.source, actor, query)}) as ids),
      found as (select ids, array_position(ids, ${id}::uuid) as place from list)
    select ids[place - 1] as previous, ids[place + 1] as next, place, cardinality(ids) as total from found`)
  return result.rows[0]!
}
