import { type SQL, sql, TransactionRollbackError } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import { isDate, isId } from '../../domain/lib/field.ts'
import type { ResourceName } from '../../domain/resources.ts'
import { Refused } from '../core/errors.ts'
import { changeReport } from '../crud/change-report.ts'
import { isLeading } from '../crud/changed-record.ts'
import type { Batch } from '../crud/record-changes.ts'
import type { RevertLine } from '../crud/revert-records.ts'
import type { OnFault } from '../db/apart.ts'
import { isOneOf } from '../db/columns.ts'
import type { Transaction } from '../db/drizzle.ts'
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

/**
 * Undoes all of it in this transaction, record by record, its newest change first. What somebody has changed since is refused and
 * listed; of such a record, changes that were made after that are undone all the same.
 */
export const takeAllBack = async (
  tx: Transaction,
  actor: Actor,
  what: TakenBack,
  options: { batch: Batch; onFault: OnFault },
): Promise<ChangeReport> => {
  let report = emptyReport
  for (let cursor: string | null = null; ; ) {
    const step = await takeStep(tx, actor, what, { ...options, cursor })
    report = mergeReports(report, step.report)
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

/** The same work, rolled back: what depends on other records is as exact as the work itself. */
export const takeBackDryRun: WholeJob = {
  work: `${takeBackJob.work}.dry-run`,
  run: async ({ context, actor, input, batch, onFault, progress, end }) => {
    if (actor === null) throw new Refused('FORBIDDEN')
    const what = jobOf(input)
    let done = 0
    const report = await rolledBack(context.db, async (tx) => {
      let report = emptyReport
      for (let cursor: string | null = null; ; ) {
        const step = await takeStep(tx, actor, what, { cursor, batch, onFault })
        report = mergeReports(report, step.report)
        done += step.done
        await progress(done)
        cursor = step.cursor
        if (cursor === null) return { ...report, batchId: null }
      }
    })
    await end(null, { report, done })
  },
}

/** Runs work in a transaction that is rolled back. */
export const rolledBack = async <Answer>(
  db: Pick<Transaction, 'transaction'>,
  work: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> => {
  const kept: Answer[] = []
  await db
    .transaction(async (tx) => {
      kept.push(await work(tx))
      tx.rollback()
    })
    .catch((error: unknown) => {
      if (!(error instanceof TransactionRollbackError)) throw error
    })
  return kept[0]!
}

/** Records that others refer to come after those. */
const order: readonly ResourceName[] = [
  'handovers',
  'invoices',
  'manifests',
  'shippings',
  'orders',
  'requests',
  'expeditions',
  'products',
  'affiliates',
  'packages',
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
    const next: Cursor | null = from.pass === 1 ? { pass: 2, at: 0, last: null } : null
    return { cursor: next && JSON.stringify(next), done: 0, report: emptyReport }
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
