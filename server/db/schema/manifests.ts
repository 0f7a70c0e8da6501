import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, money, newestFirst, recordColumns } from './columns.ts'
import { shippings } from './orders.ts'
import { users } from './users.ts'

const user = () =>
  uuid()
    .notNull()
    .references(() => users.id)

/**
 * What one courier took out in one change: a job in parts adds to the manifest of its batch. Counts and status are
 * derived from the lines (ADR 0055): a change of a parcel never waits for another parcel's manifest.
 */
export const manifests = pgTable(
  'manifests',
  {
    ...recordColumns(1),
    /** Who gave the parcels out. */
    owner: user(),
    delivery: user(),
    batchId: uuid().notNull(),
  },
  (table) => [
    uniqueIndex('manifests_number_key').on(table.number),
    uniqueIndex('manifests_batch_key').on(table.batchId, table.country, table.delivery),
    index('manifests_country_created_idx').on(table.country, ...newestFirst(table)),
    index('manifests_delivery_created_idx').on(table.delivery, ...newestFirst(table)),
    index('manifests_owner_idx').on(table.owner),
  ],
)

/** A parcel on a manifest. It is out on at most one: the unique index over open lines. */
export const manifestLines = pgTable(
  'manifest_lines',
  {
    id: uuid().primaryKey(),
    manifest: uuid()
      .notNull()
      .references(() => manifests.id),
    shipping: uuid()
      .notNull()
      .references(() => shippings.id),
    position: integer().notNull(),
    /** What was to be collected when the parcel left. */
    amount: money().notNull(),
    /** The change that put it here, or put it here again: what taking the manifest back undoes. */
    batchId: uuid().notNull(),
    /** The parcel's `statusAt` of its dispatch, by which a redo finds the line. */
    outAt: instant().notNull(),
    /** The parcel's `statusAt` of the status that it left for, by which an undo finds the line; null while it is out. */
    closedAt: instant(),
    /** Its dispatch was taken back: the line waits for a redo and counts for nothing. */
    isTakenOff: boolean().notNull().default(false),
  },
  (table) => [
    check('manifest_lines_taken_off_check', sql`not (is_taken_off and closed_at is null)`),
    uniqueIndex('manifest_lines_open_key').on(table.shipping).where(sql`closed_at is null`),
    uniqueIndex('manifest_lines_position_key').on(table.manifest, table.position),
    index('manifest_lines_shipping_idx').on(table.shipping),
  ],
)
