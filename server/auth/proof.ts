import { eq } from 'drizzle-orm'
import type { ServerContext } from '../db/context.ts'
import { sessions } from '../db/schema.ts'
import type { Session } from './sessions.ts'

/** Milliseconds for which a login, or a proof after it, is enough for the calls below. */
const PROOF_LIFETIME_MS = 10 * 60_000

/**
 * Calls that ask again who is at the keyboard: those that let somebody else in, pay money out, or erase people. A new authenticator
 * app is one of them: its codes are a proof.
 */
const calls: ReadonlySet<string> = new Set([
  'POST /api/keys',
  'PUT /api/keys/:id',
  'POST /api/payouts',
  'PUT /api/customers/erase',
  'PUT /api/customers/retention',
  'POST /api/users',
  'PUT /api/users/:id',
  'PUT /api/users/password/:id',
  'PUT /api/users/reset-second-factor/:id',
  'POST /api/profile/totp',
  'POST /api/profile/passkeys/options',
  'DELETE /api/profile/passkeys/:id',
])

export const needsProof = (method: string, url: string): boolean => calls.has(`${method} ${url}`)

/** Notes when the person of a session said who they are. */
export const noteProof = async (
  { db }: ServerContext,
  { tokenHash }: Session,
  provenAt: Date,
): Promise<void> => {
  await db.update(sessions).set({ provenAt }).where(eq(sessions.tokenHash, tokenHash))
}

/** `provenAt`: epoch milliseconds; null for a key, which nobody types. */
export const isProven = (provenAt: number | null, at: Date): boolean =>
  provenAt === null || at.getTime() - provenAt <= PROOF_LIFETIME_MS
