import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import type { ServerContext } from '../context.ts'
import type { Transaction } from '../db/drizzle.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { mails, users } from '../db/schema.ts'
import { linkLifetimes, makeLink } from '../modules/accounts/account-links.ts'
import type { UserRow } from '../modules/users/read-users.ts'
import { mailTemplates } from './mail-templates.ts'

export type MailRow = typeof mails.$inferSelect

export type ClaimedMail = {
  mail: MailRow
  user: UserRow
  /** Where its link leads, with a token of its own where it needs one. */
  path: string
  /** How long the link works; null for one that always does. */
  hours: number | null
}

/** Milliseconds after which a claim of somebody who has died counts no more. Longer than any delivery takes. */
const lease = 3 * 60_000

/**
 * Takes the mail that has been due for longest and is still worth sending; null when there is none. It is this
 * instance's alone for the time of the lease. The token commits here, before anybody could follow the link.
 */
export const claimMail = async (context: ServerContext): Promise<ClaimedMail | null> => {
  for (;;) {
    const claimed = await inTransaction(context, (tx) => claimNext(tx, context.now()))
    if (claimed !== 'unwanted') return claimed
  }
}

const claimNext = async (tx: Transaction, at: Date): Promise<ClaimedMail | 'unwanted' | null> => {
  const [due] = await tx
    .select()
    .from(mails)
    .where(and(isNull(mails.sentAt), isNull(mails.failedAt), lte(mails.dueAt, at)))
    .orderBy(asc(mails.dueAt), asc(mails.id))
    .limit(1)
    .for('update', { skipLocked: true })
  if (due === undefined) return null
  // Shared with other readers, not with a change of the address: the token would outlive it.
  const [user] = await tx.select().from(users).where(eq(users.id, due.user)).for('share')
  const { isWanted, purpose, path } = mailTemplates[due.template]
  if (user === undefined || user.deletedAt !== null || !isWanted(user)) {
    await tx.delete(mails).where(eq(mails.id, due.id))
    return 'unwanted'
  }
  const [mail] = await tx
    .update(mails)
    .set({ attempts: due.attempts + 1, dueAt: new Date(at.getTime() + lease) })
    .where(eq(mails.id, due.id))
    .returning()
  if (purpose === null) return { mail: mail!, user, path: path(), hours: null }
  const token = await makeLink(tx, { user: user.id, purpose, at })
  return { mail: mail!, user, path: path(token), hours: linkLifetimes[purpose] / 3_600_000 }
}
