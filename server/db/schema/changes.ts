import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ResourceName } from '../../../domain/resources.ts'
import { instant } from './columns.ts'
import { users } from './users.ts'

/** The history: append-only. An undo is a line of its own that names the line it takes back, once. */
export const changes = pgTable(
  'changes',
  {
    id: uuid().primaryKey(),
    batchId: uuid().notNull(),
    at: instant().notNull().default(sql`now()`),
    /** Null where the server did it by itself. */
    actor: uuid().references(() => users.id),
    verb: text().notNull(),
    resource: text().$type<ResourceName>().notNull(),
    recordId: uuid().notNull(),
    /** The record's version once this change was made: what has another version has moved on. */
    version: integer().notNull(),
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    undoes: uuid(),
  },
  (table) => [
    index('changes_record_idx').on(table.recordId, table.at),
    index('changes_batch_idx').on(table.batchId),
    uniqueIndex('changes_undoes_key').on(table.undoes).where(sql`undoes is not null`),
  ],
)

/**
 * Long texts that several lines of a batch have in common: stored once, and named in their `before` and `after` by
 * `{"$text": key}` (`crud/change-texts.ts`).
 */
export const changeTexts = pgTable(
  'change_texts',
  { batchId: uuid().notNull(), key: text().notNull(), text: text().notNull() },
  (table) => [primaryKey({ columns: [table.batchId, table.key] })],
)

/**
 * One row a batch, for the history: written with the first of its lines, of which it takes verb and resource. `records`
 * counts the lines that count for themselves; `country` is null where its records are of several.
 */
export const changeBatches = pgTable(
  'change_batches',
  {
    id: uuid().primaryKey(),
    at: instant().notNull(),
    actor: uuid().references(() => users.id),
    verb: text().notNull(),
    resource: text().$type<ResourceName>().notNull(),
    country: text(),
    records: integer().notNull(),
    /** About what its lines take on disk, for the budget of its actor (`crud/history-budget.ts`); 0 of older ones. */
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    /** The batch that this one takes back. */
    undoes: uuid(),
  },
  (table) => [
    index('change_batches_at_idx').on(table.at.desc(), table.id.desc()),
    index('change_batches_country_idx').on(table.country, table.at.desc(), table.id.desc()),
    index('change_batches_actor_idx').on(table.actor, table.at.desc(), table.id.desc()),
  ],
)

/** What the event stream replays after `Last-Event-ID`. Written in the transaction of the change that it tells. */
export const events = pgTable(
  'events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant().notNull().default(sql`now()`),
    resource: text().$type<ResourceName>().notNull(),
    verb: text().notNull(),
    country: text(),
    /** Owners whose records these are, for sellers' streams; null where they are too many to name. */
    owners: uuid().array(),
    ids: uuid().array(),
    batchId: uuid(),
    actor: uuid(),
  },
  (table) => [index('events_at_idx').on(table.at)],
)

/** Answers kept for 24 h by the key that the client chose, stored in the transaction that did the work. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    user: uuid().notNull(),
    key: text().notNull(),
    requestHash: text().notNull(),
    /** `standingOf` the user when the answer was stored: it is given again only under the same. */
    standing: text(),
    status: integer(),
    body: text(),
    /** It was never stored, or has given way to newer ones (`storageLimits`): the key still makes nothing twice. */
    isBodyGone: boolean().notNull().default(false),
    createdAt: instant().notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.user, table.key] }),
    index('idempotency_keys_body_idx').on(table.user, table.createdAt).where(sql`body is not null`),
  ],
)
