import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import { whyNot } from '../../domain/access/why-not.ts'
import { isReversible } from '../../domain/changes/journal-verbs.ts'
import type { Code } from '../../domain/core/codes.ts'
import { isLeading } from '../crud/leading-lines.ts'
import type { RevertLine } from '../crud/revert-rules.ts'
import type { Transaction } from '../db/drizzle.ts'
import { changes } from '../db/schema/changes.ts'
import { actorReach } from '../queries/change-reach.ts'

const isUndone = sql<boolean>`exists (select 1 from changes later where later.undoes = changes.id)`

/**
 * Changes of the record after a line of `changes`, of which some still hold: neither taken back, nor the taking back of
 * another of them.
 */
const hasHoldingLater = sql`exists (
  select 1 from changes later
  where later.record_id = changes.record_id and later.version > changes.version
    and not exists (select 1 from changes undo where undo.undoes = later.id)
    and not exists (
      select 1 from changes undone
      where undone.id = later.undoes and undone.version > changes.version))`

const standsAt = sql<number>`case when ${hasHoldingLater} then changes.version else (
  select max(same.version) from changes same where same.record_id = changes.record_id) end`

/** Who may undo only what is their own finds nobody else's batch. */
const ofBatch = (actor: Actor, batchId: string): SQL =>
  sql`${changes.batchId} = ${batchId} and ${actorReach(actor, 'change.undo', sql`changes`)} and ${isLeading(sql`changes`)}`

/** How many lines a batch has that can be taken back, and how many of them have been. */
export const countLines = async (
  tx: Transaction,
  actor: Actor,
  batchId: string,
): Promise<{ lines: number; undone: number }> => {
  const [row] = await tx
    .select({
      lines: sql<number>`count(*)::integer`,
      undone: sql<number>`(count(*) filter (where ${isUndone}))::integer`,
    })
    .from(changes)
    .where(ofBatch(actor, batchId))
  return { lines: row?.lines ?? 0, undone: row?.undone ?? 0 }
}

export type LinesPage = { after: string | null; limit: number }

/** The lines of a batch in the order of their ids; all of them without a page. */
export const readLines = async (
  tx: Transaction,
  actor: Actor,
  batchId: string,
  page: LinesPage | null,
): Promise<RevertLine[]> => {
  const isAhead = page?.after == null ? sql`true` : sql`${changes.id} > ${page.after}::uuid`
  const query = tx
    .select({ line: changes, isUndone, standsAt })
    .from(changes)
    .where(sql`${ofBatch(actor, batchId)} and ${isAhead}`)
    .orderBy(changes.id)
  const rows = await (page === null ? query : query.limit(page.limit))
  return rows.map(({ line, isUndone, standsAt }) => ({
    ...line,
    standsAt,
    why: whyNotUndo(actor, line.verb, isUndone),
  }))
}

const whyNotUndo = (actor: Actor, verb: string, isUndone: boolean): Code | null => {
  if (isUndone) return 'ALREADY_UNDONE'
  if (!isReversible(verb)) return 'NOT_UNDOABLE'
  return whyNot(actor, verb)
}
