import { sql } from 'drizzle-orm'
import { v7 as newId } from 'uuid'
import type { Transaction } from '../db/drizzle.ts'
import { type MailTemplate, mails } from '../db/schema.ts'

/** The channel on which every instance learns that there is a mail to send. */
export const mailChannel = 'waybill_mails'

/** Has a mail sent to a user once the transaction commits; what is rolled back is never told. */
export const queueMail = async (
  tx: Transaction,
  template: MailTemplate,
  user: string,
  at: Date,
): Promise<void> => {
  await tx.insert(mails).values({ id: newId(), template, user, createdAt: at, dueAt: at })
  await tx.execute(sql`select pg_notify(${mailChannel}, '')`)
}
