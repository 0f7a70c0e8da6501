import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import type { Verb } from '../../domain/access/permissions.ts'
import { whyNot } from '../../domain/access/why-not.ts'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { Code } from '../../domain/core/codes.ts'
import type { Fields } from '../../domain/lib/field.ts'
import { Refused } from '../core/errors.ts'
import { isOneOf } from '../db/columns.ts'
import type { Executor, Transaction } from '../db/drizzle.ts'
import { updateRows } from '../db/unnest-rows.ts'
import { removeSearchEntries } from '../search/write-entries.ts'
import { bulkReport } from './change-report.ts'
import { type ParsedTarget, targetSql } from './choose-records.ts'
import { announceRecords, type Batch, differences, recordChanges } from './record-changes.ts'
import type {
  CarriedStock,
  Held,
  OwnedTable,
  Pair,
  ReadRecord,
  RecordKind,
  RecordStep,
} from './resource-definition.ts'

/**
 * Reads records by id, including deleted ones unless the condition excludes them; `lock`: until commit. Lock a table's records
 * in id order.
 */
export const holdRecords = async <Row extends Held>(
  tx: Executor,
  {
    table,
    isReferredTo,
    lockFirst,
  }: { table: OwnedTable } & Pick<RecordKind<never, Row, never>, 'isReferredTo' | 'lockFirst'>,
  condition: SQL,
  { lock }: { lock: boolean },
): Promise<Row[]> => {
  if (lock) await lockFirst?.(tx, condition)
  const query = tx.select().from(table).where(condition).orderBy(table.id)
  // Without the key: rows that refer to it may be written meanwhile.
  const rows = await (lock ? query.for(isReferredTo ? 'no key update' : 'update') : query)
  return rows.map(({ deletedAt, ...row }) => ({ ...row, isDeleted: deletedAt !== null }) as Row)
}

/** `version`: seen by the caller; null accepts any. */
type Named = { id: string; version: number | null; verb: Verb }

/** One record, locked. @throws Refused `STALE_VERSION` with its present state if it has changed */
export const readHeld = async <Item extends ReadRecord, Row extends Held, Facts>(
  tx: Transaction,
  actor: Actor,
  kind: RecordKind<Item, Row, Facts>,
  { id, version, verb }: Named,
): Promise<Row> => {
  const { table, read } = kind
  const condition = sql`${isOneOf(table.id, [id])} and ${table.deletedAt} is null`
  const [record] = await holdRecords<Row>(tx, kind, condition, { lock: true })
  if (record === undefined || whyNot(actor, verb, record) !== null) throw new Refused('NOT_FOUND')
  if (version === null || version === record.version) return record
  const [current] = await read(tx, [id])
  throw new Refused('STALE_VERSION', { current })
}

/** Writes decided changes of locked records: rows, search entries, history, follow-ups, event. */
export const applySteps = async <Item extends ReadRecord, Row extends Held, Facts>(
  tx: Transaction,
  actor: Actor,
  kind: RecordKind<Item, Row, Facts>,
  batch: Batch,
  steps: readonly RecordStep<Row>[],
): Promise<void> => {
  if (steps.length === 0) return
  const { resource } = kind.source
  const names = writtenNames(kind)
  await updateRows<OwnedTable, string>(
    tx,
    kind.table,
    [...names, 'version', 'updatedAt', 'deletedAt'],
    steps.map(({ record, next }) => ({
      ...Object.fromEntries(Object.entries(next).filter(([name]) => names.includes(name))),
      id: record.id,
      version: record.version + 1,
      updatedAt: batch.at,
      deletedAt: next.isDeleted ? batch.at : null,
    })),
  )
  const gone = steps.filter(({ next }) => next.isDeleted)
  const kept = steps.filter((step) => !step.next.isDeleted && isReworded(step))
  await removeSearchEntries(tx, resource, idsOf(gone))
  await kind.makeFindable(tx, idsOf(kept))
  await recordChanges(
    tx,
    actor,
    batch,
    steps.map(({ record, next, verb, undoes }) => ({
      verb,
      resource,
      recordId: record.id,
      version: record.version + 1,
      ...(differences(record, next) ?? { before: {}, after: {} }),
      undoes,
    })),
  )
  await announceRecords(
    tx,
    actor,
    batch,
    { resource, verb: steps[0]!.verb },
    steps.map(({ next }) => next),
  )
  await kind.follow?.(tx, actor, batch, steps)
}

type Written = { updateFields: Fields; notes?: readonly string[]; move?: unknown }

const writtenNames = ({ updateFields, notes = [], move }: Written): string[] => [
  ...Object.keys(updateFields).filter((name) => !notes.includes(name)),
  ...(move === undefined ? [] : ['status']),
]

/** Status changes do not affect search entries. */
const isReworded = <Row extends Held>({ record, next }: RecordStep<Row>): boolean =>
  Object.keys(differences(record, next)?.after ?? {}).some((name) => name !== 'status')

const idsOf = (steps: readonly RecordStep<Held>[]): string[] => steps.map(({ record }) => record.id)

type Decided<Row extends Held> = { steps: RecordStep<Row>[]; refused: ChangeReport['refused'] }

/** A proposed change and its check. */
type Trial<Row extends Held> = { step: RecordStep<Row>; whyNot: () => Code | null }

/** Decides changes in order, oldest first; each is applied to the facts before the next is decided. */
export const decideSteps = <Row extends Held>(
  trials: readonly Trial<Row>[],
  settle: (pair: Pair<Row>) => void,
): Decided<Row> => {
  const steps: RecordStep<Row>[] = []
  const refused: ChangeReport['refused'] = []
  for (const { step, whyNot } of trials) {
    const { id, number } = step.record
    const code = whyNot()
    if (code !== null) {
      refused.push({ id, number, code })
      continue
    }
    settle(step)
    steps.push(step)
  }
  return { steps, refused }
}

type RecordChange<Row extends Held, Facts> = {
  reach: Verb
  next: (record: Row) => Row
  verb: (record: Row, next: Row) => Verb
  whyNot: (record: Row, next: Row, facts: Facts) => Code | null
}

export type StepOptions = {
  batch: Batch
  dryRun: boolean
  /** Absent if the dry run has no other steps. */
  carried?: CarriedStock
  /** Required version of a record (`If-Match`); default any. */
  version?: number | null
}

/** Code if the record's version differs from the one seen. */
export const whyNotAt = ({ version = null }: StepOptions, record: { version: number }): Code | null =>
  version === null || record.version === version ? null : 'STALE_VERSION'

/**
 * Changes many records: each is decided individually after the previous ones, all are written together. A dry run decides
 * alike, without locks and writes.
 */
export const changeRecords = async <Item extends ReadRecord, Row extends Held, Facts>(
  tx: Transaction,
  actor: Actor,
  kind: RecordKind<Item, Row, Facts>,
  target: ParsedTarget,
  change: RecordChange<Row, Facts>,
  options: StepOptions,
): Promise<ChangeReport> => {
  const { batch, dryRun, carried } = options
  const forbidden = whyNot(actor, change.reach)
  if (forbidden !== null) throw new Refused(forbidden)
  const lock = { lock: !dryRun }
  const condition = targetSql(kind.source, actor, change.reach, target)
  const held = await holdRecords<Row>(tx, kind, condition, lock)
  const pairs = held.map((record) => ({ record, next: change.next(record) }))
  const facts = await kind.findFacts(tx, pairs, { ...lock, carried })
  const { steps, refused } = decideSteps(
    pairs.map(({ record, next }) => ({
      step: { record, next, verb: change.verb(record, next) },
      whyNot: () => whyNotAt(options, record) ?? change.whyNot(record, next, facts),
    })),
    (pair) => kind.settle?.(facts, pair),
  )
  if (!dryRun) await applySteps(tx, actor, kind, batch, steps)
  const changed = steps.map(({ record }) => record)
  return bulkReport(target, { held, changed, refused }, { batch, dryRun })
}
