import { and, eq, inArray } from 'drizzle-orm'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../domain/access/actor.ts'
import type { Verb } from '../../domain/access/permissions.ts'
import { standingOf } from '../../domain/access/standing.ts'
import { usualBounds } from '../bounds.ts'
import type { ServerContext } from '../context.ts'
import type { Transaction } from '../db/drizzle.ts'
import { jobs } from '../db/schema/desk.ts'
import { Refused } from '../refused.ts'
import { boundJobs } from './bound-stored.ts'
import type { JobInput } from './define-job.ts'
import { leaseEnd } from './hold-job.ts'
import type { JobRow } from './job-rows.ts'
import { tellJob } from './tell-job.ts'

export type NewJob = {
  /** The permission that it works under, which is also what people call it. */
  kind: Verb
  /** The `work` of its definition. */
  work: string
  input: JobInput
  /** How many records or rows it is about; null where nobody knows yet. */
  total: number | null
}

/** Writes a job that begins once the transaction commits. `heldBy` keeps it for a run of this instance alone. */
export const beginJob = async (
  tx: Transaction,
  { now, bounds, storage }: Pick<ServerContext, 'now' | 'bounds' | 'storage'>,
  actor: Actor | null,
  { kind, work, input, total }: NewJob,
  heldBy: string | null = null,
): Promise<JobRow> => {
  if (actor !== null) {
    await refuseTooMany(tx, actor.id, bounds?.openJobs ?? usualBounds.openJobs)
    await boundJobs(tx, { storage }, actor.id)
  }
  const [row] = await tx
    .insert(jobs)
    .values({
      id: newId(),
      kind,
      work,
      actor: actor?.id ?? null,
      standing: actor === null ? null : standingOf(actor),
      input,
      total,
      batchId: newId(),
      heldBy,
      heldUntil: heldBy === null ? null : leaseEnd,
      createdAt: now(),
    })
    .returning()
  await tellJob(tx, row!)
  return row!
}

const refuseTooMany = async (tx: Transaction, actor: string, openJobs: number): Promise<void> => {
  const open = await tx.$count(jobs, and(eq(jobs.actor, actor), inArray(jobs.status, ['QUEUED', 'RUNNING'])))
  if (open >= openJobs) throw new Refused('TOO_MANY_CALLS')
}
