import type { Actor } from '../../domain/access/actor.ts'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { Batch } from '../crud/record-changes.ts'
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

/** What is stored of a call for the runner of its job: plain JSON, checked when the job began and again by `read`. */
export type JobInput = Record<string, unknown>

export type StepInput<Input> = {
  /** Who began it, as they are now; null for the server's own work. */
  actor: Actor | null
  input: Input
  /** Where the step before ended, null at first. Compared by nobody but the step itself. */
  cursor: string | null
  /** All steps share the batch's id, so that one undo takes all of them back. */
  batch: Batch
}

export type Step = {
  /** Where this step ended; null when nothing is left. */
  cursor: string | null
  /** How many records (or whatever `total` counts) this step put behind it. */
  done: number
  /** What this step did; added to the report of those before. */
  report: ChangeReport
  /** Names at most this many records of each kind in the whole report; `namedRecords` where it is left out. */
  mostNamed?: number
}

export type StepJob = {
  work: string
  step: (tx: Transaction, job: StepInput<JobInput>) => Promise<Step>
}

/** Work in one piece: it begins again on another instance where the first has died. */
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
  /**
   * Says how far it is, outside of any transaction, and keeps the job in hand. Throws where the job is cancelled or is
   * to stop: whatever transaction is open then rolls back.
   */
  progress: (done: number, total?: number) => Promise<void>
  /** The file that `GET jobs/{id}/file` gives once the job is DONE under a `fileName`. Flush it last. */
  openFile: () => Promise<{ append: (bytes: Uint8Array) => Promise<void>; flush: () => Promise<void> }>
  /** Ends the job as DONE, in the transaction of its work where it has one. Throws like `progress`. */
  end: (
    tx: Transaction | null,
    /** A long report is given as the JSON that it is kept as. */
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
