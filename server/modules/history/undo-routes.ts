import { and, eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../../domain/access/actor.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import { jobThreshold } from '../../../domain/jobs/job.ts'
import { whyNotUndoManifest } from '../../../domain/manifests/policy.ts'
import { needsProofToUndo } from '../../auth/proof.ts'
import { Refused } from '../../core/errors.ts'
import { changeReport } from '../../crud/change-report.ts'
import { refuseSpent } from '../../crud/history-budget.ts'
import { type Batch, newBatch } from '../../crud/record-changes.ts'
import type { OnFault } from '../../db/apart.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { changes } from '../../db/schema/changes.ts'
import { manifestLines } from '../../db/schema/manifests.ts'
import { answerLong, faultLog } from '../../http/answer-call.ts'
import { permit, refuseUnproven } from '../../http/auth.ts'
import { recordId, refuseBody, refuseQuery } from '../../http/request-parts.ts'
import { describe } from '../../openapi/describe.ts'
import { manifestList } from '../../queries/manifests.ts'
import { measureUndo, undoBatch, undoJob } from '../../resources/undo-batch.ts'

const calls = {
  change: describe.report({
    id: 'undoChange',
    tag: 'changes',
    summary: 'Take a batch back, record by record, by the rules that it obeyed itself',
    detail:
      'What has moved on since stays and is named. The undo is a batch of its own: taking that back is the redo. That of keys, users, webhooks or a retention, and one that pays an invoice or gives a payout back, asks for a proof ten minutes after the login.',
    verbs: ['change.undo'],
    refuses: ['ALREADY_UNDONE', 'PROOF_NEEDED'],
  }),
  manifest: describe.report({
    id: 'undoManifest',
    tag: 'manifests',
    summary: 'Take a manifest back: its parcels are where they were before they went out on it',
    detail:
      'All of them or none: refused once one of them has moved on. Undoing the undo brings the manifest back. Over 1,000 parcels it runs as a job, which names those that moved on meanwhile.',
    verbs: ['manifest.undo'],
    // Undone by somebody else before it was locked.
    refuses: ['MANIFEST_HAS_MOVED', 'ALREADY_UNDONE'],
  }),
}

export const undoRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.post('/changes/:id/undo', calls.change, async (request, reply) => {
    refuseQuery(request)
    refuseBody(request)
    const actor = permit(request, 'change.undo')
    const batchId = recordId(request)
    return answerLong(context, request, reply, async (tx) => {
      const total = await measureUndo(tx, actor, batchId)
      if (await givesBack(tx, batchId)) refuseUnproven(context, request)
      if (total > jobThreshold) return undoAsJob(context, actor, batchId, total)
      return { status: 200, body: await undoBatch(tx, actor, batchId, newBatch(context), faultLog(request)) }
    })
  })

  app.post('/manifests/:id/undo', calls.manifest, async (request, reply) => {
    refuseQuery(request)
    refuseBody(request)
    const actor = permit(request, 'manifest.undo')
    const id = recordId(request)
    return answerLong(context, request, reply, async (tx) => {
      const { batches, parcels } = await findDispatches(tx, actor, id)
      const [batchId] = batches
      if (batchId !== undefined && parcels > jobThreshold && batches.length === 1)
        return undoAsJob(context, actor, batchId, parcels)
      return {
        status: 200,
        body: await undoDispatches(tx, actor, batches, newBatch(context), faultLog(request)),
      }
    })
  })
}

/** Whether the undo of a batch does something that asks who is at the keyboard. */
const givesBack = async (tx: Transaction, batchId: string): Promise<boolean> => {
  const [found] = await tx
    .select({ id: changes.id })
    .from(changes)
    .where(and(eq(changes.batchId, batchId), needsProofToUndo))
    .limit(1)
  return found !== undefined
}

const undoAsJob = (context: ServerContext, actor: Actor, batchId: string, total: number) => {
  refuseSpent(context, actor)
  return { job: { kind: 'change.undo' as const, work: undoJob.work, input: { batchId }, total } }
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
