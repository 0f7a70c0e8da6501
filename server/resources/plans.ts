import { sql } from 'drizzle-orm'
import { plans } from '../../domain/plans/plan.ts'
import { defineKind } from '../crud/define-kind.ts'
import { recordList } from '../crud/record-list.ts'
import type { HeldOf, Pair } from '../crud/resource-definition.ts'
import type { Transaction } from '../db/drizzle.ts'
import { packages } from '../db/schema/plans.ts'
import { users } from '../db/schema/users.ts'
import { serveKind } from './serve-kind.ts'

const list = recordList(plans, packages, {
  fields: {
    users: sql<number>`(select count(*)::int from users
      where users.package = packages.id and users.deleted_at is null)`,
  },
})

/** Plans whose code another one has, ignoring case. The unique index decides finally. */
const findTaken = async (
  tx: Transaction,
  pairs: readonly Pair<HeldOf<typeof packages>>[],
): Promise<ReadonlySet<string>> => {
  const staying = pairs.flatMap(({ next }) => (next.isDeleted ? [] : { id: next.id, pack: next.pack }))
  if (staying.length === 0) return new Set()
  const { rows } = await tx.execute<{ id: string }>(sql`
    select given.id from jsonb_to_recordset(${JSON.stringify(staying)}::jsonb) as given (id uuid, pack text)
    join packages on lower(packages.pack) = lower(given.pack) and packages.id <> given.id
      and packages.deleted_at is null`)
  return new Set(rows.map((row) => row.id))
}

export const planResource = serveKind(
  list,
  defineKind(plans, list, {
    uses: [{ column: users.package, deletedAt: users.deletedAt }],
    findFacts: async (tx, pairs) => ({ taken: await findTaken(tx, pairs) }),
    whyNot: {
      create: ({ id }, { taken }) => (taken.has(id) ? 'PACK_TAKEN' : null),
      update: (_, { id }, __, { taken }) => (taken.has(id) ? 'PACK_TAKEN' : null),
      revert: (_, next, { taken }) => (!next.isDeleted && taken.has(next.id) ? 'PACK_TAKEN' : null),
    },
  }),
  { refuses: { create: ['PACK_TAKEN'], update: ['PACK_TAKEN'] } },
)
