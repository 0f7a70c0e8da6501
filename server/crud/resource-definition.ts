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
import type { CarriedStock } from './carried-stock.ts'
import type { ListSource } from './list-source.ts'
import type { Batch } from './record-changes.ts'
import type { ReadRecords } from './record-reader.ts'
import { refuseByCode } from './refuse-by-code.ts'

type RecordColumn =
  | 'id'
  | 'number'
  | 'country'
  | 'owner'
  | 'version'
  | 'createdAt'
  | 'updatedAt'
  | 'deletedAt'

export type OwnedTable = PgTable & Record<RecordColumn, PgColumn>

/** What the engine knows of a record as it is in its table: locked, where a change is decided over it. */
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

/** What the engine knows of a record as the API gives it. */
export type ReadRecord = Scoped & { id: string }

/** A table's row, with the flag of its deletion in the place of the instant. */
export type HeldOf<Table extends OwnedTable> = Omit<Table['$inferSelect'], 'deletedAt'> & {
  isDeleted: boolean
}

/** A record and what it is to become; `record` is null where it is being made. */
export type Pair<Row extends Held> = { record: Row | null; next: Row }

/** One record's change, decided and not yet written. `undoes` is the history line that it takes back. */
export type Step<Row extends Held> = { record: Row; next: Row; verb: string; undoes?: string }

export type KindVerbs = Record<'view' | 'create' | 'update' | 'delete', Verb>

/** How a resource's records are given another status by a call that may say which one. */
export type Move<Row extends Held, Facts> = {
  /** Bounds whom the call reaches; the verb of each record's own step is asked for beside. */
  reach: Verb
  fields: Fields
  next: (record: Row, asked: Record<string, unknown>) => Row
  /** The verb that the history keeps; null where the record is already so, which `whyNot` says. */
  verb: (record: Row, next: Row) => Verb | null
  whyNot: (actor: Actor, record: Row, next: Row, facts: Facts) => Code | null
}

/**
 * A resource as a table of facts: from it the engine creates, edits, deletes, moves and reverts its records, alone and
 * in bulk, with history, search entries and live events. `Facts` is what its rules look at beside the records.
 */
export type RecordKind<Item extends ReadRecord, Row extends Held, Facts> = {
  source: ListSource
  table: OwnedTable & { $inferSelect: Omit<Row, 'isDeleted'> & { deletedAt: Date | null } }
  read: ReadRecords<Item>
  /** The same as an actor is answered with, where that is not the same for everybody. */
  readFor?: (actor: Actor) => ReadRecords<Item>
  makeFindable: (tx: Transaction, ids: readonly string[]) => Promise<void>
  verbs: KindVerbs
  fields: Fields
  /** The columns that a change may write, and `status` where there is a move. */
  updateFields: Fields
  /** Those of `updateFields` that say why: no columns, and nothing of a change by themselves. The history keeps them. */
  notes?: readonly string[]
  /** What a new record has that nobody fills in. */
  initial: Partial<Row>
  /** Reads once what the rules ask about these changes; with `lock` it does not change until the transaction ends. */
  findFacts: (
    tx: Transaction,
    pairs: readonly Pair<Row>[],
    options: { lock: boolean; carried?: CarriedStock },
  ) => Promise<Facts>
  whyNot: {
    create: (next: Row, facts: Facts) => Code | null
    update: (actor: Actor, record: Row, next: Row, facts: Facts) => Code | null
    delete: (actor: Actor, record: Row, facts: Facts) => Code | null
    /** Who may undo is asked elsewhere: this is about what prevents it. */
    revert: (record: Row, next: Row, facts: Facts) => Code | null
  }
  move?: Move<Row, Facts>
  /** Where a line of history leads back to, when that is not simply the values that it kept. */
  restore?: (record: Row, before: Partial<Row>, after: Partial<Row>) => Partial<Row>
  /** A decided change leaves less, or more, to those decided after it. */
  settle?: (facts: Facts, pair: Pair<Row>) => void
  /** Writes what hangs on changes that have been written. */
  follow?: (tx: Transaction, actor: Actor, batch: Batch, changes: readonly Change<Row>[]) => Promise<void>
}

/** A kind whose records have a status that calls change. */
export type MovedKind<Item extends ReadRecord, Row extends Held, Facts> = RecordKind<Item, Row, Facts> & {
  move: Move<Row, Facts>
}

export type Change<Row extends Held> = Pair<Row> & { verb: string }

/** Records belong to sellers who are let in, and to admins on their behalf. */
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
