import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Verb } from '../../../domain/access/permissions.ts'
import type { Code } from '../../../domain/core/codes.ts'
import type { JobStatus } from '../../../domain/jobs/job.ts'
import type { ColumnMapping } from '../../../domain/orders/import/column-mapping.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import type { PreferencesInput } from '../../../domain/users/preferences.ts'
import { bytea, instant } from './columns.ts'
import { orders } from './orders.ts'
import { users } from './users.ts'

const user = () =>
  uuid()
    .notNull()
    .references(() => users.id)

/** Saved views. */
export const views = pgTable(
  'views',
  {
    id: uuid().primaryKey(),
    version: integer().notNull().default(1),
    owner: user(),
    resource: text().$type<ResourceName>().notNull(),
    name: text().notNull(),
    query: text().notNull().default(''),
    columns: text(),
    isShared: boolean().notNull().default(false),
    createdAt: instant().notNull().default(sql`now()`),
    updatedAt: instant().notNull().default(sql`now()`),
  },
  (table) => [
    index('views_owner_idx').on(table.owner, table.resource),
    index('views_shared_idx').on(table.resource).where(sql`is_shared`),
  ],
)

/** Columns that a person has chosen for files with some headers. `fingerprint`: SHA-256 of the headers. */
export const importMappings = pgTable(
  'import_mappings',
  {
    id: uuid().primaryKey(),
    owner: user(),
    fingerprint: text().notNull(),
    headers: jsonb().$type<readonly string[]>().notNull(),
    columns: jsonb().$type<ColumnMapping>().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [uniqueIndex('import_mappings_headers_key').on(table.owner, table.fingerprint)],
)

/**
 * Claims of orders in triage; expired ones do not count. `isFreed`: somebody has freed the order, so that until then everybody but this
 * user may have it.
 */
export const orderClaims = pgTable(
  'order_claims',
  {
    order: uuid()
      .primaryKey()
      .references(() => orders.id),
    user: user(),
    until: instant().notNull(),
    isFreed: boolean().notNull().default(false),
  },
  (table) => [index('order_claims_user_idx').on(table.user)],
)

/** Leases released by the client: later claims of them take nothing. */
export const releasedLeases = pgTable(
  'released_leases',
  { id: uuid().primaryKey(), releasedAt: instant().notNull() },
  (table) => [index('released_leases_released_at_idx').on(table.releasedAt)],
)

/**
 * Background jobs. Each step is a transaction that writes records together with `cursor`, `done` and `report`, so that after a
 * crash or cancellation nothing is half done. `heldBy`: the run that leases it until `heldUntil` (database clock); other runs
 * write nothing.
 */
export const jobs = pgTable(
  'jobs',
  {
    id: uuid().primaryKey(),
    /** Permission of the job; also its display name. */
    kind: text().$type<Verb>().notNull(),
    /** Name of its definition. */
    work: text().notNull(),
    /** Null for the server itself. */
    actor: uuid().references(() => users.id),
    /** The key by which they started it; it is read again at each step. */
    key: uuid(),
    /** `standingOf` the user at the start; the result is shown only if unchanged. */
    standing: text(),
    input: jsonb().$type<Record<string, unknown>>().notNull(),
    status: text().$type<JobStatus>().notNull().default('QUEUED'),
    total: integer(),
    done: integer().notNull().default(0),
    cursor: text(),
    /** `json`, not `jsonb`, which takes three times as long for an import's megabytes. */
    report: json().$type<unknown>(),
    /** Deleted for newer ones (`boundJobs`). */
    isReportGone: boolean().notNull().default(false),
    code: text().$type<Code>(),
    /** Batch of its changes in the history. */
    batchId: uuid().notNull(),
    isCancelRequested: boolean().notNull().default(false),
    heldBy: text(),
    heldUntil: instant(),
    /** Failed runs of the server's own jobs; retried after a pause. */
    failures: integer().notNull().default(0),
    fileName: text(),
    createdAt: instant().notNull().default(sql`now()`),
    finishedAt: instant(),
  },
  (table) => [
    check('jobs_status_check', sql`status in ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')`),
    index('jobs_open_idx').on(table.createdAt).where(sql`status in ('QUEUED', 'RUNNING')`),
    index('jobs_actor_idx').on(table.actor, table.createdAt),
  ],
)

/** A job's file in parts, to write and send it without holding all in memory. */
export const jobFiles = pgTable(
  'job_files',
  {
    job: uuid()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    part: integer().notNull(),
    bytes: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.job, table.part] })],
)

/** Shortcuts and macros of a user. No row: defaults, version 0. */
export const userPreferences = pgTable('user_desks', {
  user: uuid()
    .primaryKey()
    .references(() => users.id),
  version: integer().notNull(),
  document: jsonb().$type<PreferencesInput>().notNull(),
  updatedAt: instant().notNull(),
})
