import { and, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import { auditVerbs } from '../../domain/changes/audit-verbs.ts'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { Code } from '../../domain/core/codes.ts'
import { isDate, isId } from '../../domain/lib/field.ts'
import type { ResourceName } from '../../domain/resources.ts'
import { needsProofToUndo } from '../auth/proof.ts'
import { Refused } from '../core/errors.ts'
import { changeReport } from '../crud/change-report.ts'
import { isLeading } from '../crud/changed-record.ts'
import type { Batch } from '../crud/record-changes.ts'
import type { RevertLine } from '../crud/revert-records.ts'
import type { OnFault } from '../db/apart.ts'
import { isOneOf } from '../db/columns.ts'
import type { Executor, Transaction } from '../db/drizzle.ts'
import { rolledBack } from '../db/in-transaction.ts'
import { changes } from '../db/schema/changes.ts'
import {
  defineJob,
  emptyReport,
  type JobInput,
  type JobStep,
  mergeReports,
  type WholeJob,
} from '../jobs/define-job.ts'
import { undoReach } from './change-reach.ts'
import { findLines, isUndone, lockUndo, undoLines, withEvents } from './undo-batch.ts'

/** What a key or a source has done since an instant. */
export type TakenBack = { by: 'key' | 'source'; id: string; since: string }

/** Number of records to take back. */
export const countTakenBack = async (tx: Transaction, actor: Actor, what: TakenBack): Promise<number> => {
  const { rows } = await tx.execute<{ total: number }>(sql`
    select count(distinct ${changes.recordId})::int as total from ${changes} where ${linesOf(actor, what)}`)
  return rows[0]?.total ?? 0
}

/** Whether taking it back does something that asks who is at the keyboard. */
export const isProofTakenBack = async (tx: Transaction, actor: Actor, what: TakenBack): Promise<boolean> => {
  const [found] = await tx
    .select({ id: changes.id })
    .from(changes)
    .where(and(linesOf(actor, what), needsProofToUndo))
    .limit(1)
  return found !== undefined
}

/**
 * Undoes all of it in this transaction, record by record, its newest change first. What somebody has changed since is refused and
 * listed; of such a record, changes that were made after that are undone all the same.
 */
export const takeAllBack = async (
  tx: Transaction,
  actor: Actor,
  what: TakenBack,
  options: { batch: Batch; onFault: OnFault },
  onStep?: () => Promise<void>,
): Promise<ChangeReport> => {
  let report = emptyReport
  for (let cursor: string | null = null; ; ) {
    const step = await takeStep(tx, actor, what, { ...options, cursor })
    report = mergeReports(report, step.report)
    await onStep?.()
    cursor = step.cursor
    if (cursor === null) return report
  }
}

const jobOf = (input: JobInput): TakenBack => {
  const { by, id, since } = input
  if ((by !== 'key' && by !== 'source') || !isId(id) || typeof since !== 'string' || !isDate(since))
    throw new Refused('NOT_FOUND')
  return { by, id, since }
}

export const takeBackJob = defineJob({
  work: 'keys.take-back',
  read: jobOf,
  step: async (tx, { actor, input, cursor, batch, onFault }) => {
    if (actor === null) throw new Refused('FORBIDDEN')
    return takeStep(tx, actor, input, { cursor, batch, onFault })
  },
})

/** Largest work whose dry run may lock all of it at once, about three seconds. */
const MAX_WHOLE = 10_000

/**
 * Dry run of many records: step by step, each rolled back before the next begins, so that others wait for a step at most. What
 * one step undoes is not undone for the next. If that may have refused something, the same work is rolled back as a whole; above
 * `MAX_WHOLE`, what depends on other steps is reported as refused, although the work itself may undo it.
 */
export const takeBackDryRun: WholeJob = {
  work: `${takeBackJob.work}.dry-run`,
  run: async ({ context, actor, input, batch, onFault, progress, end }) => {
    if (actor === null) throw new Refused('FORBIDDEN')
    const what = jobOf(input)
    const options = { batch, onFault }
    let [report, done, isCertain] = [emptyReport, 0, true]
    for (let cursor: string | null = onlyPass; cursor !== null; ) {
      const from: string = cursor
      const step = await rolledBack(context.db, (tx) =>
        takeStep(tx, actor, what, { ...options, cursor: from }),
      )
      isCertain &&= !(await mayBeLifted(context.db, what, step.report))
      report = mergeReports(report, step.report)
      done += step.done
      await progress(done)
      cursor = step.cursor
    }
    if (!isCertain && done <= MAX_WHOLE)
      report = await rolledBack(context.db, (tx) =>
        takeAllBack(tx, actor, what, options, () => progress(done)),
      )
    await end(null, { report: { ...report, batchId: null }, done })
  },
}

/** Codes of refusals that stay whatever else is undone. */
const lastingCodes: readonly Code[] = ['ALREADY_UNDONE', 'NOT_UNDOABLE', 'ERASED', 'FORBIDDEN', 'NOT_FOUND']

/** Whether a refused record could be undone once the other steps are: it was not changed by anybody else meanwhile. */
const mayBeLifted = async (
  tx: Executor,
  { by, id, since }: TakenBack,
  { refused }: ChangeReport,
): Promise<boolean> => {
  const others = refused.filter(({ code }) => !lastingCodes.includes(code))
  if (others.some(({ code }) => code !== 'MOVED_ON')) return true
  const made = sql.identifier(by)
  const { rows } = await tx.execute<{ found: boolean }>(sql`
    select exists (
      select 1 from unnest(${sql.param(others.map((one) => one.id))}::uuid[]) moved (id)
      where not exists (
        select 1 from changes first
        join change_batches own on own.id = first.batch_id and own.${made} = ${id}::uuid
        join changes later on later.record_id = first.record_id and later.version > first.version
        join change_batches other on other.id = later.batch_id and other.${made} is distinct from ${id}::uuid
        where first.record_id = moved.id and first.at >= ${since}::timestamptz and later.undoes is null
          and not exists (select 1 from changes undo where undo.undoes in (first.id, later.id)))) as found`)
  return rows[0]?.found ?? false
}

/** Records that others refer to come after those. */
const order: readonly ResourceName[] = [
  'handovers',
  'payouts',
  'invoices',
  'manifests',
  'shippings',
  'orders',
  'requests',
  'expeditions',
  'advertising',
  'products',
  'affiliates',
  'packages',
  'tariffs',
  'zones',
  'intake',
  'sources',
  'keys',
  'users',
]

/** Records of one step: each with all of its lines. */
const recordsAtOnce = 500

/**
 * `last`: resource and newest line of the last record of the step before. In the second pass come those that the first could not
 * undo, once more: what they depended on may be undone by now; only it reports refusals.
 */
type Cursor = { pass: 1 | 2; at: number; last: string | null }

/** Begins with the second pass, which reports what it refuses. */
const onlyPass = JSON.stringify({ pass: 2, at: 0, last: null } satisfies Cursor)

type StepOptions = { cursor: string | null; batch: Batch; onFault: OnFault }

const takeStep = async (
  tx: Transaction,
  actor: Actor,
  what: TakenBack,
  { cursor, batch, onFault }: StepOptions,
): Promise<JobStep> => {
  const from: Cursor = cursor === null ? { pass: 1, at: 0, last: null } : JSON.parse(cursor)
  const records = await nextRecords(tx, actor, what, from)
  const [last] = records.slice(-1)
  if (last === undefined) {
    return { cursor: from.pass === 1 ? onlyPass : null, done: 0, report: emptyReport }
  }
  const report = await undoRecords(tx, actor, what, { records, batch, onFault })
  const told = from.pass === 1 ? changeReport(report.batchId, report.changed, []) : report
  return {
    cursor: JSON.stringify({ pass: from.pass, at: last.at, last: last.newest } satisfies Cursor),
    done: told.counts.changed + told.counts.refused,
    report: told,
  }
}

type FoundRecord = { at: number; id: string; newest: string }

/** The next records of one resource, whatever was changed last first. */
const nextRecords = async (
  tx: Transaction,
  actor: Actor,
  what: TakenBack,
  { at, last }: Cursor,
): Promise<FoundRecord[]> => {
  const { rows } = await tx.execute<FoundRecord>(sql`
    with found as (
      select array_position(${sql.param([...order])}::text[], ${changes.resource}) as at, ${changes.recordId} as id,
        max(${changes.id}::text) as newest
      from ${changes} where ${linesOf(actor, what)} group by 1, 2
    ), ahead as (
      select * from found
      where at > ${at} or at = ${at} and (${last}::text is null or newest < ${last}::text)
    )
    select at, id, newest from ahead where at = (select min(at) from ahead)
    order by newest desc limit ${recordsAtOnce}`)
  return rows
}

/** Lines of changes that are in effect. Job steps write under a batch for a while: `batch.at` is that of the first. */
const linesOf = (actor: Actor, { by, id, since }: TakenBack): SQL => sql`
  ${changes.batchId} in (
    select made.id from change_batches made
    where made.${sql.identifier(by)} = ${id}::uuid and made.at >= ${since}::timestamptz - interval '1 day')
  and ${changes.at} >= ${since}::timestamptz and not ${isUndone}
  and ${changes.verb} <> all(${sql.param([...auditVerbs])}::text[])
  and ${undoReach(actor, sql`changes`)} and ${isLeading(sql`changes`)}`

type Undoing = { records: readonly FoundRecord[]; batch: Batch; onFault: OnFault }

/** Undoes the lines of records in layers, of which each has one line a record: the newest of all records, then the next. */
const undoRecords = async (
  tx: Transaction,
  actor: Actor,
  what: TakenBack,
  { records, ...options }: Undoing,
): Promise<ChangeReport> => {
  const ids = records.map(({ id }) => id)
  const where = sql`${isOneOf(changes.recordId, ids)} and ${linesOf(actor, what)}`
  const found = await tx
    .select({ id: changes.id, batchId: changes.batchId, recordId: changes.recordId })
    .from(changes)
    .where(where)
    .orderBy(sql`${changes.id} desc`)
  const batchIds = [...new Set(found.map(({ batchId }) => batchId))]
  await lockUndo(tx, batchIds)
  return withEvents(tx, { actor, batchIds, batch: options.batch }, async () => {
    const left = new Map<string, string[]>()
    for (const { id, recordId } of found) left.set(recordId, [...(left.get(recordId) ?? []), id])
    const changed = new Map<string, ChangeReport['changed'][number]>()
    const refused = new Map<string, ChangeReport['refused'][number]>()
    while (left.size > 0) {
      const report = await undoLayer(
        tx,
        actor,
        [...left.values()].map(([newest]) => newest!),
        options,
      )
      for (const record of report.changed) changed.set(record.id, record)
      for (const record of report.refused) refused.set(record.id, record)
      for (const [id, [, ...older]] of left) {
        if (older.length === 0 || refused.has(id)) left.delete(id)
        else left.set(id, older)
      }
    }
    for (const id of refused.keys()) changed.delete(id)
    return changeReport(options.batch.id, [...changed.values()], [...refused.values()])
  })
}

const undoLayer = async (
  tx: Transaction,
  actor: Actor,
  ids: readonly string[],
  options: { batch: Batch; onFault: OnFault },
): Promise<ChangeReport> => {
  const lines: RevertLine[] = await findLines(tx, actor, isOneOf(changes.id, ids))
  return undoLines(tx, actor, lines, options)
}
