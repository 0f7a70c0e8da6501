import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import type { LanguageCode } from '../../domain/core/languages.ts'
import {
  dueAfterDays,
  type Invoice,
  type InvoiceLine,
  type InvoiceNeighbours,
  type InvoiceWithLines,
  invoices as invoiceDefinition,
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
import { isOneOf, listSource } from '../crud/list-source.ts'
import { type ReadRecords, recordReader } from '../crud/read-records.ts'
import type { Executor } from '../db/drizzle.ts'
import { invoiceLines, invoices } from '../db/schema/invoices.ts'
import { users } from '../db/schema/users.ts'

export const invoiceSource = listSource(invoiceDefinition.list, {
  resource: 'invoices',
  verb: 'invoice.list',
  table: invoices,
  owner: invoices.owner,
  filters: {
    country: invoices.country,
    status: invoices.status,
    owner: invoices.owner,
    total: invoices.totalWithFees,
  },
  sorts: {
    createdAt: invoices.createdAt,
    number: invoices.number,
    code: invoices.code,
    week: invoices.week,
    totalWithFees: invoices.totalWithFees,
    status: invoices.status,
    updatedAt: invoices.updatedAt,
  },
})

/** The invoices of these ids that are not deleted, as the API gives them, in no particular order. */
export const readInvoices: ReadRecords<Invoice> = recordReader(
  'invoices by id',
  {
    id: invoices.id,
    number: invoices.number,
    version: invoices.version,
    country: invoices.country,
    owner: invoices.owner,
    ownerName: users.name,
    code: invoices.code,
    week: invoices.week,
    status: invoices.status,
    dueAt: invoices.dueAt,
    paidAt: invoices.paidAt,
    totalShipments: invoices.totalShipments,
    totalWithoutFees: invoices.totalWithoutFees,
    shippingFees: invoices.shippingFees,
    upsellFees: invoices.upsellFees,
    expeditionFees: invoices.expeditionFees,
    otherFees: invoices.otherFees,
    totalWithFees: invoices.totalWithFees,
    notes: invoices.notes,
    terms: invoices.terms,
    createdAt: invoices.createdAt,
    updatedAt: invoices.updatedAt,
  },
  (query, isAsked) =>
    query
      .from(invoices)
      .innerJoin(users, eq(users.id, invoices.owner))
      .where(and(isAsked, isNull(invoices.deletedAt))),
)

/** Invoices, few, with what each bills, oldest first. Two statements: give them one snapshot to read. */
export const readInvoicesWithLines = async (
  db: Executor,
  ids: readonly string[],
): Promise<InvoiceWithLines[]> => {
  const invoices = await readInvoices(db, ids)
  const rows = await db
    .select()
    .from(invoiceLines)
    .where(isOneOf(invoiceLines.invoice, ids))
    .orderBy(invoiceLines.settledAt, invoiceLines.id)
  return invoices.map((invoice) => ({
    ...invoice,
    lines: rows.filter((row) => row.invoice === invoice.id).map(toLine),
  }))
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
})

const texts: Record<LanguageCode, { terms: string }> = { fr, en, de, it, es, ru }

/** What a new invoice says of how it is paid, in its seller's language. Each invoice keeps its own, which can be changed. */
export const invoiceTerms = (language: LanguageCode): string =>
  texts[language].terms.replaceAll('{{days}}', String(dueAfterDays))

/**
 * The position of an invoice in the actor's list, read with the list's own parameters, and its neighbours. The whole
 * list is put in order for that: it is one of invoices, a seller's or a country's, not of orders.
 */
export const findNeighbours = async (
  db: Executor,
  actor: Actor,
  id: string,
  parameters: Record<string, unknown>,
): Promise<InvoiceNeighbours> => {
  const query = accepted(parseListQuery(invoiceSource.definition, parameters))
  const result = await db.execute<InvoiceNeighbours>(sql`
    with list as (select array(${listedSql(invoiceSource, actor, query)}) as ids),
      found as (select ids, array_position(ids, ${id}::uuid) as place from list)
    select ids[place - 1] as previous, ids[place + 1] as next, place, cardinality(ids) as total from found`)
  return result.rows[0]!
}
