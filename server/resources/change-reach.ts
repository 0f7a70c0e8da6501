import { type SQL, sql } from 'drizzle-orm'
import { type Actor, actorScope } from '../../domain/access/actor.ts'
import { scopeOf } from '../../domain/access/permissions.ts'
import { historyVerbOf } from '../../domain/changes/changes.ts'
import { type ResourceName, resourceNames } from '../../domain/resources.ts'
import { isLeading } from '../crud/changed-record.ts'
import { scopeSql } from '../crud/list-source.ts'
import { serverResources } from './registry.ts'

/**
 * History lines visible to an actor: of records they may read now, whatever their role was. Used by every read of batches.
 */
export const changeReach = (actor: Actor, line: SQL): SQL =>
  sql`(${actorReach(actor, 'change.list', line)} and ${isLeading(line)} and ${recordReach(actor, line)})`

/** Scope of a verb over a table with a column `actor`. */
export const actorReach = (actor: Actor, verb: 'change.list' | 'change.undo', table: SQL): SQL => {
  if (actorScope(actor, verb) === null) return sql`false`
  return scopeOf(actor, verb) === 'all' ? sql`true` : sql`${table}.actor = ${actor.id}`
}

/** A key undoes what was done by it alone, not what its owner did. */
export const undoReach = (actor: Actor, line: SQL): SQL => {
  const own = actorReach(actor, 'change.undo', line)
  return actor.key === undefined
    ? own
    : sql`(${own} and exists (
        select 1 from change_batches made where made.id = ${line}.batch_id and made.key = ${actor.key.id}))`
}

/** Whether all records are in scope, including deleted ones, so that lines need no check. */
export const readsEveryRecord = (actor: Actor): boolean =>
  resourceNames.every((resource) => actorScope(actor, historyVerbOf(actor, resource)) === 'all')

const recordReach = (actor: Actor, line: SQL): SQL => {
  if (readsEveryRecord(actor)) return sql`true`
  const branches = resourceNames.flatMap((resource) => recordsReached(actor, resource, line) ?? [])
  return branches.length === 0 ? sql`false` : sql`(${sql.join(branches, sql` or `)})`
}

const recordsReached = (actor: Actor, resource: ResourceName, line: SQL): SQL | null => {
  const verb = historyVerbOf(actor, resource)
  const scope = actorScope(actor, verb)
  if (scope === null) return null
  if (scope === 'all') return sql`${line}.resource = ${resource}`
  const { source } = serverResources[resource]
  const { table } = source
  return sql`(${line}.resource = ${resource} and exists (
    select 1 from ${table}
    where ${table.id} = ${line}.record_id and ${table.deletedAt} is null and ${scopeSql(source, actor, verb)}))`
}
