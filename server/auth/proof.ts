import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { ServerContext } from '../db/context.ts'
import { changes } from '../db/schema/changes.ts'
import { sessions } from '../db/schema.ts'
import type { Session } from './sessions.ts'

/** Milliseconds for which a login, or a proof after it, is enough for the calls below. */
const PROOF_LIFETIME_MS = 10 * 60_000

type Body = Readonly<Record<string, unknown>>

/** Of calls that do it, or the opposite, as their body says: what is not surely the opposite asks. A dry run never does. */
type ByBody = (body: Body) => boolean

const pays: ByBody = ({ status }) => status !== 'UN_PAID'
const activates: ByBody = ({ isActivated }) => isActivated !== false
const letsCall: ByBody = ({ calls }) => calls !== false
const isMoreThanOff: ByBody = (body) =>
  Object.entries(body).some(([field, value]) => field !== 'isActive' || value !== false)

/**
 * Calls that ask again who is at the keyboard: those that let somebody else in, send data out, pay money out, or erase people. A new
 * authenticator app is one of them: its codes are a proof.
 */
const asks: Readonly<Record<string, 'always' | ByBody>> = {
  'POST /api/keys': 'always',
  'PUT /api/keys/:id': 'always',
  'POST /api/webhooks': 'always',
  'PUT /api/webhooks/:id': isMoreThanOff,
  'PUT /api/webhooks/rotate/:id': 'always',
  'POST /api/payouts': 'always',
  'PUT /api/invoices/status': pays,
  'PUT /api/invoices/status/:id': pays,
  'PUT /api/customers/erase': 'always',
  'PUT /api/customers/retention': 'always',
  'POST /api/users': 'always',
  'PUT /api/users/:id': 'always',
  'PUT /api/users/activate': activates,
  'PUT /api/users/activate/:id': activates,
  'PUT /api/users/calls': letsCall,
  'PUT /api/users/password/:id': 'always',
  'PUT /api/users/reset-second-factor/:id': 'always',
  'POST /api/profile/totp': 'always',
  'POST /api/profile/passkeys/options': 'always',
  'DELETE /api/profile/passkeys/:id': 'always',
}

/**
 * Lines of the history whose undo does what such a call does: it can give back the rights of a key or a role, an address that
 * events are sent to, a payment, or have customers erased.
 */
export const needsProofToUndo: SQL = or(
  inArray(changes.resource, ['keys', 'users', 'webhooks']),
  eq(changes.verb, 'customer.set-retention'),
  and(eq(changes.resource, 'invoices'), sql`${changes.before} ->> 'status' = 'PAID'`),
  and(eq(changes.resource, 'payouts'), sql`${changes.before} ->> 'isDeleted' = 'false'`),
)!

/** Whether a call asks with some body. `url`: of its route. */
export const mayNeedProof = (method: string, url: string): boolean => Object.hasOwn(asks, `${method} ${url}`)

/** Whether a call asks with this body. */
export const needsProof = (method: string, url: string, body: unknown): boolean => {
  if (!mayNeedProof(method, url)) return false
  const asked = asks[`${method} ${url}`]!
  if (asked === 'always') return true
  const fields = typeof body === 'object' && body !== null ? (body as Body) : {}
  return fields.dryRun !== true && asked(fields)
}

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
