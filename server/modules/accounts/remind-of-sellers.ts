import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ServerContext } from '../../db/context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { users } from '../../db/schema/users.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { isWaiting } from '../../queries/users.ts'

/** Milliseconds between two such mails to one administrator. */
const BETWEEN_MS = 24 * 3_600_000

/** Queues a mail to each administrator while sellers wait for activation, at most one a day. Safe on several instances. */
export const remindOfSellers = (context: ServerContext): Promise<void> =>
  inTransaction(context, async (tx) => {
    const { rows } = await tx.execute<{ is_mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended('sellers-waiting', 0)) as is_mine`,
    )
    if (rows[0]?.is_mine !== true) return
    const waiting = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(isNull(users.deletedAt), isWaiting))
      .limit(1)
    if (waiting.length === 0) return
    const at = context.now()
    const since = new Date(at.getTime() - BETWEEN_MS).toISOString()
    const admins = await tx
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          eq(users.role, 'admin'),
          eq(users.isActivated, true),
          eq(users.isEmailVerified, true),
          isNull(users.deletedAt),
          sql`not exists (select 1 from mails where mails."user" = users.id and mails.template = 'sellers-waiting'
            and mails.created_at > ${since}::timestamptz)`,
        ),
      )
      .orderBy(users.id)
    for (const { id } of admins) await queueMail(tx, 'sellers-waiting', id, at)
  })
