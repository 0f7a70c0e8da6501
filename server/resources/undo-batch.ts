import { desc, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import { whyNot } from '../../domain/access/why-not.ts'
import { isReversible } from '../../domain/changes/change-verbs.ts'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { Code } from '../../domain/core/codes.ts'
import { erasedMark } from '../../domain/customers/erased.ts'
import { jobStepSize } from '../../domain/jobs/job.ts'
import { isId } from '../../domain/lib/field.ts'
import { Refused } from '../core/errors.ts'
import { changeReport } from '../crud/change-report.ts'
import { restoreTexts } from '../crud/change-texts.ts'
import { isLeading } from '../crud/changed-record.ts'
import type { Batch } from '../crud/record-changes.ts'
import type { Reverted, RevertLine } from '../crud/revert-records.ts'
import { type OnFault, workApart } from '../db/apart.ts'
import { isOneOf } from '../db/columns.ts'
import type { Transaction } from '../db/drizzle.ts'
import { changes } from '../db/schema/changes.ts'
import { zones } from '../db/schema/zones.ts'
import { defineJob } from '../jobs/define-job.ts'
import { refusalOf } from '../problems/refusal-of.ts'
import { lockZones } from '../services/fulfillment/order-zones.ts'
import { lockOpenOrders } from '../services/fulfillment/place-orders-again.ts'
import { followUndo, lockEventsOf } from '../services/intake/take-back-events.ts'
import { undoReach } from './change-reach.ts'
import { serverResources } from './registry.ts'

/**
 * Undoes a batch record by record, under the rules of the changes. Records changed since are refused and listed. The undo is a
 * batch, whose undo is the redo. Actors limited to their own batches get `NOT_FOUND` for others.
 */
export const undoBatch = async (
  tx: Transaction,
  actor: Actor,
  batchId: string,
  batch: Batch,
  onFault: OnFault,
): Promise<ChangeReport> => {
  await lockUndo(tx, [batchId])
  await measureUndo(tx, actor, batchId)
  return withEvents(tx, { actor, batchIds: [batchId], batch }, async () =>
    undoInLayers(tx, actor, await findLines(tx, actor, ofBatch(actor, batchId)), { batch, onFault }),
  )
}

/** Number of lines to undo. @throws Refused if there are none */
export const measureUndo = async (tx: Transaction, actor: Actor, batchId: string): Promise<number> => {
  const forbidden = whyNot(actor, 'change.undo')
  if (forbidden !== null) throw new Refused(forbidden)
  const { lines, undone } = await countLines(tx, actor, batchId)
  if (lines === 0) throw new Refused('NOT_FOUND')
  if (lines === undone) throw new Refused('ALREADY_UNDONE')
  return lines
}

/** Job of an undo with many lines. */
export const undoJob = defineJob({
  work: 'changes.undo',
  read: ({ batchId }) => {
    if (!isId(batchId)) throw new Refused('NOT_FOUND')
    return batchId
  },
  step: async (tx, { actor, input: batchId, cursor, batch, onFault }) => {
    if (actor === null) throw new Refused('FORBIDDEN')
    await lockUndo(tx, [batchId])
    const limit = jobStepSize({ isFirst: cursor === null })
    return withEvents(tx, { actor, batchIds: [batchId], batch }, async () => {
      const { lines, last } = await readPage(tx, actor, batchId, { after: cursor, limit })
      return {
        cursor: lines.length < limit ? null : last,
        done: lines.length,
        report: await undoInLayers(tx, actor, lines, { batch, onFault }),
      }
    })
  },
})

/** Serialises undos of batches, so that the second finds them undone. */
export const lockUndo = async (tx: Transaction, batchIds: readonly string[]): Promise<void> => {
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended('undo ' || locked.id, 0))
    from (select unnest(${sql.param([...batchIds].sort())}::text[]) as id offset 0) locked`)
}

/** Undoes with the events of sources that the batch is about: their verdicts follow their orders. */
export const withEvents = async <Answer>(
  tx: Transaction,
  { actor, batchIds, batch }: { actor: Actor; batchIds: readonly string[]; batch: Batch },
  undo: () => Promise<Answer>,
): Promise<Answer> => {
  const isOfEvents = await lockEventsOf(tx, batchIds)
  const answer = await undo()
  if (isOfEvents) await followUndo(tx, actor, batchIds, batch)
  return answer
}

type UndoOptions = { batch: Batch; onFault: OnFault }

/**
 * Undoes lines in layers of one line a record, the newest first: a batch that took back all that a key did has several of a record.
 * What the first pass refuses, because another record comes back later, is tried once more.
 */
const undoInLayers = async (
  tx: Transaction,
  actor: Actor,
  lines: readonly RevertLine[],
  options: UndoOptions,
): Promise<ChangeReport> => {
  const byRecord = new Map<string, RevertLine[]>()
  for (const line of lines.toReversed())
    byRecord.set(line.recordId, [...(byRecord.get(line.recordId) ?? []), line])
  if (byRecord.size === lines.length) return undoLines(tx, actor, lines, options)
  const changed = new Map<string, ChangeReport['changed'][number]>()
  let refused = new Map<string, ChangeReport['refused'][number]>()
  let waiting: (readonly RevertLine[])[] = [...byRecord.values()]
  for (const _pass of [1, 2]) {
    refused = new Map()
    const again: (readonly RevertLine[])[] = []
    while (waiting.length > 0) {
      const newest = waiting.map(([line]) => line!.id)
      const layer = await findLines(tx, actor, isOneOf(changes.id, newest))
      const report = await undoLines(tx, actor, layer, options)
      for (const record of report.changed) changed.set(record.id, record)
      for (const record of report.refused) refused.set(record.id, record)
      again.push(...waiting.filter(([line]) => refused.has(line!.recordId)))
      waiting = waiting.flatMap((rest) =>
        refused.has(rest[0]!.recordId) || rest.length === 1 ? [] : [rest.slice(1)],
      )
    }
    waiting = again
  }
  for (const id of refused.keys()) changed.delete(id)
  return changeReport(options.batch.id, [...changed.values()], [...refused.values()])
}

/** Undoes lines, at most one a record. */
export const undoLines = async (
  tx: Transaction,
  actor: Actor,
  lines: readonly RevertLine[],
  { batch, onFault }: UndoOptions,
): Promise<ChangeReport> => {
  const report: Reverted = { changed: [], refused: [] }
  await lockZonesOf(tx, lines)
  for (const [resource, { revert }] of Object.entries(serverResources)) {
    const ofResource = lines.filter((line) => line.resource === resource)
    // An invoice's lines go by the batch that billed them.
    const batches = resource === 'invoices' ? [...new Set(ofResource.map(({ batchId }) => batchId))] : [null]
    for (const batchId of batches) {
      const group = ofResource.filter((line) => batchId === null || line.batchId === batchId)
      const reverted = await workApart<RevertLine, Reverted>(tx, group, {
        work: (part, some) => revert(part, actor, some, batch),
        refuse: ({ recordId: id }, error) => {
          onFault(error)
          return { changed: [], refused: [{ id, number: 0, code: refusalOf(error).code }] }
        },
      })
      report.changed.push(...reverted.flatMap(({ changed }) => changed))
      report.refused.push(...reverted.flatMap(({ refused }) => refused))
    }
  }
  return changeReport(batch.id, report.changed, report.refused.map(withoutNumber))
}

/** Before the orders, which are undone before their zones: whoever places orders holds zones first. */
const lockZonesOf = async (tx: Transaction, lines: readonly RevertLine[]): Promise<void> => {
  const ids = lines.filter(({ resource }) => resource === 'zones').map(({ recordId }) => recordId)
  if (ids.length === 0) return
  const rows = await tx.selectDistinct({ country: zones.country }).from(zones).where(isOneOf(zones.id, ids))
  const codes = rows.map(({ country }) => country).sort()
  await lockZones(tx, codes)
  const orders = lines.filter(({ resource }) => resource === 'orders').map(({ recordId }) => recordId)
  for (const country of codes) await lockOpenOrders(tx, country, orders)
}

/** Hides the number of a record out of scope. */
const withoutNumber = (refusal: ChangeReport['refused'][number]): ChangeReport['refused'][number] =>
  refusal.code === 'NOT_FOUND' || refusal.code === 'FORBIDDEN' ? { ...refusal, number: 0 } : refusal

export const isUndone = sql<boolean>`exists (select 1 from changes later where later.undoes = changes.id)`

/** Whether later changes of the record are in effect: neither undone nor undoing another. */
const hasHoldingLater = sql`exists (
  select 1 from changes later
  where later.record_id = changes.record_id and later.version > changes.version
    and not exists (select 1 from changes undo where undo.undoes = later.id)
    and not exists (
      select 1 from changes undone
      where undone.id = later.undoes and undone.version > changes.version))`

const standsAt = sql<number>`case when ${hasHoldingLater} then changes.version else (
  select max(same.version) from changes same where same.record_id = changes.record_id) end`

/** Batches of other users are not found by actors limited to their own. */
const ofBatch = (actor: Actor, batchId: string): SQL =>
  sql`${changes.batchId} = ${batchId} and ${undoReach(actor, sql`changes`)} and ${isLeading(sql`changes`)}`

/** Number of undoable lines of a batch, and how many were undone. */
const countLines = async (
  tx: Transaction,
  actor: Actor,
  batchId: string,
): Promise<{ lines: number; undone: number }> => {
  const [row] = await tx
    .select({
      lines: sql<number>`count(*)::integer`,
      undone: sql<number>`(count(*) filter (where ${isUndone}))::integer`,
    })
    .from(changes)
    .where(ofBatch(actor, batchId))
  return { lines: row?.lines ?? 0, undone: row?.undone ?? 0 }
}

type LinesPage = { after: string | null; limit: number }

/**
 * Some lines of a batch by id, and the last that was read. A batch with several lines of a record is read from its newest line on, as
 * they are undone.
 */
const readPage = async (
  tx: Transaction,
  actor: Actor,
  batchId: string,
  { after, limit }: LinesPage,
): Promise<{ lines: RevertLine[]; last: string | null }> => {
  const isBackwards = await hasSeveralOfOne(tx, batchId)
  const ahead =
    after === null ? sql`true` : sql`${changes.id} ${sql.raw(isBackwards ? '<' : '>')} ${after}::uuid`
  const where = sql`${ofBatch(actor, batchId)} and ${ahead}`
  const lines = await findLines(tx, actor, where, { limit, isBackwards })
  return { lines, last: (isBackwards ? lines[0] : lines.at(-1))?.id ?? null }
}

const hasSeveralOfOne = async (tx: Transaction, batchId: string): Promise<boolean> => {
  const { rows } = await tx.execute<{ several: boolean }>(sql`
    select count(*) > count(distinct ${changes.recordId}) as several from ${changes}
    where ${changes.batchId} = ${batchId} and ${isLeading(sql`changes`)}`)
  return rows[0]!.several
}

/** Lines that match, by id, with what speaks against their undo. `isBackwards`: the last ones, if there are more than `limit`. */
export const findLines = async (
  tx: Transaction,
  actor: Actor,
  where: SQL,
  { limit, isBackwards = false }: { limit?: number; isBackwards?: boolean } = {},
): Promise<RevertLine[]> => {
  const query = tx
    .select({ line: changes, isUndone, standsAt })
    .from(changes)
    .where(where)
    .orderBy(isBackwards ? desc(changes.id) : changes.id)
  const rows = await (limit === undefined ? query : query.limit(limit))
  if (isBackwards) rows.reverse()
  const lines = await restoreTexts(
    tx,
    rows.map(({ line, ...facts }) => ({ ...line, ...facts })),
  )
  return lines.map(({ isUndone, ...line }) => ({ ...line, why: whyNotUndo(actor, line, isUndone) }))
}

const whyNotUndo = (
  actor: Actor,
  { verb, before }: Pick<RevertLine, 'verb' | 'before'>,
  isUndone: boolean,
): Code | null => {
  if (isUndone) return 'ALREADY_UNDONE'
  if (verb === 'customer.erase' || hasErased(before)) return 'ERASED'
  if (!isReversible(verb)) return 'NOT_UNDOABLE'
  return whyNot(actor, verb)
}

/** What stood there before was erased with its customer. */
const hasErased = (before: RevertLine['before']): boolean =>
  Object.values(before ?? {}).some((value) => typeof value === 'string' && value.includes(erasedMark))
