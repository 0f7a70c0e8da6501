import { and, eq, isNull } from 'drizzle-orm'
import { type Attempt, countAttempts } from '../../attempts.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { type MailTemplate, users } from '../../db/schema.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import type { UserRow } from '../users/read-users.ts'

export type MailRequest = {
  /** What it counts for. */
  attempt: Attempt
  email: string
  at: Date
  /** What the owner of the address is sent; null: nothing. */
  choose: (owner: UserRow) => MailTemplate | null
}

/**
 * Queues a mail that anybody can ask for who knows the address. What goes beyond the limit is dropped in silence, and
 * addresses without an account are counted like the others: nothing tells which is which.
 */
export const askForMail = async (
  tx: Transaction,
  { attempt, email, at, choose }: MailRequest,
): Promise<void> => {
  const wait = await countAttempts(tx, [attempt], at)
  const [owner] = await tx
    .select()
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)))
  const template = owner === undefined ? null : choose(owner)
  if (owner === undefined || template === null || wait > 0) return
  await queueMail(tx, template, owner.id, at)
}
