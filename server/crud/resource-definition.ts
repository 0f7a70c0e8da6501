import { and, eq, isNull, or, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Actor } from '../../domain/access/actor.ts'
import type { Verb } from '../../domain/access/permissions.ts'
import type { Scoped } from '../../domain/access/why-not.ts'
import type { Code } from '../../domain/core/codes.ts'
import { type CountryCode, countryCodes } from '../../domain/core/countries.ts'
import { choiceOf, type Fields } from '../../domain/lib/field.ts'
import type { Shapes } from '../../domain/lib/shape.ts'
import type { Executor, Transaction } from '../db/drizzle.ts'
import { users } from '../db/schema/users.ts'
import { refuseByCode } from './change-report.ts'
import type { ListSource } from './list-source.ts'
import type { ReadRecords } from './read-records.ts'
import type { Batch } from './record-changes.ts'

type RecordColumn = 'id' | 'number' | 'country' | 'version' | 'createdAt' | 'updatedAt' | 'deletedAt'

/** Table of a resource; `owner` and `delivery` are the columns of scopes. */
export type RecordTable = PgTable & Record<RecordColumn, PgColumn> & { owner?: PgColumn; delivery?: PgColumn }

export type OwnedTable = RecordTable & { owner: PgColumn }

/** A record as its table row; locked while a change is decided. */
export type Held = {
  id: string
  number: number
  country: CountryCode
  owner: string
  version: number
  createdAt: Date
  updatedAt: Date
  isDeleted: boolean
}

/** A record as the API returns it. */
export type ReadRecord = Scoped & { id: string }

/** A table row with `isDeleted` instead of `deletedAt`. */
export type HeldOf<Table extends OwnedTable> = Omit<Table['$inferSelect'], 'deletedAt'> & {
  isDeleted: boolean
}

/** A record and its next state; `record` is null for a new one. */
export type Pair<Row extends Held> = { record: Row | null; next: Row }

/** A decided change. `undoes`: id of the history line that it undoes. */
export type RecordStep<Row extends Held> = { record: Row; next: Row; verb: string; undoes?: string }

type KindVerbs = Record<'view' | 'create' | 'update' | 'delete', Verb>

/** A status change, by a call that may name the status. */
export type Move<Row extends Held, Facts> = {
  /** Verb for the scope of the call; the verb of each transition is checked too. */
  reach: Verb
  fields: Fields
  next: (record: Row, asked: Record<string, unknown>) => Row
  /** Verb of the history line; null if the status is unchanged, which `whyNot` refuses. */
  verb: (record: Row, next: Row) => Verb | null
  whyNot: (actor: Actor, record: Row, next: Row, facts: Facts) => Code | null
}

/**
 * A resource for the CRUD engine, which creates, updates, deletes, moves and reverts records, singly and in bulk, with history,
 * search entries and events. `Facts`: data that its rules need.
 */
export type RecordKind<Item extends ReadRecord, Row extends Held, Facts> = {
  source: ListSource
  table: OwnedTable & { $inferSelect: Omit<Row, 'isDeleted'> & { deletedAt: Date | null } }
  read: ReadRecords<Item>
  /** Reader that depends on the actor, if any. */
  readFor?: (actor: Actor) => ReadRecords<Item>
  /** The record as a call for it answers it, if that is more than a list's. */
  whole?: { shapes: Shapes; read: (db: Executor, ids: readonly string[]) => Promise<readonly object[]> }
  makeFindable: (tx: Transaction, ids: readonly string[]) => Promise<void>
  verbs: KindVerbs
  fields: Fields
  /** Columns that a change may write, including `status` with a move. */
  updateFields: Fields
  /** Those of `updateFields` that are reasons: only stored in the history. */
  notes?: readonly string[]
  /** Records may be nobody's: a new one has an owner only if one is given. */
  isOwnerOptional?: true
  /** Others write rows that refer to its records, which a change of a record does not block. */
  isReferredTo?: true
  /** Takes what must be locked before its records that meet the condition. */
  lockFirst?: (tx: Executor, condition: SQL) => Promise<void>
  /** Initial values of columns without a field. */
  initial: Partial<Row>
  /** Loads the facts for these changes; `lock`: until commit. */
  findFacts: (
    tx: Transaction,
    pairs: readonly Pair<Row>[],
    options: { lock: boolean; carried?: CarriedStock },
  ) => Promise<Facts>
  whyNot: {
    create: (next: Row, facts: Facts) => Code | null
    update: (actor: Actor, record: Row, next: Row, facts: Facts) => Code | null
    delete: (actor: Actor, record: Row, facts: Facts) => Code | null
    /** Checks besides the permission to undo. */
    revert: (record: Row, next: Row, facts: Facts) => Code | null
  }
  move?: Move<Row, Facts>
  /** Values of an undo, if not simply those of the history line. */
  restore?: (record: Row, before: Partial<Row>, after: Partial<Row>) => Partial<Row>
  /** Applies a decided change to the facts for later ones. */
  settle?: (facts: Facts, pair: Pair<Row>) => void
  /** Writes follow-ups after the changes. */
  follow?: (tx: Transaction, actor: Actor, batch: Batch, changes: readonly MadeChange<Row>[]) => Promise<void>
}

/** A resource with a status. */
export type MovedKind<Item extends ReadRecord, Row extends Held, Facts> = RecordKind<Item, Row, Facts> & {
  move: Move<Row, Facts>
}

export type MadeChange<Row extends Held> = Pair<Row> & { verb: string; undoes?: string }

/** @throws Refused unless the owner is an activated seller or an admin */
export const refuseUnknownOwner = async (tx: Transaction, owner: string): Promise<void> => {
  const isSeller = and(eq(users.role, 'seller'), eq(users.isActivated, true))
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, owner), or(isSeller, eq(users.role, 'admin')), isNull(users.deletedAt)))
  refuseByCode(rows.length === 0 ? 'OWNER_NOT_FOUND' : null)
}

/** Country for parsing phones and amounts of a new record: its own, else the actor's. */
export const countryOf = (body: unknown, fallback: CountryCode): CountryCode => {
  const country = typeof body === 'object' && body !== null && 'country' in body ? body.country : null
  return choiceOf(countryCodes, country) ?? fallback
}

/**
 * Pieces by product that earlier steps of a dry run would take (negative: return). Real runs write them; a dry run passes them
 * on.
 */
export type CarriedStock = Map<string, number>
