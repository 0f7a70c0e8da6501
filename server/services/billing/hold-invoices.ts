import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/drizzle.ts'
import { invoices } from '../../db/schema/invoices.ts'
import type { Executor } from '../../crud/executor.ts'
import { holdRecords } from '../../crud/hold-records.ts'
import { type Account, ofAccounts } from './due-parcels.ts'
import type { HeldInvoice } from './invoice-step.ts'

/**
 * One billing of an account at a time: held until the transaction ends. Comes before every other lock, and accounts in
 * one order, so that nobody waits for somebody who waits for them.
 */
export const lockAccounts = async (tx: Transaction, accounts: readonly Account[]): Promise<void> => {
  const keys = [...new Set(accounts.map(({ country, owner }) => `billing ${country} ${owner}`))].sort()
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(given.key, 0)) from (
      select key from unnest(${sql.param(keys)}::text[]) with ordinality as listed (key, at) order by at offset 0
    ) given`)
}

/** Reads invoices by id; with `lock` they stand still until the transaction ends. Invoices are locked after orders. */
export const holdInvoices = (
  tx: Executor,
  condition: SQL,
  options: { lock: boolean },
): Promise<HeldInvoice[]> => holdRecords<HeldInvoice>(tx, invoices, condition, options)

/** The living invoices of some accounts, of some weeks. */
export const holdInvoicesOfWeeks = (
  tx: Transaction,
  accounts: readonly Account[],
  weeks: readonly string[],
): Promise<HeldInvoice[]> =>
  holdInvoices(
    tx,
    sql`${ofAccounts(invoices, accounts)} and ${invoices.week} = any(${sql.param([...weeks])}::text[])
      and ${invoices.deletedAt} is null`,
    { lock: true },
  )
