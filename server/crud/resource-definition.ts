import { and, eq, isNull, or } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Actor } from '../../domain/access/actor.ts'
import type { Verb } from '../../domain/access/permissions.ts'
import type { Scoped } from '../../domain/access/scope.ts'
import type { Code } from '../../domain/core/codes.ts'
import { type CountryCode, countryCodes } from '../../domain/core/countries.ts'
import { choiceOf, type Fields } from '../../domain/lib/field.ts'
import type { Transaction } from '../db/drizzle.ts'
import { users } from '../db/schema/users.ts'
import { refuseByCode } from './change-report.ts'
import type { ListSource } from './list-source.ts'
import type { ReadRecords } from './read-records.ts'
import type { Batch } from './record-changes.ts'

type RecordColumn = 'id' | 'number' | 'country' | 'version' | 'createdAt' | 'updatedAt' | 'deletedAt'

/** A table of records; `owner` and `delivery` have the users whose own they are, where somebody's are. */
export type RecordTable = PgTable & Record<RecordColumn, PgColumn> & { owner?: PgColumn; delivery?: PgColumn }

export type OwnedTable = RecordTable & { owner: PgColumn }

/** The engine's view of a record as its table row; locked while a change is decided. */
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

/** The engine's view of a record as the API returns it. */
export type ReadRecord = Scoped & { id: string }

/** A table row, with a flag instead of the instant of deletion. */
export type HeldOf<Table extends OwnedTable> = Omit<Table['$inferSelect'], 'deletedAt'> & {
  isDeleted: boolean
}

/** A record and its next state; `record` is null for a new one. */
export type Pair<Row extends Held> = { record: Row | null; next: Row }

/** The change of one record, decided but not written yet. `undoes` is the history line that it undoes. */
export type Step<Row extends Held> = { record: Row; next: Row; verb: string; undoes?: string }

type KindVerbs = Record<'view' | 'create' | 'update' | 'delete', Verb>

/** The status change of a resource's records, by a call that may name the status. */
export type Move<Row extends Held, Facts> = {
  /** The verb that scopes the call; the verb of each record's own step is checked in addition. */
  reach: Verb
  fields: Fields
  next: (record: Row, asked: Record<string, unknown>) => Row
  /** The verb of the history line; null if the record has that status already, which `whyNot` refuses. */
  verb: (record: Row, next: Row) => Verb | null
  whyNot: (actor: Actor, record: Row, next: Row, facts: Facts) => Code | null
}

/**
 * A resource as a table of facts: from it the engine creates, edits, deletes, moves and reverts its records, alone and
 * in bulk, with history, search entries and live events. `Facts` are the further data that its rules read.
 */
export type RecordKind<Item extends ReadRecord, Row extends Held, Facts> = {
  source: ListSource
  table: OwnedTable & { $inferSelect: Omit<Row, 'isDeleted'> & { deletedAt: Date | null } }
  read: ReadRecords<Item>
  /** The reader of what an actor may see, if that depends on the actor. */
  readFor?: (actor: Actor) => ReadRecords<Item>
  makeFindable: (tx: Transaction, ids: readonly string[]) => Promise<void>
  verbs: KindVerbs
  fields: Fields
  /** The columns that a change may write; `status` included if there is a move. */
  updateFields: Fields
  /** Those of `updateFields` that give a reason: stored in the history only, and no change by themselves. */
  notes?: readonly string[]
  /** Initial values of a new record that are not in its form. */
  initial: Partial<Row>
  /** Reads the facts for these changes once; with `lock` they are locked until the transaction ends. */
  findFacts: (
    tx: Transaction,
    pairs: readonly Pair<Row>[],
    options: { lock: boolean; carried?: CarriedStock },
  ) => Promise<Facts>
  whyNot: {
    create: (next: Row, facts: Facts) => Code | null
    update: (actor: Actor, record: Row, next: Row, facts: Facts) => Code | null
    delete: (actor: Actor, record: Row, facts: Facts) => Code | null
    /** Not the permission to undo, which is checked elsewhere, but what prevents it. */
    revert: (record: Row, next: Row, facts: Facts) => Code | null
  }
  move?: Move<Row, Facts>
  /** Where a line of history leads back to, when that is not simply the values that it kept. */
  restore?: (record: Row, before: Partial<Row>, after: Partial<Row>) => Partial<Row>
  /** Applies a decided change to the facts for those decided after it. */
  settle?: (facts: Facts, pair: Pair<Row>) => void
  /** Writes what follows from the changes, after they have been written. */
  follow?: (tx: Transaction, actor: Actor, batch: Batch, changes: readonly Change<Row>[]) => Promise<void>
}

/** A kind whose records have a status that calls change. */
export type MovedKind<Item extends ReadRecord, Row extends Held, Facts> = RecordKind<Item, Row, Facts> & {
  move: Move<Row, Facts>
}

export type Change<Row extends Held> = Pair<Row> & { verb: string }

/** Checks that owners are activated sellers, or admins. */
export const refuseUnknownOwner = async (tx: Transaction, owner: string): Promise<void> => {
  const isSeller = and(eq(users.role, 'seller'), eq(users.isActivated, true))
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, owner), or(isSeller, eq(users.role, 'admin')), isNull(users.deletedAt)))
  refuseByCode(rows.length === 0 ? 'OWNER_NOT_FOUND' : null)
}

/** The country whose telephone plan and currency a new record is read by: its own, else the actor's. */
export const countryOf = (body: unknown, fallback: CountryCode): CountryCode => {
  const country = typeof body === 'object' && body !== null && 'country' in body ? body.country : null
  return choiceOf(countryCodes, country) ?? fallback
}

/**
 * Pieces, by product, that the earlier steps of a dry run would have taken; negative where they would give some back.
 * The steps of a real run write them, a dry run carries them from step to step.
 */
export type CarriedStock = Map<string, number>
