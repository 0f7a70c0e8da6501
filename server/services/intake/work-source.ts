import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Code } from '../../../domain/core/codes.ts'
import { describeBug } from '../../core/describe-bug.ts'
import { Refused } from '../../core/errors.ts'
import { newBatch } from '../../crud/record-changes.ts'
import { isOfOneItem } from '../../db/apart.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { intake, sources } from '../../db/schema/intake.ts'
import { recordEvent } from '../../events/read-events.ts'
import { intakeList } from '../../queries/intake.ts'
import { shareZones } from '../fulfillment/order-zones.ts'
import { applyEvent, type EventOutcome, openWorkbench, type Workbench } from './apply-event.ts'
import { type ReceivedEvent, storedEvents } from './stored-events.ts'

export type IntakeLog = { warn: (message: string) => void; error: (facts: object, message: string) => void }

/** Events a transaction. */
const atOnce = 25
/** Milliseconds until a source is tried again: after a failure, and when its owner's history is full for now. */
const rest = { failure: 5_000, budget: 30_000 }

/**
 * Works on the next events of a source, in the order in which they came, in one transaction; another instance that is at it is
 * left alone. An event that cannot be worked on for a bug is refused, and logged. @throws errors of the database
 */
export const workSource = async (
  context: ServerContext,
  source: string,
  log: IntakeLog,
): Promise<{ goesOn: boolean; restFor: number }> => {
  let isFull = false
  const count = await inTransaction(context, async (tx) => {
    isFull = false
    const events = await takeEvents(tx, source)
    const [first] = events
    if (first !== undefined) await shareZones(tx, [first.country])
    const bench = first === undefined ? null : await benchOf(tx, first)
    const ids: string[] = []
    for (const event of events) {
      const outcome = await attempt(tx, context, { event, bench }, log)
      isFull = outcome === null
      if (outcome === null) break
      ids.push(event.id)
      await tx
        .update(intake)
        .set({ ...outcome, waitingKey: null, workedAt: context.now(), updatedAt: context.now() })
        .where(eq(intake.id, event.id))
    }
    await intakeList.makeFindable(tx, ids)
    if (first !== undefined && ids.length > 0) {
      const { country, owner } = first
      const about = { resource: 'intake', verb: 'intake.replay', actor: null } as const
      await recordEvent(tx, { ...about, country, owners: [owner], ids })
    }
    return ids.length
  }).catch((error: unknown) => {
    log.warn(`Events of a source wait: ${describeBug(error).message}`)
    return null
  })
  if (count === null) return { goesOn: false, restFor: rest.failure }
  return { goesOn: !isFull && count === atOnce, restFor: isFull ? rest.budget : 0 }
}

const takeEvents = async (tx: Transaction, source: string): Promise<ReceivedEvent[]> => {
  const { rows: locks } = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`intake ${source}`}, 0)) as taken`,
  )
  if (!locks[0]?.taken) return []
  // Events of a source that is off wait until it is on again.
  const isNext = and(eq(intake.source, source), isNull(intake.workedAt), eq(sources.isActive, true))
  return storedEvents(tx, isNext, { limit: atOnce })
}

/** Null if the source's owner may not have orders any more. */
const benchOf = (tx: Transaction, event: ReceivedEvent): Promise<Workbench | null> =>
  openWorkbench(tx, event, { lock: true }).catch((error: unknown) => {
    if (error instanceof Refused) return null
    throw error
  })

/** The outcome, or null while the owner's history is full. */
const attempt = async (
  tx: Transaction,
  context: ServerContext,
  { event, bench }: { event: ReceivedEvent; bench: Workbench | null },
  log: IntakeLog,
): Promise<EventOutcome | null> => {
  const refused = (reason: Code): EventOutcome => ({ verdict: 'refused', reason, isOpen: true })
  if (bench === null) return refused('OWNER_NOT_FOUND')
  try {
    const batch = { ...newBatch(context), source: event.source }
    return await tx.transaction((part) => applyEvent(part, event, { ...bench, batch }))
  } catch (error) {
    if (error instanceof Refused) return error.code === 'TOO_MANY_CHANGES' ? null : refused(error.code)
    if (!isOfOneItem(error)) throw error
    log.error({ event: event.id, source: event.source, bug: describeBug(error) }, 'a bug with an event')
    return refused('INTERNAL')
  }
}
