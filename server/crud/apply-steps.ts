import type { Actor } from '../../domain/access/actor.ts'
import type { Fields } from '../../domain/lib/field.ts'
import type { Transaction } from '../db/drizzle.ts'
import { removeSearchEntries } from '../search/write-entries.ts'
import { type Batch, differences, recordChanges } from '../modules/change-log/record-changes.ts'
import { announceRecords } from './announce-records.ts'
import type { Held, OwnedTable, ReadRecord, RecordKind, Step } from './record-kind.ts'
import { updateRows } from './update-rows.ts'

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

const writtenNames = ({ updateFields, move }: { updateFields: Fields; move?: unknown }): string[] => [
  ...Object.keys(updateFields),
  ...(move === undefined ? [] : ['status']),
]

/** Nobody finds a record by its status. */
const isReworded = <Row extends Held>({ record, next }: Step<Row>): boolean =>
  Object.keys(differences(record, next)?.after ?? {}).some((name) => name !== 'status')

const idsOf = (steps: readonly Step<Held>[]): string[] => steps.map(({ record }) => record.id)
