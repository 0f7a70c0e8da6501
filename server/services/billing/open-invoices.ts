import { v7 as newId } from 'uuid'
import type { Actor } from '../../../domain/access/actor.ts'
import { dueAfterDays, type InvoiceLine } from '../../../domain/invoices/invoice.ts'
import { addLines, noLines, totalWithFees } from '../../../domain/invoices/totals.ts'
import { mondayOf } from '../../../domain/lib/iso-week.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { invoices } from '../../db/schema/invoices.ts'
import { users } from '../../db/schema/users.ts'
import { type Batch, recordChanges } from '../../modules/change-log/record-changes.ts'
import { announceRecords } from '../../crud/announce-records.ts'
import { inChunks } from '../../crud/in-chunks.ts'
import { isOneOf } from '../../crud/where-sql.ts'
import { invoiceTerms } from '../../modules/invoices/invoice-terms.ts'
import { readInvoices } from '../../modules/invoices/read-invoices.ts'
import { writeSearchEntries } from '../../search/write-entries.ts'
import type { Account } from './due-parcels.ts'
import { type HeldInvoice, valuesOfInvoice } from './invoice-step.ts'
import { takeInvoiceCodes } from './take-invoice-codes.ts'

type Opening = Account & {
  week: string
  lines: readonly Pick<InvoiceLine, 'collected' | 'shippingFee' | 'upsellFee'>[]
}

const day = 86_400_000

/** Opens an invoice for each, with its code and the totals of its lines; in the same order. The lines are yet to be written. */
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
    await readInvoices(
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

/** In the language of each seller. */
const readTerms = async (tx: Transaction, openings: readonly Opening[]): Promise<Map<string, string>> => {
  const owners = [...new Set(openings.map(({ owner }) => owner))]
  const rows = await tx
    .select({ id: users.id, language: users.language })
    .from(users)
    .where(isOneOf(users.id, owners))
  return new Map(rows.map(({ id, language }) => [id, invoiceTerms(language)]))
}
