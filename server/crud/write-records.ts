import { inArray, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../domain/access/actor.ts'
import type { Verb } from '../../domain/access/permissions.ts'
import { whyNot } from '../../domain/access/why-not.ts'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { Fields, Values } from '../../domain/lib/field.ts'
import { storedImageHash } from '../../domain/lib/image.ts'
import type { Shapes } from '../../domain/lib/shape.ts'
import { saysMoreThan, validateUpdate } from '../../domain/lib/validate.ts'
import { resources } from '../../domain/resources.ts'
import { accepted, Refused } from '../core/errors.ts'
import type { Executor, Transaction } from '../db/drizzle.ts'
import { images } from '../db/schema/images.ts'
import { applySteps, changeRecords, readHeld, type StepOptions } from './apply-steps.ts'
import { refuseByCode } from './change-report.ts'
import type { ParsedTarget } from './choose-records.ts'
import { announceRecords, type Batch, differences, recordChanges } from './record-changes.ts'
import {
  type Held,
  type MovedKind,
  type Pair,
  type ReadRecord,
  type RecordKind,
  refuseUnknownOwner,
} from './resource-definition.ts'

/** Creates a record from validated input; owner: as given, else the caller. `verb`: of the history line, default create. */
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
  // The route checked the role only; the scope depends on the new record.
  refuseByCode(whyNot(actor, verb, next) === null ? null : 'FORBIDDEN')
  // Null where the kind lets records be nobody's.
  const owner: string | null = next.owner
  if (owner !== null && owner !== actor.id) await refuseUnknownOwner(tx, owner)
  // A taken offer's picture was checked before.
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

/** Empty fields are null; the database assigns the number. */
const newRow = <Row extends Held>(
  actor: Actor,
  {
    fields,
    initial,
    isOwnerOptional,
  }: Pick<RecordKind<never, Row, never>, 'fields' | 'initial' | 'isOwnerOptional'>,
  input: Record<string, unknown>,
  batch: Batch,
): Row => {
  const values: Record<string, unknown> = {
    ...Object.fromEntries(Object.keys(fields).map((name) => [name, null])),
    country: actor.country,
    ...initial,
    ...input,
    owner: input.owner ?? (isOwnerOptional ? null : actor.id),
    id: newId(),
    number: 0,
    version: 1,
    isDeleted: false,
    createdAt: batch.at,
    updatedAt: batch.at,
  }
  return values as Row
}

type Updated<F extends Fields> = {
  fields: F
  shapes: Shapes
  country: CountryCode
  /** Reads the record as the API answers it, within the locking transaction. */
  readPresent: () => Promise<object | undefined>
}

/** The validated update of a locked record. @throws Refused */
export const readUpdate = async <F extends Fields>(
  body: unknown,
  { fields, shapes, country, readPresent }: Updated<F>,
): Promise<Values<F>> => {
  const present = saysMoreThan(fields, body) ? ((await readPresent()) ?? null) : null
  return accepted(validateUpdate(fields, { shapes, present }, body, { country }))
}

/** Updates the given fields; without a difference nothing is written. */
export const updateRecord = async <Item extends ReadRecord, Row extends Held, Facts>(
  tx: Transaction,
  actor: Actor,
  kind: RecordKind<Item, Row, Facts>,
  { id, version, body }: { id: string; version: number | null; body: unknown },
  batch: Batch,
): Promise<Item> => {
  const verb = kind.verbs.update
  const record = await readHeld(tx, actor, kind, { id, version, verb })
  const { resource } = kind.source
  const update = await readUpdate(body, {
    fields: kind.updateFields,
    shapes: kind.whole?.shapes ?? resources[resource].shapes,
    country: record.country,
    readPresent: async () => (await (kind.whole ?? kind).read(tx, [id]))[0],
  })
  await holdImages(tx, kind.updateFields, update, { at: batch.at, record })
  const { columns, notes } = splitNotes(update, kind.notes)
  const next = { ...record, ...columns, ...notes }
  const facts = await kind.findFacts(tx, [{ record, next }], { lock: true })
  refuseByCode(kind.whyNot.update(actor, record, next, facts))
  const isChanged = differences<object>(record, columns) !== null
  if (isChanged) await applySteps(tx, actor, kind, batch, [{ record, next, verb }])
  return (await kind.read(tx, [id]))[0]!
}

/** Separates fields from reasons; empty reasons are dropped. */
const splitNotes = (update: Record<string, unknown>, names: readonly string[] = []) => {
  const isNote = ([name]: [string, unknown]): boolean => names.includes(name)
  const entries = Object.entries(update)
  return {
    columns: Object.fromEntries(entries.filter((entry) => !isNote(entry))),
    notes: Object.fromEntries(entries.filter((entry) => isNote(entry) && entry[1] !== null)),
  }
}

/** Soft deletion: undo restores the records. */
export const deleteRecords = <Item extends ReadRecord, Row extends Held, Facts>(
  tx: Transaction,
  actor: Actor,
  kind: RecordKind<Item, Row, Facts>,
  target: ParsedTarget,
  options: StepOptions,
): Promise<ChangeReport> =>
  changeRecords(
    tx,
    actor,
    kind,
    target,
    {
      reach: kind.verbs.delete,
      next: (record) => ({ ...record, isDeleted: true }),
      verb: () => kind.verbs.delete,
      whyNot: (record, _, facts) => kind.whyNot.delete(actor, record, facts),
    },
    options,
  )

/** A referring column, and the deletion column of its table. */
export type Reference = { column: PgColumn; deletedAt: PgColumn }

/** Ids referred to by records that are not deleted. */
export const findUses = async (
  db: Executor,
  pairs: readonly Pair<Held>[],
  references: readonly Reference[],
): Promise<Set<string>> => {
  const going = pairs.flatMap(({ next }) => (next.isDeleted ? next.id : []))
  if (going.length === 0) return new Set()
  const isNamed = references.map(
    ({ column, deletedAt }) =>
      sql`exists (select 1 from ${column.table} where ${column} = going.id and ${deletedAt} is null)`,
  )
  const { rows } = await db.execute<{ id: string }>(sql`
    select going.id from unnest(${sql.param(going)}::uuid[]) as going (id) where ${sql.join(isNamed, sql` or `)}`)
  return new Set(rows.map((row) => row.id))
}

/** Changes the status: to the given one, else to each record's next. */
export const moveRecords = <Item extends ReadRecord, Row extends Held, Facts>(
  tx: Transaction,
  actor: Actor,
  kind: MovedKind<Item, Row, Facts>,
  target: ParsedTarget,
  asked: Record<string, unknown>,
  options: StepOptions,
): Promise<ChangeReport> => {
  const { move } = kind
  return changeRecords(
    tx,
    actor,
    kind,
    target,
    {
      reach: move.reach,
      next: (record) => move.next(record, asked),
      verb: (record, next) => move.verb(record, next) ?? move.reach,
      whyNot: (record, next, facts) => move.whyNot(actor, record, next, facts),
    },
    options,
  )
}

/**
 * Checks uploaded pictures and marks them as used now, so that the cleanup keeps them. Ignores external links and unchanged
 * pictures. @throws Refused `VALIDATION_FAILED` with `IMAGE_NOT_FOUND` at each such field
 */
const holdImages = async (
  tx: Transaction,
  fields: Fields,
  input: object,
  { at, record = {} }: { at: Date; record?: object },
): Promise<void> => {
  const present: Record<string, unknown> = { ...record }
  const named = Object.entries(input).flatMap(([path, value]) => {
    const isNew = fields[path]?.kind === 'image' && typeof value === 'string' && value !== present[path]
    const hash = isNew ? storedImageHash(value) : null
    return hash === null ? [] : [{ path, hash }]
  })
  if (named.length === 0) return
  const hashes = named.map(({ hash }) => hash)
  const held = await tx
    .update(images)
    .set({ usedAt: at })
    .where(inArray(images.hash, hashes))
    .returning({ hash: images.hash })
  const missing = named.filter(({ hash }) => held.every((image) => image.hash !== hash))
  if (missing.length > 0) {
    throw new Refused('VALIDATION_FAILED', {
      errors: missing.map(({ path }) => ({ path, code: 'IMAGE_NOT_FOUND' })),
    })
  }
}
