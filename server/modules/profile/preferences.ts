import { eq, sql } from 'drizzle-orm'
import { defaultPreferences, type Preferences, parsePreferences } from '../../../domain/users/preferences.ts'
import { storageLimits } from '../../../domain/users/storage-limits.ts'
import { countAttempts } from '../../auth/rate-limit.ts'
import { accepted, Refused } from '../../core/errors.ts'
import type { Transaction } from '../../db/drizzle.ts'
import type { Executor } from '../../db/executor.ts'
import { userPreferences } from '../../db/schema.ts'

/** A user's own keys and macros. */
export const readOwnPreferences = async (db: Executor, user: string): Promise<Preferences> => {
  const [kept] = await db.select().from(userPreferences).where(eq(userPreferences.user, user))
  return kept === undefined
    ? defaultPreferences
    : { ...defaultPreferences, ...kept.document, version: kept.version }
}

/** Stores the given parts; `version` as in `updateOrder`. Preferences are no record: no history, no events. */
export const storePreferences = async (
  tx: Transaction,
  user: string,
  { version, body }: { version: number | null; body: unknown },
  at: Date,
): Promise<Preferences> => {
  // Each leaves the former version on disk for a while, however small the live one is.
  const wait = await countAttempts(tx, [{ kind: 'preferences', of: user }], at)
  if (wait > 0) throw new Refused('TOO_MANY_CALLS', { retryAfter: Math.ceil(wait / 1000) })
  // There may be no row to hold: two first writes at once are taken one after the other.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`desk ${user}`}, 0))`)
  const present = await readOwnPreferences(tx, user)
  if (version !== null && version !== present.version)
    throw new Refused('STALE_VERSION', { current: present })
  const wanted: Preferences = {
    ...present,
    ...accepted(parsePreferences(body)),
    version: present.version + 1,
  }
  const { version: next, ...document } = wanted
  if (Buffer.byteLength(JSON.stringify(document)) > storageLimits.preferences)
    throw new Refused('PREFERENCES_TOO_LARGE')
  const row = { version: next, document, updatedAt: at }
  await tx
    .insert(userPreferences)
    .values({ user, ...row })
    .onConflictDoUpdate({ target: userPreferences.user, set: row })
  return wanted
}
