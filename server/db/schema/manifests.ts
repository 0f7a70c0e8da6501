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
 * Parcels that one courier took out in one batch. Counts and status derive from the lines (ADR 0055), so that parcels do not
 * contend for the manifest row.
 */
export const manifests = pgTable(
  'manifests',
  {
    ...recordColumns(1),
    /** Who dispatched the parcels. */
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

/** A parcel on a manifest; unique among open lines. */
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
    /** Amount due when it left. */
    amount: money().notNull(),
    /** The batch that added or restored it: undone with the manifest. */
    batchId: uuid().notNull(),
    /** The parcel's `statusAt` of its dispatch; identifies the line for a redo. */
    outAt: instant().notNull(),
    /** The parcel's `statusAt` when it left the round; identifies the line for an undo. Null while out. */
    closedAt: instant(),
    /** Its dispatch was undone: kept for a redo, not counted. */
    isTakenOff: boolean().notNull().default(false),
  },
  (table) => [
    check('manifest_lines_taken_off_check', sql`not (is_taken_off and closed_at is null)`),
    uniqueIndex('manifest_lines_open_key').on(table.shipping).where(sql`closed_at is null`),
    uniqueIndex('manifest_lines_position_key').on(table.manifest, table.position),
    index('manifest_lines_shipping_idx').on(table.shipping),
  ],
)
