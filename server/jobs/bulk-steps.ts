import { sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import type { Verb } from '../../domain/access/permissions.ts'
import { jobStepSize } from '../../domain/jobs/job.ts'
import type { Transaction } from '../db/drizzle.ts'
import type { ListSource } from '../crud/list-source.ts'
import { type ParsedTarget, targetSql } from '../crud/target.ts'

export type BulkReach = { source: ListSource; actor: Actor; verb: Verb; target: ParsedTarget }

/** How many records a target means at present, and the highest of their ids; what is made later is not meant. */
export type MeasuredTarget = { total: number; last: string | null }

export const measureTarget = async (
  tx: Transaction,
  { source, actor, verb, target }: BulkReach,
): Promise<MeasuredTarget> => {
  if ('ids' in target) return { total: target.ids.length, last: null }
  const { table } = source
  const { rows } = await tx.execute<{ total: string; last: string | null }>(sql`
    select count(*) as total, max(${table.id}::text) as last from ${table}
    where ${targetSql(source, actor, verb, target)}`)
  return { total: Number(rows[0]?.total ?? 0), last: rows[0]?.last ?? null }
}

/**
 * The next records of a target, forwards by id: none comes twice, whatever the change does to the filter that chose
 * them. Ids that are named come in any case, since each has its line in the report.
 */
export const chooseStep = async (
  tx: Transaction,
  { source, actor, verb, target }: BulkReach,
  { after, last }: { after: string | null; last: string | null },
): Promise<string[]> => {
  const size = jobStepSize({ isFirst: after === null })
  if ('ids' in target) {
    return [...target.ids]
      .sort()
      .filter((id) => after === null || id > after)
      .slice(0, size)
  }
  const { table } = source
  const isAhead = after === null ? sql`true` : sql`${table.id} > ${after}::uuid`
  const { rows } = await tx.execute<{ id: string }>(sql`
    select ${table.id} as id from ${table}
    where ${targetSql(source, actor, verb, target)} and ${isAhead} and ${table.id} <= ${last}::uuid
    order by ${table.id} limit ${size}`)
  return rows.map((row) => row.id)
}

/** The same target, but these of its records only: whoever no longer matches once it is locked is not among them. */
export const narrowTarget = (target: ParsedTarget, ids: string[]): ParsedTarget =>
  'ids' in target ? { ids } : { ...target, where: { ...target.where, ids } }
