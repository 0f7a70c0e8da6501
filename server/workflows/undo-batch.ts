import { sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import { isVerb, scopeOf, type Verb } from '../../domain/access/permissions.ts'
import { whyNot } from '../../domain/access/why-not.ts'
import type { ChangeReport } from '../../domain/changes.ts'
import type { Code } from '../../domain/codes.ts'
import { type ResourceName, resources } from '../../domain/resources.ts'
import type { Transaction } from '../database/drizzle.ts'
import { changes } from '../database/schema/changes.ts'
import { Refused } from '../refused.ts'
import { affiliateKind } from '../resources/affiliates/affiliate-kind.ts'
import type { Batch } from '../resources/changes/record-changes.ts'
import { revertRecords } from '../resources/engine/revert-records.ts'
import { expeditionKind } from '../resources/expeditions/expedition-kind.ts'
import { packageKind } from '../resources/packages/package-kind.ts'
import { productKind } from '../resources/products/product-kind.ts'
import { requestKind } from '../resources/requests/request-kind.ts'
import { changeReport } from './change-report.ts'
import type { Revert, Reverted, RevertLine } from './revert.ts'
import { revertInvoices } from './revert-invoices.ts'
import { revertOrders } from './revert-orders.ts'
import { revertShippings } from './revert-shippings.ts'
import { revertUsers } from './revert-users.ts'

/** How each resource's changes are taken back, in the order that everybody locks them in. */
const reverts: Record<ResourceName, Revert> = {
  orders: revertOrders,
  shippings: revertShippings,
  products: revertRecords(productKind),
  expeditions: revertRecords(expeditionKind),
  requests: revertRecords(requestKind),
  affiliates: revertRecords(affiliateKind),
  packages: revertRecords(packageKind),
  invoices: revertInvoices,
  users: revertUsers,
}

/** What the history does not keep cannot be put back. */
const irreversible: readonly string[] = ['user.set-password'] satisfies Verb[]

/**
 * Takes a batch back, record by record, by the rules that the change itself obeyed. What has moved on since stays and
 * is named. The undo is a batch of its own: taking that back is the redo. Whoever may undo only what is their own finds
 * nobody else's batch.
 */
export const undoBatch = async (
  tx: Transaction,
  actor: Actor,
  batchId: string,
  batch: Batch,
): Promise<ChangeReport> => {
  const forbidden = whyNot(actor, 'change.undo')
  if (forbidden !== null) throw new Refused(forbidden)
  // One undo of a batch at a time: the second finds it undone, rather than every record moved on.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`undo ${batchId}`}, 0))`)
  const lines = await readLines(tx, actor, batchId)
  if (lines.length === 0) throw new Refused('NOT_FOUND')
  if (lines.every((line) => line.why === 'ALREADY_UNDONE')) throw new Refused('ALREADY_UNDONE')
  const report: Reverted = { changed: [], refused: [] }
  for (const [resource, revert] of Object.entries(reverts)) {
    const ofResource = lines.filter((line) => line.resource === resource)
    if (ofResource.length === 0) continue
    const { changed, refused } = await revert(tx, actor, ofResource, batch)
    report.changed.push(...changed)
    report.refused.push(...refused)
  }
  return changeReport(batch.id, report.changed, report.refused)
}

/** The batch's own lines: those of records that only followed come back with the record that they followed. */
const readLines = async (tx: Transaction, actor: Actor, batchId: string): Promise<RevertLine[]> => {
  const isReached =
    scopeOf(actor.role, 'change.undo') === 'all' ? sql`true` : sql`${changes.actor} = ${actor.id}`
  const rows = await tx
    .select({
      line: changes,
      isUndone: sql<boolean>`exists (select 1 from changes later where later.undoes = changes.id)`,
    })
    .from(changes)
    .where(sql`${changes.batchId} = ${batchId} and ${isReached}`)
    .orderBy(changes.id)
  return rows
    .filter(({ line }) => line.verb.split('.')[0] === resources[line.resource].noun)
    .map(({ line, isUndone }) => ({ ...line, why: whyNotUndo(actor, line.verb, isUndone) }))
}

const whyNotUndo = (actor: Actor, verb: string, isUndone: boolean): Code | null => {
  if (isUndone) return 'ALREADY_UNDONE'
  if (!isVerb(verb) || irreversible.includes(verb)) return 'NOT_UNDOABLE'
  return whyNot(actor, verb)
}
