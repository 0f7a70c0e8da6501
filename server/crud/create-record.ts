import { v7 as newId } from 'uuid'
import type { Actor } from '../../domain/access/actor.ts'
import type { Verb } from '../../domain/access/permissions.ts'
import { whyNot } from '../../domain/access/why-not.ts'
import type { Fields } from '../../domain/lib/field.ts'
import type { Transaction } from '../db/drizzle.ts'
import { announceRecords } from './announce-records.ts'
import { holdImages } from './hold-images.ts'
import { type Batch, recordChanges } from './record-changes.ts'
import { refuseByCode } from './refuse-by-code.ts'
import { type Held, type ReadRecord, type RecordKind, refuseUnknownOwner } from './resource-definition.ts'

/**
 * Creates a record from validated input; it belongs to the seller named, else to its creator. `verb` is what the
 * history says, where it is not the kind's own.
 */
export const createRecord = async <Item extends ReadRecord, Row extends Held, Facts>(
  tx: Transaction,
  actor: Actor,
  kind: RecordKind<Item, Row, Facts>,
  input: Record<string, unknown>,
  batch: Batch,
  { verb = kind.verbs.create }: { verb?: Verb } = {},
): Promise<Item> => {
  const { resource } = kind.source
  const next = newRow(actor, kind, input, batch)
  // The route asks for the role only: a scope is about the new record.
  refuseByCode(whyNot(actor, verb, next) === null ? null : 'FORBIDDEN')
  if (next.owner !== actor.id) await refuseUnknownOwner(tx, next.owner)
  // An offer's picture is its own matter.
  if (verb === kind.verbs.create) await holdImages(tx, kind.fields, input, { at: batch.at })
  const facts = await kind.findFacts(tx, [{ record: null, next }], { lock: true })
  refuseByCode(kind.whyNot.create(next, facts))
  const { isDeleted: _, number: __, ...row } = next
  await tx.insert(kind.table).values(row)
  await kind.makeFindable(tx, [next.id])
  const { id, version, createdAt, updatedAt, ...after } = row
  await recordChanges(tx, actor, batch, [
    { verb, resource, recordId: next.id, version: 1, before: null, after },
  ])
  await announceRecords(tx, actor, batch, { resource, verb }, [next])
  await kind.follow?.(tx, actor, batch, [{ record: null, next, verb }])
  return (await kind.read(tx, [next.id]))[0]!
}

/** What was not filled in is empty; the database counts the number. */
const newRow = <Row extends Held>(
  actor: Actor,
  { fields, initial }: { fields: Fields; initial: Partial<Row> },
  input: Record<string, unknown>,
  batch: Batch,
): Row => {
  const values: Record<string, unknown> = {
    ...Object.fromEntries(Object.keys(fields).map((name) => [name, null])),
    country: actor.country,
    ...initial,
    ...input,
    owner: input.owner ?? actor.id,
    id: newId(),
    number: 0,
    version: 1,
    isDeleted: false,
    createdAt: batch.at,
    updatedAt: batch.at,
  }
  return values as Row
}
