import { and, eq, isNull } from 'drizzle-orm'
import type { Invoice } from '../../../domain/invoices/invoice.ts'
import { invoices } from '../../db/schema/invoices.ts'
import { users } from '../../db/schema/users.ts'
import { type ReadRecords, recordReader } from '../../crud/record-reader.ts'

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
