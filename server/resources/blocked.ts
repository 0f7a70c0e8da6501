import { sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import { blocked as definition } from '../../domain/blocked/block.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import { isDate } from '../../domain/lib/field.ts'
import { todayIn } from '../../domain/lib/zone-clock.ts'
import { Refused } from '../core/errors.ts'
import { defineKind } from '../crud/define-kind.ts'
import type { Batch } from '../crud/record-changes.ts'
import type { HeldOf, Pair } from '../crud/resource-definition.ts'
import { createRecord, updateRecord } from '../crud/write-records.ts'
import type { Transaction } from '../db/drizzle.ts'
import type { blocked } from '../db/schema/blocked.ts'
import { blockedList } from '../queries/blocked.ts'
import type { Edit } from './serve.ts'
import { serveKind } from './serve-kind.ts'

/** Blocks whose customer the same owner has blocked already. The unique index decides finally. */
const findTaken = async (
  tx: Transaction,
  pairs: readonly Pair<HeldOf<typeof blocked>>[],
): Promise<ReadonlySet<string>> => {
  const staying = pairs.flatMap(({ next: { id, country, phone, owner, isDeleted } }) =>
    isDeleted ? [] : { id, country, phone, owner },
  )
  if (staying.length === 0) return new Set()
  const { rows } = await tx.execute<{ id: string }>(sql`
    select given.id
    from jsonb_to_recordset(${JSON.stringify(staying)}::jsonb) as given (id uuid, country text, phone text, owner uuid)
    join blocked on blocked.country = given.country and blocked.phone = given.phone and blocked.owner = given.owner
      and blocked.deleted_at is null and blocked.id <> given.id`)
  return new Set(rows.map(({ id }) => id))
}

const blockKind = defineKind(definition, blockedList, {
  initial: { refuses: false },
  findFacts: async (tx, pairs) => ({ taken: await findTaken(tx, pairs) }),
  whyNot: {
    create: ({ id }, { taken }) => (taken.has(id) ? 'ALREADY_BLOCKED' : null),
    revert: (_, next, { taken }) => (!next.isDeleted && taken.has(next.id) ? 'ALREADY_BLOCKED' : null),
  },
})

/** @throws Refused `IN_THE_PAST` at the field */
const refusePast = (until: unknown, country: CountryCode, { at }: Batch): void => {
  if (typeof until !== 'string' || !isDate(until) || until.slice(0, 10) >= todayIn(country, at)) return
  throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'until', code: 'IN_THE_PAST' }] })
}

/** The day of `until` alone, and no refusal where it is empty. */
const asStored = (input: Record<string, unknown>): Record<string, unknown> => ({
  ...input,
  ...(Object.hasOwn(input, 'refuses') && input.refuses === null && { refuses: false }),
  ...(typeof input.until === 'string' && isDate(input.until) && { until: input.until.slice(0, 10) }),
})

const updateBlock = async (tx: Transaction, actor: Actor, edit: Edit, batch: Batch) => {
  const { id, body } = edit
  if (typeof body !== 'object' || body === null) return updateRecord(tx, actor, blockKind, edit, batch)
  const stored = asStored(body as Record<string, unknown>)
  const [present] = Object.hasOwn(stored, 'until') ? await blockedList.read(tx, [id]) : []
  const updated = await updateRecord(tx, actor, blockKind, { ...edit, body: stored }, batch)
  if (present !== undefined && present.until !== stored.until)
    refusePast(stored.until, present.country, batch)
  return updated
}

export const blockedResource = serveKind(blockedList, blockKind, {
  create: {
    refuses: ['ALREADY_BLOCKED'],
    run: (actor, input) => ({
      work: async (tx, batch) => {
        refusePast(input.until, input.country, batch)
        return createRecord(tx, actor, blockKind, asStored(input), batch)
      },
    }),
  },
  update: updateBlock,
})
