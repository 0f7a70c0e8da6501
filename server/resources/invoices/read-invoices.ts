import { and, eq, isNull } from 'drizzle-orm'
import type { Invoice } from '../../../domain/invoices/invoice.ts'
import { invoices } from '../../database/schema/invoices.ts'
import { users } from '../../database/schema/users.ts'
import type { Executor } from '../engine/executor.ts'
import { isOneOf } from '../engine/where-sql.ts'

/** The invoices of these ids that are not deleted, as the API gives them, in no particular order. */
export const readInvoices = async (db: Executor, ids: readonly string[]): Promise<Invoice[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .select({
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
    })
    .from(invoices)
    .innerJoin(users, eq(users.id, invoices.owner))
    .where(and(isOneOf(invoices.id, ids), isNull(invoices.deletedAt)))
  return rows.map((row) => ({
    ...row,
    dueAt: row.dueAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }))
}
