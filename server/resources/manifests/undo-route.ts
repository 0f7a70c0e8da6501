import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../../domain/access/actor.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import { jobThreshold } from '../../../domain/jobs/job.ts'
import { whyNotUndoManifest } from '../../../domain/manifests/policy.ts'
import { Refused } from '../../core/errors.ts'
import { changeReport } from '../../crud/change-report.ts'
import { type Batch, newBatch } from '../../crud/record-changes.ts'
import type { OnFault } from '../../db/apart.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { manifestLines } from '../../db/schema/manifests.ts'
import { answerLong, faultLog } from '../../http/answer-call.ts'
import { permit } from '../../http/auth.ts'
import { recordId, refuseBody, refuseQuery } from '../../http/request-parts.ts'
import { json } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { changeReportSchema, jobSchema } from '../../openapi/schemas.ts'
import { manifestList } from '../../queries/manifests.ts'
import { undoBatch, undoJob } from '../undo-batch.ts'

const call = describe.call({
  id: 'undoManifest',
  tag: 'manifests',
  summary: 'Take a manifest back: its parcels are where they were before they went out on it',
  detail:
    'All of them or none: refused once one of them has moved on. Undoing the undo brings the manifest back. Over 1,000 parcels it runs as a job, which names those that moved on meanwhile.',
  verbs: ['manifest.undo'],
  headers: ['Idempotency-Key', 'Prefer'],
  answers: { 200: json(changeReportSchema), 202: json(jobSchema) },
  // Undone by somebody else before it was locked.
  refuses: ['MANIFEST_HAS_MOVED', 'ALREADY_UNDONE'],
})

/** Registered separately, because undo needs all resources. */
export const manifestUndoRoute = (app: FastifyInstance, context: ServerContext): void => {
  app.post('/manifests/:id/undo', call, async (request, reply) => {
    refuseQuery(request)
    refuseBody(request)
    const actor = permit(request, 'manifest.undo')
    const id = recordId(request)
    return answerLong(context, request, reply, async (tx) => {
      const { batches, parcels } = await findDispatches(tx, actor, id)
      const [batchId] = batches
      if (parcels > jobThreshold && batches.length === 1) {
        return { job: { kind: 'change.undo', work: undoJob.work, input: { batchId }, total: parcels } }
      }
      return {
        status: 200,
        body: await undoDispatches(tx, actor, batches, newBatch(context), faultLog(request)),
      }
    })
  })
}

/** Batches that added the manifest's parcels: one, or several after a partial redo. */
const findDispatches = async (
  tx: Transaction,
  actor: Actor,
  id: string,
): Promise<{ batches: string[]; parcels: number }> => {
  const [manifest] = await manifestList.read(tx, [id])
  if (manifest === undefined || whyNot(actor, 'manifest.view', manifest) !== null)
    throw new Refused('NOT_FOUND')
  const code = whyNotUndoManifest(actor, manifest)
  if (code !== null) throw new Refused(code)
  const rows = await tx
    .selectDistinct({ batchId: manifestLines.batchId })
    .from(manifestLines)
    .where(sql`${manifestLines.manifest} = ${id} and not ${manifestLines.isTakenOff}`)
    .orderBy(manifestLines.batchId)
  return { batches: rows.map(({ batchId }) => batchId), parcels: manifest.parcels }
}

/** All or nothing: a parcel that moved meanwhile refuses the undo. */
const undoDispatches = async (
  tx: Transaction,
  actor: Actor,
  batches: readonly string[],
  batch: Batch,
  onFault: OnFault,
): Promise<ChangeReport> => {
  const changed: ChangeReport['changed'] = []
  for (const batchId of batches) {
    const report = await undoBatch(tx, actor, batchId, batch, onFault)
    if (report.counts.refused > 0) throw new Refused('MANIFEST_HAS_MOVED')
    changed.push(...report.changed)
  }
  return changeReport(batch.id, changed, [])
}
