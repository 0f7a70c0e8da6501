import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import type { Verb } from '../../domain/access/permissions.ts'
import { whyNot } from '../../domain/access/why-not.ts'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { Code } from '../../domain/core/codes.ts'
import type { Fields } from '../../domain/lib/field.ts'
import { Refused } from '../core/errors.ts'
import type { Executor, Transaction } from '../db/drizzle.ts'
import { isOneOf } from '../db/is-one-of.ts'
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
  Step,
} from './resource-definition.ts'

/**
 * Reads the records of a change by id, deleted ones included unless the condition excludes them; with
 * `lock` they are locked until the transaction ends. Always lock a table's records in the order of ids.
 */
export const holdRecords = async <Row extends Held>(
  tx: Executor,
  table: OwnedTable,
  condition: SQL,
  { lock }: { lock: boolean },
): Promise<Row[]> => {
  const query = tx.select().from(table).where(condition).orderBy(table.id)
  const rows = await (lock ? query.for('update') : query)
  return rows.map(({ deletedAt, ...row }) => ({ ...row, isDeleted: deletedAt !== null }) as Row)
}

/** `version` is the one that the caller has seen; null where they take the present one. */
type Named = { id: string; version: number | null; verb: Verb }

/** One record, locked for a change; one that has moved on is `STALE_VERSION` with its present state. */
export const readHeld = async <Item extends ReadRecord, Row extends Held, Facts>(
  tx: Transaction,
  actor: Actor,
  { table, read }: RecordKind<Item, Row, Facts>,
  { id, version, verb }: Named,
): Promise<Row> => {
  const condition = sql`${isOneOf(table.id, [id])} and ${table.deletedAt} is null`
  const [record] = await holdRecords<Row>(tx, table, condition, { lock: true })
  if (record === undefined || whyNot(actor, verb, record) !== null) throw new Refused('NOT_FOUND')
  if (version === null || version === record.version) return record
  const [current] = await read(tx, [id])
  throw new Refused('STALE_VERSION', { current })
}

/** Writes decided changes of records that are held, with search entries, history, what follows, and the event. */
export const applySteps = async <Item extends ReadRecord, Row extends Held, Facts>(
  tx: Transaction,
  actor: Actor,
  kind: RecordKind<Item, Row, Facts>,
  batch: Batch,
  steps: readonly Step<Row>[],
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

/** Nobody finds a record by its status. */
const isReworded = <Row extends Held>({ record, next }: Step<Row>): boolean =>
  Object.keys(differences(record, next)?.after ?? {}).some((name) => name !== 'status')

const idsOf = (steps: readonly Step<Held>[]): string[] => steps.map(({ record }) => record.id)

type Decided<Row extends Held> = { steps: Step<Row>[]; refused: ChangeReport['refused'] }

/** One record's change on trial: what it would be, and why it may not be. */
type Trial<Row extends Held> = { step: Step<Row>; whyNot: () => Code | null }

/** Decides one record after the other, oldest first; each one decided on is settled before the next is asked about. */
export const decideSteps = <Row extends Held>(
  trials: readonly Trial<Row>[],
  settle: (pair: Pair<Row>) => void,
): Decided<Row> => {
  const steps: Step<Row>[] = []
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

export type BulkOptions = {
  batch: Batch
  dryRun: boolean
  /** Left out where the dry run has no other steps. */
  carried?: CarriedStock
  /** The version that a record must still be at (`If-Match`); null or left out: any. */
  version?: number | null
}

/** Of a record that is no longer at the version that the caller has seen. */
export const whyNotAt = ({ version = null }: BulkOptions, record: { version: number }): Code | null =>
  version === null || record.version === version ? null : 'STALE_VERSION'

/**
 * One change over many records, each decided on its own with what those before it left, then written together. A dry
 * run decides the same way, locks nothing and writes nothing.
 */
export const changeRecords = async <Item extends ReadRecord, Row extends Held, Facts>(
  tx: Transaction,
  actor: Actor,
  kind: RecordKind<Item, Row, Facts>,
  target: ParsedTarget,
  change: RecordChange<Row, Facts>,
  options: BulkOptions,
): Promise<ChangeReport> => {
  const { batch, dryRun, carried } = options
  const forbidden = whyNot(actor, change.reach)
  if (forbidden !== null) throw new Refused(forbidden)
  const lock = { lock: !dryRun }
  const condition = targetSql(kind.source, actor, change.reach, target)
  const held = await holdRecords<Row>(tx, kind.table, condition, lock)
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
