import { and, desc, eq, isNull, lt, notInArray } from 'drizzle-orm'
import { isOneOf } from '../db/columns.ts'
import type { ServerContext } from '../db/context.ts'
import type { Executor, Transaction } from '../db/drizzle.ts'
import { knownDevices, users } from '../db/schema.ts'
import { hashToken, makeToken } from './sessions.ts'

/** Milliseconds without a login after which a device is forgotten. */
const STORED_MS = 180 * 24 * 3_600_000

const MAX_DEVICES_PER_USER = 10

/** The hash of a device's token if it has logged in to this account; else null. */
export const findDevice = async (
  { db, now }: Pick<ServerContext, 'now'> & { db: Executor },
  email: string,
  token: string | null,
): Promise<Buffer | null> => {
  if (token === null) return null
  const [known] = await db
    .select({ tokenHash: knownDevices.tokenHash, lastUsedAt: knownDevices.lastUsedAt })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.user))
    .where(and(eq(knownDevices.tokenHash, hashToken(token)), eq(users.email, email), isNull(users.deletedAt)))
  if (known === undefined || known.lastUsedAt.getTime() <= now().getTime() - STORED_MS) return null
  return known.tokenHash
}

/** Stores the device of a successful login and returns its token, new or existing. */
export const rememberDevice = async (
  tx: Transaction,
  { user, token, at }: { user: string; token: string | null; at: Date },
): Promise<string> => {
  const isDevice = (known: string) =>
    and(eq(knownDevices.tokenHash, hashToken(known)), eq(knownDevices.user, user))
  if (token !== null) {
    const touched = await tx
      .update(knownDevices)
      .set({ lastUsedAt: at })
      .where(isDevice(token))
      .returning({ user: knownDevices.user })
    if (touched.length > 0) return token
  }
  const made = makeToken()
  await tx.insert(knownDevices).values({ tokenHash: hashToken(made), user, createdAt: at, lastUsedAt: at })
  const latest = tx
    .select({ tokenHash: knownDevices.tokenHash })
    .from(knownDevices)
    .where(eq(knownDevices.user, user))
    .orderBy(desc(knownDevices.lastUsedAt))
    .limit(MAX_DEVICES_PER_USER)
  await tx
    .delete(knownDevices)
    .where(and(eq(knownDevices.user, user), notInArray(knownDevices.tokenHash, latest)))
  return made
}

/** Forgets all devices of these users. */
export const endDevices = async (tx: Executor, userIds: readonly string[]): Promise<void> => {
  await tx.delete(knownDevices).where(isOneOf(knownDevices.user, userIds))
}

/** Deletes devices without a login for long. */
export const forgetDevices = async ({ db, now }: ServerContext): Promise<void> => {
  await db.delete(knownDevices).where(lt(knownDevices.lastUsedAt, new Date(now().getTime() - STORED_MS)))
}
