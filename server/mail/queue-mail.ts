import { sql } from 'drizzle-orm'
import { v7 as newId } from 'uuid'
import type { Transaction } from '../db/drizzle.ts'
import { type MailTemplate, mails } from '../db/schema.ts'

/** Channel that notifies instances of queued mails. */
export const mailChannel = 'waybill_mails'

/** Queues a mail to a user in the transaction. */
export const queueMail = async (
  tx: Transaction,
  template: MailTemplate,
  user: string,
  at: Date,
): Promise<void> => {
  await tx.insert(mails).values({ id: newId(), template, user, createdAt: at, dueAt: at })
  await tx.execute(sql`select pg_notify(${mailChannel}, '')`)
}
