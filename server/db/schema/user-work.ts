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
  uuid,
} from 'drizzle-orm/pg-core'
import type { Verb } from '../../../domain/access/permissions.ts'
import type { Code } from '../../../domain/core/codes.ts'
import type { JobStatus } from '../../../domain/jobs/job.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import type { PreferencesInput } from '../../../domain/users/preferences.ts'
import { bytea, instant } from './columns.ts'
import { orders } from './orders.ts'
import { users } from './users.ts'

const user = () =>
  uuid()
    .notNull()
    .references(() => users.id)

/** Saved views of lists. */
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

/** Who has which order in triage, and until when: an expired lease counts for nothing. */
export const orderClaims = pgTable(
  'order_claims',
  {
    order: uuid()
      .primaryKey()
      .references(() => orders.id),
    user: user(),
    until: instant().notNull(),
  },
  (table) => [index('order_claims_user_idx').on(table.user)],
)

/** Leases that the client has released: a claim of one that arrives later takes nothing. */
export const releasedLeases = pgTable(
  'released_leases',
  { id: uuid().primaryKey(), releasedAt: instant().notNull() },
  (table) => [index('released_leases_released_at_idx').on(table.releasedAt)],
)

/**
 * Long work. Each step is a transaction that writes its records and moves `cursor`, `done` and `report` on with them,
 * so that the next runner, after a crash or a cancellation, finds nothing half done. `heldBy` is the run that
 * has it at present, until `heldUntil` by the clock of the database: a run that is not named here any more writes nothing.
 */
export const jobs = pgTable(
  'jobs',
  {
    id: uuid().primaryKey(),
    /** The permission under which it works, and what people call it. */
    kind: text().$type<Verb>().notNull(),
    /** Which definition does it. */
    work: text().notNull(),
    /** Null for the server's own work. */
    actor: uuid().references(() => users.id),
    /** `standingOf` the user who began it: its result is shown only under the same. */
    standing: text(),
    input: jsonb().$type<Record<string, unknown>>().notNull(),
    status: text().$type<JobStatus>().notNull().default('QUEUED'),
    total: integer(),
    done: integer().notNull().default(0),
    cursor: text(),
    /** As it was written: taken apart as `jsonb` an import's megabytes take thrice as long to keep, and to read. */
    report: json().$type<unknown>(),
    /** It has given way to newer ones (`boundJobs`). */
    isReportGone: boolean().notNull().default(false),
    code: text().$type<Code>(),
    /** The batch of its changes in the history. */
    batchId: uuid().notNull(),
    isCancelRequested: boolean().notNull().default(false),
    heldBy: text(),
    heldUntil: instant(),
    /** Runs of the server's own work that failed: it is tried again after a pause. */
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

/** A job's file in parts, so that neither writing nor sending it needs the whole of it in memory. */
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

/** How a person's keyboard is set up: their own keys and macros. No row: nothing changed yet, version 0. */
export const userPreferences = pgTable('user_desks', {
  user: uuid()
    .primaryKey()
    .references(() => users.id),
  version: integer().notNull(),
  document: jsonb().$type<PreferencesInput>().notNull(),
  updatedAt: instant().notNull(),
})
