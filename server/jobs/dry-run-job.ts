import { type ChangeReport, namedRecords } from '../../domain/changes/changes.ts'
import type { Code } from '../../domain/core/codes.ts'
import type { CarriedStock } from '../crud/carried-stock.ts'
import type { Transaction } from '../db/drizzle.ts'
import type { JobInput, Step, StepInput, WholeJob } from './define-job.ts'

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
})

/** Every step names the manifest that it adds to. */
const mergeManifests = (before: ChangeReport, step: ChangeReport): Pick<ChangeReport, 'manifests'> => {
  const manifests = [...(before.manifests ?? []), ...(step.manifests ?? [])]
  return manifests.length === 0
    ? {}
    : { manifests: [...new Map(manifests.map((manifest) => [manifest.id, manifest])).values()] }
}

/** The report of a job that stopped: `left` unprocessed records are counted as refused, without names. */
export const refuseRest = (report: ChangeReport, left: number, code: Code): ChangeReport =>
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
export type DryStep = (
  tx: Transaction,
  job: StepInput<JobInput>,
  dry: { carried: CarriedStock },
) => Promise<Step>

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
