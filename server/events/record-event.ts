import { sql } from 'drizzle-orm'
import type { ResourceName } from '../../domain/resources.ts'
import type { Transaction } from '../db/drizzle.ts'
import { events } from '../db/schema.ts'

/** The channel on which an event's id travels to every instance once its transaction commits. */
export const eventChannel = 'waybill_events'

/** Above this many, an event names no records: clients read their list again. */
export const mostNamedIds = 500

export type NewEvent = {
  resource: ResourceName
  verb: string
  /** Null where the records are of several countries. */
  country: string | null
  /** The owners of the records; null where they are too many to name. */
  owners?: string[] | null
  ids: string[] | null
  batchId?: string | null
  /** Null where the server did it by itself. */
  actor: string | null
}

/** Tells the event stream, in the transaction of the change: nobody hears of what was rolled back. */
export const recordEvent = async (tx: Transaction, event: NewEvent): Promise<void> => {
  const owners = event.owners == null ? null : [...new Set(event.owners)]
  const [row] = await tx
    .insert(events)
    .values({
      ...event,
      owners: owners !== null && owners.length > mostNamedIds ? null : owners,
      ids: event.ids !== null && event.ids.length > mostNamedIds ? null : event.ids,
      batchId: event.batchId ?? null,
      // The clock, not the transaction's start: a replay overlaps by the time from here to the commit.
      at: sql`clock_timestamp()`,
    })
    .returning({ id: events.id })
  await tx.execute(sql`select pg_notify(${eventChannel}, ${String(row!.id)})`)
}
