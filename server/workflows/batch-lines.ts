import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import { isVerb, scopeOf, type Verb } from '../../domain/access/permissions.ts'
import { whyNot } from '../../domain/access/why-not.ts'
import type { Code } from '../../domain/codes.ts'
import { resourceNames, resources } from '../../domain/resources.ts'
import type { Transaction } from '../database/drizzle.ts'
import { changes } from '../database/schema/changes.ts'
import type { RevertLine } from './revert.ts'

/** What the history does not keep cannot be put back. */
const irreversible: readonly string[] = ['user.set-password'] satisfies Verb[]

const isUndone = sql<boolean>`exists (select 1 from changes later where later.undoes = changes.id)`

/** Lines that stand for themselves: those of records that only followed come back with the record that they followed. */
const leads = sql.join(
  resourceNames.map(
    (resource) =>
      sql`(${changes.resource} = ${resource} and ${changes.verb} like ${`${resources[resource].noun}.%`})`,
  ),
  sql` or `,
)

/** Who may undo only what is their own finds nobody else's batch. */
const ofBatch = (actor: Actor, batchId: string): SQL => {
  const isReached =
    scopeOf(actor.role, 'change.undo') === 'all' ? sql`true` : sql`${changes.actor} = ${actor.id}`
  return sql`${changes.batchId} = ${batchId} and ${isReached} and (${leads})`
}

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
    .select({ line: changes, isUndone })
    .from(changes)
    .where(sql`${ofBatch(actor, batchId)} and ${isAhead}`)
    .orderBy(changes.id)
  const rows = await (page === null ? query : query.limit(page.limit))
  return rows.map(({ line, isUndone }) => ({ ...line, why: whyNotUndo(actor, line.verb, isUndone) }))
}

const whyNotUndo = (actor: Actor, verb: string, isUndone: boolean): Code | null => {
  if (isUndone) return 'ALREADY_UNDONE'
  if (!isVerb(verb) || irreversible.includes(verb)) return 'NOT_UNDOABLE'
  return whyNot(actor, verb)
}
