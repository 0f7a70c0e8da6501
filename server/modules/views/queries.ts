import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { roles, type Scope, scopeOf } from '../../../domain/access/permissions.ts'
import { resourceNames, resources } from '../../../domain/resources.ts'
import type { View } from '../../../domain/views/view.ts'
import { alphabetical } from '../../db/alphabetical.ts'
import type { Executor } from '../../db/drizzle.ts'
import { users, views } from '../../db/schema.ts'

/** Views visible to the actor: own, and shared ones of lists they may read. */
export const readViews = async (db: Executor, actor: Actor, condition: SQL = sql`true`): Promise<View[]> => {
  const readable = resourceNames.filter((name) => scopeOf(actor.role, resources[name].verbs.list) !== null)
  const rows = await db
    .select({ view: views, ownerName: users.name })
    .from(views)
    .innerJoin(users, eq(users.id, views.owner))
    .where(
      sql`${views.resource} = any(${sql.param(readable)}::text[])
        and (${views.owner} = ${actor.id} or ${views.isShared} and ${isSharedWith(actor)}) and ${condition}`,
    )
    .orderBy(alphabetical(views.name), asc(views.id))
  return rows.map(({ view, ownerName }) => ({
    ...view,
    ownerName,
    isOwn: view.owner === actor.id,
    createdAt: view.createdAt.toISOString(),
    updatedAt: view.updatedAt.toISOString(),
  }))
}

/** Users who may share now: with everybody, or with their country and users of all countries. */
const isSharedWith = (actor: Actor): SQL => {
  const sharers = (scope: Scope) => sql.param(roles.filter((role) => scopeOf(role, 'view.share') === scope))
  const isNear = scopeOf(actor.role, 'view.share') === 'all' ? sql`true` : eq(users.country, actor.country)
  return sql`(${users.role} = any(${sharers('all')}::text[])
    or ${users.role} = any(${sharers('country')}::text[]) and ${isNear})`
}
