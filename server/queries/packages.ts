import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Plan, plans as planDefinition } from '../../domain/plans/plan.ts'
import { listSource } from '../crud/list-source.ts'
import { type ReadRecords, recordReader } from '../crud/read-records.ts'
import { packages } from '../db/schema/packages.ts'
import { users } from '../db/schema/users.ts'

export const packageSource = listSource(planDefinition.list, {
  resource: 'packages',
  verb: 'package.list',
  table: packages,
  owner: packages.owner,
  filters: { owner: packages.owner },
  sorts: {
    createdAt: packages.createdAt,
    number: packages.number,
    name: packages.name,
    pack: packages.pack,
    updatedAt: packages.updatedAt,
  },
})

const { deletedAt, ...columns } = getTableColumns(packages)
const owner = alias(users, 'owner_user')

const subscribed = sql<number>`(select count(*)::int from users
  where users.package = packages.id and users.deleted_at is null)`

/** The plans of these ids that are not deleted, as the API gives them, in no particular order. */
export const readPackages: ReadRecords<Plan> = recordReader(
  'packages by id',
  { ...columns, ownerName: owner.name, users: subscribed },
  (query, isAsked) =>
    query
      .from(packages)
      .innerJoin(owner, eq(owner.id, packages.owner))
      .where(and(isAsked, isNull(deletedAt))),
)
