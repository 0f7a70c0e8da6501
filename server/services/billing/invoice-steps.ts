import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { pickNames } from '../../../domain/lib/shape.ts'
import { holdRecords } from '../../crud/apply-steps.ts'
import {
  announceRecords,
  type Batch,
  type ChangeLine,
  differences,
  recordChanges,
} from '../../crud/record-changes.ts'
import type { HeldOf } from '../../crud/resource-definition.ts'
import { isOneOf, valueNames, type Written, writtenValues } from '../../db/columns.ts'
import type { Executor, Transaction } from '../../db/drizzle.ts'
import { invoices } from '../../db/schema/invoices.ts'
import { updateRows } from '../../db/unnest-rows.ts'
import { presentParties } from '../../queries/invoices.ts'
import { removeSearchEntries } from '../../search/write-entries.ts'
import { type Account, ofAccounts } from './due-parcels.ts'

/** An invoice as read, locked until commit. */
export type HeldInvoice = HeldOf<typeof invoices>

/** Columns that a change can write, and that history stores. */
const invoiceValueNames = valueNames(invoices, ['owner', 'code', 'week', 'weekStart', 'dueAt', 'parties'])

export type InvoiceValues = Written<Pick<HeldInvoice, (typeof invoiceValueNames)[number]>> & {
  isDeleted: boolean
}

/** A decided change of an invoice. `undoes`: history line id. */
export type InvoiceStep = { invoice: HeldInvoice; next: InvoiceValues; verb: string; undoes?: string }

export const valuesOfInvoice = (invoice: HeldInvoice): InvoiceValues => ({
  ...writtenValues(pickNames(invoice, invoiceValueNames)),
  isDeleted: invoice.isDeleted,
})

/** Writes decided changes with history and events. Without an actor: the server itself. */
export const applyInvoiceSteps = async (
  tx: Transaction,
  actor: Actor | null,
  batch: Batch,
  steps: readonly InvoiceStep[],
): Promise<void> => {
  if (steps.length === 0) return
  await updateRows(
    tx,
    invoices,
    [...invoiceValueNames, 'version', 'updatedAt', 'deletedAt'],
    steps.map(({ invoice, next }) => ({
      ...next,
      id: invoice.id,
      version: invoice.version + 1,
      updatedAt: batch.at,
      deletedAt: next.isDeleted ? batch.at : null,
    })),
  )
  await freezeParties(tx, steps)
  const gone = steps.filter(({ next }) => next.isDeleted).map(({ invoice }) => invoice.id)
  await removeSearchEntries(tx, 'invoices', gone)
  await recordChanges(tx, actor, batch, steps.map(historyLine))
  for (const verb of new Set(steps.map((step) => step.verb))) {
    const changed = steps.filter((step) => step.verb === verb).map(({ invoice }) => invoice)
    await announceRecords(tx, actor, batch, { resource: 'invoices', verb }, changed)
  }
}

/** Keeps both parties of invoices that are paid now. An undo that pays one again brings back those of that payment. */
const freezeParties = async (tx: Transaction, steps: readonly InvoiceStep[]): Promise<void> => {
  const paid = steps.filter(
    ({ invoice, next, undoes }) =>
      next.status === 'PAID' && invoice.status !== 'PAID' && undoes === undefined,
  )
  if (paid.length === 0) return
  const ids = paid.map(({ invoice }) => invoice.id)
  await tx.execute(sql`update invoices set parties = ${presentParties} where ${isOneOf(invoices.id, ids)}`)
}

const historyLine = ({ invoice, next, verb, undoes }: InvoiceStep): ChangeLine => ({
  verb,
  resource: 'invoices',
  recordId: invoice.id,
  version: invoice.version + 1,
  ...(differences(valuesOfInvoice(invoice), next) ?? { before: {}, after: {} }),
  undoes,
})

/** Advisory locks of accounts until commit: one billing at a time. Taken before all other locks, in fixed order. */
export const lockAccounts = async (tx: Transaction, accounts: readonly Account[]): Promise<void> => {
  const keys = [...new Set(accounts.map(({ country, owner }) => `billing ${country} ${owner}`))].sort()
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(given.key, 0)) from (
      select key from unnest(${sql.param(keys)}::text[]) with ordinality as listed (key, at) order by at offset 0
    ) given`)
}

/** Reads invoices by id; `lock`: until commit. Locked after orders. */
export const holdInvoices = (
  tx: Executor,
  condition: SQL,
  options: { lock: boolean },
): Promise<HeldInvoice[]> => holdRecords<HeldInvoice>(tx, { table: invoices }, condition, options)

/** Invoices of accounts and weeks that are not deleted. */
export const holdInvoicesOfWeeks = (
  tx: Executor,
  accounts: readonly Account[],
  weeks: readonly string[],
  options: { lock: boolean },
): Promise<HeldInvoice[]> =>
  holdInvoices(
    tx,
    sql`${ofAccounts(invoices, accounts)} and ${invoices.week} = any(${sql.param([...weeks])}::text[])
      and ${invoices.deletedAt} is null`,
    options,
  )
