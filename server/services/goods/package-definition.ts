import { sql } from 'drizzle-orm'
import { whyNot } from '../../../domain/access/why-not.ts'
import { type Plan, plans as planDefinition } from '../../../domain/plans/plan.ts'
import { whyNotDeletePackage, whyNotRevertPackage } from '../../../domain/plans/policy.ts'
import { type HeldOf, type Pair, type RecordKind, verbsOf } from '../../crud/resource-definition.ts'
import { findUses } from '../../crud/write-records.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { packages } from '../../db/schema/packages.ts'
import { users } from '../../db/schema/users.ts'
import { deleteBulk } from '../../jobs/define-bulk.ts'
import { packageSource, readPackages } from '../../queries/packages.ts'
import { writeSearchEntries } from '../../search/write-entries.ts'

type HeldPackage = HeldOf<typeof packages>

/** `used` are plans that users have, `taken` those whose code another plan has. */
type PackageFacts = { used: ReadonlySet<string>; taken: ReadonlySet<string> }

/** Codes are unique among plans that are not deleted, in whatever case: the index has the last word. */
export const packageKind: RecordKind<Plan, HeldPackage, PackageFacts> = {
  source: packageSource,
  table: packages,
  read: readPackages,
  makeFindable: async (tx, ids) => writeSearchEntries(tx, 'packages', await readPackages(tx, ids)),
  verbs: verbsOf('package'),
  fields: planDefinition.fields,
  updateFields: planDefinition.fields,
  initial: {},
  findFacts: async (tx, pairs) => ({
    used: await findUses(tx, pairs, [{ column: users.package, deletedAt: users.deletedAt }]),
    taken: await findTaken(tx, pairs),
  }),
  whyNot: {
    create: ({ id }, { taken }) => (taken.has(id) ? 'PACK_TAKEN' : null),
    update: (actor, plan, _, { taken }) =>
      whyNot(actor, 'package.update', plan) ?? (taken.has(plan.id) ? 'PACK_TAKEN' : null),
    delete: (actor, plan, { used }) => whyNotDeletePackage(actor, { ...plan, isUsed: used.has(plan.id) }),
    revert: (_, next, { used, taken }) =>
      whyNotRevertPackage(next, { isUsed: used.has(next.id), isTaken: taken.has(next.id) }),
  },
}

export const packageBulks = { delete: deleteBulk(packageKind) }

const findTaken = async (tx: Transaction, pairs: readonly Pair<HeldPackage>[]): Promise<Set<string>> => {
  const staying = pairs.flatMap(({ next }) => (next.isDeleted ? [] : { id: next.id, pack: next.pack }))
  if (staying.length === 0) return new Set()
  const { rows } = await tx.execute<{ id: string }>(sql`
    select given.id from jsonb_to_recordset(${JSON.stringify(staying)}::jsonb) as given (id uuid, pack text)
    join packages on lower(packages.pack) = lower(given.pack) and packages.id <> given.id
      and packages.deleted_at is null`)
  return new Set(rows.map((row) => row.id))
}
