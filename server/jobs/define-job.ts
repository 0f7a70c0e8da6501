import type { Actor } from '../../domain/access/actor.ts'
import { type ChangeReport, namedRecords } from '../../domain/changes/changes.ts'
import type { Code } from '../../domain/core/codes.ts'
import type { Batch } from '../crud/record-changes.ts'
import type { CarriedStock } from '../crud/resource-definition.ts'
import type { OnFault } from '../db/apart.ts'
import type { ServerContext } from '../db/context.ts'
import type { Transaction } from '../db/drizzle.ts'

/**
 * A background job, named by `work` and listed in `app.ts`. A call starts one by answering with
 * `answerLong` (within a transaction: `beginJob`):
 *
 *     export const generateInvoicesJob = defineJob({
 *       work: 'invoices.generate',
 *       read: (input) => accepted(validate(invoiceGenerateFields, input, { country: defaultCountry })),
 *       step: async (tx, { actor, input, cursor, batch }) => {
 *         const next = await nextSeller(tx, input, cursor)
 *         if (next === null) return { cursor: null, done: 0, report: changeReport(null, [], []) }
 *         return { cursor: next.key, done: 1, report: await billSeller(tx, actor, next, batch) }
 *       },
 *     })
 *
 *     answerLong(context, request, reply, async (tx) => ({
 *       job: { kind: 'invoice.generate', work: generateInvoicesJob.work, input, total: await countSellers(tx, input) },
 *     }))
 *
 * A step is one transaction that commits records, cursor and report, on any instance. Between steps a job can be
 * cancelled or its instance may die; the next runner continues from the cursor, so nothing is done twice or by half. A
 * step may be retried from its start (`inTransaction`), so it must not keep state. `Refused` thrown by a step ends the
 * job as FAILED with that code; earlier steps stay and are in the report. After a cancellation, the report counts the
 * rest of `total` as refused with CANCELLED.
 */
export type JobDefinition = StepJob | WholeJob

/** Stored input of a job: plain JSON, validated at the start and again by `read`. */
export type JobInput = Record<string, unknown>

export type StepInput<Input> = {
  /** The user who started it, as they are now; null for the server itself. */
  actor: Actor | null
  input: Input
  /** Cursor returned by the previous step, null at first; opaque to the runner. */
  cursor: string | null
  /** Shared by all steps, so that one undo reverts all. */
  batch: Batch
  /** Logs the error of one record, which is refused; others go on. */
  onFault: OnFault
}

export type JobStep = {
  /** Cursor after this step; null at the end. */
  cursor: string | null
  /** Records (unit of `total`) processed by this step. */
  done: number
  /** Report of this step; merged with earlier ones. */
  report: ChangeReport
  /** Maximum records of each kind listed in the whole report. Default: `namedRecords`. */
  mostNamed?: number
}

export type StepJob = {
  work: string
  step: (tx: Transaction, job: StepInput<JobInput>) => Promise<JobStep>
}

/** A job without steps: restarts on another instance if the first one dies. */
export type WholeJob = {
  work: string
  run: (job: WholeRun) => Promise<void>
}

export type WholeRun = {
  id: string
  context: ServerContext
  /** The user who started it, as of this run's start. */
  actor: Actor | null
  input: JobInput
  batch: Batch
  onFault: OnFault
  /**
   * Publishes progress and renews the lease, outside of transactions. Throws if the job is cancelled or the server stops, so
   * that an open transaction rolls back.
   */
  progress: (done: number, total?: number) => Promise<void>
  /** Writer of the file of `GET jobs/{id}/file`, available once DONE with a `fileName`. Flush it last. */
  openFile: () => Promise<{ append: (bytes: Uint8Array) => Promise<void>; flush: () => Promise<void> }>
  /** Ends the job as DONE, in its work's transaction if any. Throws like `progress`. */
  end: (
    tx: Transaction | null,
    /** JSON text, for a long report. */
    result: { report?: unknown; reportJson?: Buffer; done: number; fileName?: string },
  ) => Promise<void>
}

export const defineJob = <Input>(definition: {
  work: string
  read: (input: JobInput) => Input
  step: (tx: Transaction, job: StepInput<Input>) => Promise<JobStep>
}): StepJob => ({
  work: definition.work,
  step: (tx, job) => definition.step(tx, { ...job, input: definition.read(job.input) }),
})

export const emptyReport: ChangeReport = {
  batchId: null,
  counts: { changed: 0, refused: 0, refusedBy: {} },
  changed: [],
  refused: [],
}

/** Merges the reports of two steps: counts, and at most `most` records of each kind. */
export const mergeReports = (
  before: ChangeReport,
  step: ChangeReport,
  most: number = namedRecords,
): ChangeReport => ({
  batchId: before.batchId ?? step.batchId,
  counts: addCounts(before.counts, step.counts),
  changed: [...before.changed, ...step.changed].slice(0, most),
  refused: [...before.refused, ...step.refused].slice(0, most),
  ...mergeManifests(before, step),
  ...mergeCount('early', before, step),
  ...mergeCount('twins', before, step),
  ...mergeAccounts(before, step, most),
})

/** Every step reports the manifest that it adds to. */
const mergeManifests = (before: ChangeReport, step: ChangeReport): Pick<ChangeReport, 'manifests'> => {
  const manifests = [...(before.manifests ?? []), ...(step.manifests ?? [])]
  return manifests.length === 0
    ? {}
    : { manifests: [...new Map(manifests.map((manifest) => [manifest.id, manifest])).values()] }
}

const mergeCount = (
  name: 'early' | 'twins',
  before: ChangeReport,
  step: ChangeReport,
): Pick<ChangeReport, 'early' | 'twins'> => {
  const count = (before[name] ?? 0) + (step[name] ?? 0)
  return count === 0 ? {} : { [name]: count }
}

const mergeAccounts = (
  before: ChangeReport,
  step: ChangeReport,
  most: number,
): Pick<ChangeReport, 'accounts'> => {
  const accounts = [...(before.accounts ?? []), ...(step.accounts ?? [])]
  return accounts.length === 0 ? {} : { accounts: accounts.slice(0, most) }
}

/** Report of a stopped job: `left` records count as refused, without being listed. */
export const refuseRestOfJob = (report: ChangeReport, left: number, code: Code): ChangeReport =>
  left <= 0
    ? report
    : {
        ...report,
        counts: addCounts(report.counts, { changed: 0, refused: left, refusedBy: { [code]: left } }),
      }

type Counts = ChangeReport['counts']

const addCounts = (one: Counts, other: Counts): Counts => {
  const refusedBy = { ...one.refusedBy }
  for (const [code, count] of Object.entries(other.refusedBy) as [Code, number][]) {
    refusedBy[code] = (refusedBy[code] ?? 0) + count
  }
  return { changed: one.changed + other.changed, refused: one.refused + other.refused, refusedBy }
}

/** Dry run of one step, after steps that would take `carried` from stock. */
type DryStep = (tx: Transaction, job: StepInput<JobInput>, dry: { carried: CarriedStock }) => Promise<JobStep>

/** A separate name: an older server without dry runs would write, so it must not know the job. */
const suffix = '.dry-run'

export const isDryRunWork = (work: string): boolean => work.endsWith(suffix)

/** Pattern for `like` that matches the `work` of dry runs. */
export const dryRunPattern = `%${suffix}`

/** Dry run of a stepped job: the same steps in a read-only snapshot. */
export const dryRunJob = (work: string, step: DryStep): WholeJob => ({
  work: `${work}${suffix}`,
  run: async ({ context, actor, input, batch, progress, end, onFault }) => {
    const carried: CarriedStock = new Map()
    const outcome = await context.db.transaction(
      async (tx) => {
        let [report, done] = [emptyReport, 0]
        for (let cursor: string | null = null; ; ) {
          const taken = await step(tx, { actor, input, cursor, batch, onFault }, { carried })
          report = mergeReports(report, taken.report, taken.mostNamed)
          done += taken.done
          await progress(done)
          cursor = taken.cursor
          if (cursor === null) return { report, done }
        }
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
    await end(null, outcome)
  },
})
