import { and, gt, isNull } from 'drizzle-orm'
import { shopReaders } from '../../../domain/intake/read-event.ts'
import { likeliestPhone } from '../../../domain/intake/shop-to-orders.ts'
import type { Executor } from '../../db/drizzle.ts'
import { intake } from '../../db/schema/intake.ts'
import { storedEvents } from '../intake/stored-events.ts'

/** What an event says of its customer that nobody has worked on yet. `phone`: as its order would have it. */
export type WaitingEvent = { id: string; phone: string | null; name: string | null; lines: string[] }

/** Events read at once; each has 256 KB at most. */
const step = 100

/** The events of all sources that wait to be worked on: their rows say nothing of a customer, so they are read as the intake does. */
export const readWaitingEvents = async (db: Executor): Promise<WaitingEvent[]> => {
  const read: WaitingEvent[] = []
  for (let after = 0; ; ) {
    const events = await storedEvents(db, and(isNull(intake.workedAt), gt(intake.number, after)), {
      limit: step,
    })
    for (const event of events) {
      const order = shopReaders[event.kind](event.headers, event.body.toString('utf8'))
      if (!order.ok || order.value.kind !== 'order') continue
      const { customer, address } = order.value
      const phone = likeliestPhone(customer.phones, event.country)
      read.push({
        id: event.id,
        phone: phone.ok ? phone.value.e164 : null,
        name: customer.name,
        lines: address.lines,
      })
    }
    if (events.length < step) return read
    after = events.at(-1)!.number
  }
}
