import type { Actor } from '../../../domain/access/actor.ts'
import type { Invoice, InvoiceStatus } from '../../../domain/invoices/invoice.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { invoices } from '../../db/schema/invoices.ts'
import { Refused } from '../../refused.ts'
import { holdInvoices } from '../../services/billing/hold-invoices.ts'
import { moveInvoices } from '../../services/billing/move-invoices.ts'
import type { Batch } from '../change-log/record-changes.ts'
import { isOneOf } from '../../crud/where-sql.ts'
import { readInvoices } from './read-invoices.ts'

type StatusCall = { id: string; version: number | null; status: InvoiceStatus | null }

/** Moves one invoice by the same workflow that moves many; what a bulk call reports, one call is refused with. */
export const setInvoiceStatus = async (
  tx: Transaction,
  actor: Actor,
  { id, version, status }: StatusCall,
  batch: Batch,
): Promise<Invoice> => {
  const [held] = await holdInvoices(tx, isOneOf(invoices.id, [id]), { lock: true })
  const isStale = version !== null && held?.version !== version
  const { refused } = await moveInvoices(tx, actor, { ids: [id] }, status, { batch, dryRun: isStale })
  const code = refused[0]?.code
  const [invoice] = await readInvoices(tx, [id])
  if (invoice === undefined || code === 'NOT_FOUND') throw new Refused('NOT_FOUND')
  if (isStale) throw new Refused('STALE_VERSION', { current: invoice })
  if (code !== undefined) throw new Refused(code)
  return invoice
}
