import { v7 as newId } from 'uuid'
import type { Verb } from '../../domain/access/permissions.ts'
import type { ServerContext } from '../context.ts'
import type { Transaction } from '../database/drizzle.ts'
import { jobs } from '../database/schema/desk.ts'
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
  { now }: Pick<ServerContext, 'now'>,
  actor: { id: string } | null,
  { kind, work, input, total }: NewJob,
  heldBy: string | null = null,
): Promise<JobRow> => {
  const [row] = await tx
    .insert(jobs)
    .values({
      id: newId(),
      kind,
      work,
      actor: actor?.id ?? null,
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
