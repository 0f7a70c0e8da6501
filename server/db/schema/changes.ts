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

/** History lines; append-only. An undo is a line that refers to the line it undoes. */
export const changes = pgTable(
  'changes',
  {
    id: uuid().primaryKey(),
    batchId: uuid().notNull(),
    at: instant().notNull().default(sql`now()`),
    /** Null for the server itself. */
    actor: uuid().references(() => users.id),
    verb: text().notNull(),
    resource: text().$type<ResourceName>().notNull(),
    recordId: uuid().notNull(),
    /** The record's version after this change; used to detect later changes. */
    version: integer().notNull(),
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    undoes: uuid(),
  },
  (table) => [
    index('changes_record_idx').on(table.recordId, table.at),
    index('changes_batch_idx').on(table.batchId),
    // Calls of a period: the figures of callers.
    index('changes_calls_idx')
      .on(table.at, table.actor)
      .where(
        sql`resource = 'orders' and verb in ('order.confirm', 'order.cancel', 'order.not-reachable') and undoes is null`,
      ),
    // Calls that were promised for a time, which is written as in ISO 8601, at UTC.
    index('changes_promises_idx')
      .on(sql`(after->>'callbackAt')`)
      .where(
        sql`resource = 'orders' and verb = 'order.not-reachable' and undoes is null and after->>'callbackAt' is not null`,
      ),
    uniqueIndex('changes_undoes_key').on(table.undoes).where(sql`undoes is not null`),
  ],
)

/**
 * Long texts shared by lines of a batch, referred to by `{"$text": key}` in `before` and `after` (`crud/change-texts.ts`).
 */
export const changeTexts = pgTable(
  'change_texts',
  { batchId: uuid().notNull(), key: text().notNull(), text: text().notNull() },
  (table) => [primaryKey({ columns: [table.batchId, table.key] })],
)

/** One row a batch, with verb and resource of its first line. `records`: lines that count; `country`: null for several. */
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
    /** Estimated disk usage of its lines, for the actor's budget (`crud/history-budget.ts`); 0 for old ones. */
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    /** The batch that it undoes. */
    undoes: uuid(),
    /** The key by which the actor did it. */
    key: uuid(),
    /** The source whose event did it in the actor's name. */
    source: uuid(),
  },
  (table) => [
    index('change_batches_key_idx').on(table.key, table.at).where(sql`key is not null`),
    index('change_batches_source_idx').on(table.source, table.at).where(sql`source is not null`),
    index('change_batches_at_idx').on(table.at.desc(), table.id.desc()),
    index('change_batches_country_idx').on(table.country, table.at.desc(), table.id.desc()),
    index('change_batches_actor_idx').on(table.actor, table.at.desc(), table.id.desc()),
  ],
)

/** Events for replay after `Last-Event-ID`; written in the change's transaction. */
export const events = pgTable(
  'events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant().notNull().default(sql`now()`),
    resource: text().$type<ResourceName>().notNull(),
    verb: text().notNull(),
    country: text(),
    /** Owners of the records, for sellers' streams; null if too many. */
    owners: uuid().array(),
    ids: uuid().array(),
    batchId: uuid(),
    actor: uuid(),
  },
  (table) => [index('events_at_idx').on(table.at)],
)

/** Answers by idempotency key, kept for 24 h; written in the work's transaction. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    user: uuid().notNull(),
    key: text().notNull(),
    requestHash: text().notNull(),
    /** `standingOf` the user at that time; answered only if unchanged. */
    standing: text(),
    status: integer(),
    /** `Batch-Id` of the answer. */
    batchId: uuid(),
    body: text(),
    /** The body was not stored, or deleted for newer ones (`storageLimits`); the key still prevents repetition. */
    isBodyGone: boolean().notNull().default(false),
    createdAt: instant().notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.user, table.key] }),
    index('idempotency_keys_body_idx').on(table.user, table.createdAt).where(sql`body is not null`),
  ],
)
