import type { Actor } from '../../domain/access/actor.ts'
import { type ChangeReport, namedRecords } from '../../domain/changes/changes.ts'
import type { Code } from '../../domain/core/codes.ts'
import type { Batch } from '../crud/record-changes.ts'
import type { CarriedStock } from '../crud/resource-definition.ts'
import type { OnFault } from '../db/apart.ts'
import type { ServerContext } from '../db/context.ts'
import type { Transaction } from '../db/drizzle.ts'

/**
 * How long work is written. One definition, named by `work`, is in `job-definitions.ts`; a call begins a job of it
 * by answering with `answerLong` (from a transaction: `beginJob`):
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
 * A step is one transaction: what it writes, the cursor and the report are committed together, on whatever instance it
 * runs. Between steps a job can be cancelled, its instance may die, and the next one goes on from the cursor: nothing
 * is done twice or by half. A step may run again from its start (`inTransaction`): it keeps no state. `Refused` thrown
 * by a step ends the job as FAILED with that code; the steps before it remain, and the report counts them. Cancelled,
 * the report counts what is left of `total` as refused with CANCELLED.
 */
export type JobDefinition = StepJob | WholeJob

/** The stored input of a job: plain JSON, checked when the job begins and again by `read`. */
export type JobInput = Record<string, unknown>

export type StepInput<Input> = {
  /** Who began it, as they are now; null for the server's own work. */
  actor: Actor | null
  input: Input
  /** The cursor that the previous step returned, null at first; opaque to the runner. */
  cursor: string | null
  /** All steps share the batch's id, so that one undo reverts all of them. */
  batch: Batch
  /** Logs what one record made fail; the record is refused, the others are not stopped. */
  onFault: OnFault
}

export type Step = {
  /** The cursor after this step; null if nothing is left. */
  cursor: string | null
  /** The number of records (the unit of `total`) that this step processed. */
  done: number
  /** The report of this step; added to that of the steps before. */
  report: ChangeReport
  /** Maximum number of records of each kind that the whole report names. Default: `namedRecords`. */
  mostNamed?: number
}

export type StepJob = {
  work: string
  step: (tx: Transaction, job: StepInput<JobInput>) => Promise<Step>
}

/** Work that is not split into steps: starts over on another instance if the first has died. */
export type WholeJob = {
  work: string
  run: (job: WholeRun) => Promise<void>
}

export type WholeRun = {
  id: string
  context: ServerContext
  /** Who began it, as they were when this run began. */
  actor: Actor | null
  input: JobInput
  batch: Batch
  onFault: OnFault
  /**
   * Publishes progress, outside of any transaction, and renews the lease. Throws if the job is cancelled or the server
   * stops: an open transaction then rolls back.
   */
  progress: (done: number, total?: number) => Promise<void>
  /** Writer of the file of `GET jobs/{id}/file`, available once the job is DONE with a `fileName`. Flush it last. */
  openFile: () => Promise<{ append: (bytes: Uint8Array) => Promise<void>; flush: () => Promise<void> }>
  /** Ends the job as DONE, in the transaction of its work if there is one. Throws like `progress`. */
  end: (
    tx: Transaction | null,
    /** A long report is passed as JSON text. */
    result: { report?: unknown; reportJson?: Buffer; done: number; fileName?: string },
  ) => Promise<void>
}

export const defineJob = <Input>(definition: {
  work: string
  read: (input: JobInput) => Input
  step: (tx: Transaction, job: StepInput<Input>) => Promise<Step>
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

/** Merges the reports of two steps: all counts, names of at most `most` records of each kind. */
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
  ...mergeAccounts(before, step, most),
})

/** Every step names the manifest that it adds to. */
const mergeManifests = (before: ChangeReport, step: ChangeReport): Pick<ChangeReport, 'manifests'> => {
  const manifests = [...(before.manifests ?? []), ...(step.manifests ?? [])]
  return manifests.length === 0
    ? {}
    : { manifests: [...new Map(manifests.map((manifest) => [manifest.id, manifest])).values()] }
}

const mergeAccounts = (
  before: ChangeReport,
  step: ChangeReport,
  most: number,
): Pick<ChangeReport, 'accounts'> => {
  const accounts = [...(before.accounts ?? []), ...(step.accounts ?? [])]
  return accounts.length === 0 ? {} : { accounts: accounts.slice(0, most) }
}

/** The report of a job that stopped: `left` unprocessed records are counted as refused, without names. */
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

/** The dry run of one step, after steps that would have taken `carried` from stock. */
type DryStep = (tx: Transaction, job: StepInput<JobInput>, dry: { carried: CarriedStock }) => Promise<Step>

/**
 * A separate name: an older server, which does not know dry runs and would write, leaves such a job to one that
 * does.
 */
const suffix = '.dry-run'

export const isDryRunWork = (work: string): boolean => work.endsWith(suffix)

/** The condition for jobs whose `work` is a dry run, as a pattern of `like`. */
export const dryRunPattern = `%${suffix}`

/**
 * The dry run of a change in steps: the same steps in the same order, of which none holds more records than one of the
 * change. They read one snapshot, in a transaction that could not write if it tried.
 */
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
