import { asc, sql } from 'drizzle-orm'
import { shiftDay, todayIn } from '../../domain/lib/zone-clock.ts'
import type { Transaction } from '../db/drizzle.ts'
import { blocked } from '../db/schema/blocked.ts'
import { orders } from '../db/schema/orders.ts'
import { blockedList } from '../queries/blocked.ts'
import type { Staff } from './people.ts'
import { idAt, type Random } from './row-writer.ts'

const DAY_MS = 86_400_000

/** `ago`: days since it was made; `until`: days from today. */
const demoBlocks = [
  { of: 'admin', reason: 'Trois colis refusés à la porte', ago: 12, until: null, refuses: false },
  { of: 'seller', reason: 'Insulte les livreurs', ago: 30, until: null, refuses: true },
  { of: 'admin', reason: 'Fausse adresse, deux fois', ago: 45, until: -5, refuses: false },
] as const

/** Blocked customers of the first admin and the listed seller: one whose order waits for a call, and two that nobody knows. */
export const writeBlocked = async (
  tx: Transaction,
  random: Random,
  { now, staff }: { now: Date; staff: Staff },
): Promise<void> => {
  const [waiting] = await tx
    .select({ phone: orders.customerPhone })
    .from(orders)
    .where(sql`country = 'ic' and status = 'PENDING' and deleted_at is null`)
    .orderBy(asc(orders.number))
    .limit(1)
  for (const [at, { of, reason, ago, until, refuses }] of demoBlocks.entries()) {
    const since = new Date(now.getTime() - ago * DAY_MS)
    const id = idAt(random, since.getTime())
    const unknown = `+22507000000${10 + at}`
    await tx.insert(blocked).values({
      id,
      country: 'ic',
      owner: (of === 'admin' ? staff.admins[0]! : staff.branches.ic.sellers[0]!).id,
      phone: at === 0 ? (waiting?.phone ?? unknown) : unknown,
      reason,
      until: until === null ? null : shiftDay(todayIn('ic', now), until),
      refuses,
      createdAt: since,
      updatedAt: since,
    })
    await blockedList.makeFindable(tx, [id])
  }
}
