import type { Transaction } from '../db/drizzle.ts'
import type { CarriedStock } from '../services/fulfillment/hold-stock.ts'
import type { JobInput, Step, StepInput, WholeJob } from './define-job.ts'
import { emptyReport, mergeReports } from './merge-reports.ts'

/** A step of a change as it would be, after steps that would have taken so much from stock. */
export type DryStep = (
  tx: Transaction,
  job: StepInput<JobInput>,
  dry: { carried: CarriedStock },
) => Promise<Step>

/**
 * A name of its own: an older server, which would not know that nothing is to be written, leaves such a job to one that
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
  run: async ({ context, actor, input, batch, progress, end }) => {
    const carried: CarriedStock = new Map()
    const outcome = await context.db.transaction(
      async (tx) => {
        let [report, done] = [emptyReport, 0]
        for (let cursor: string | null = null; ; ) {
          const taken = await step(tx, { actor, input, cursor, batch }, { carried })
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
