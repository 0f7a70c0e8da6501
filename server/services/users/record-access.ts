import { and, eq, gt, isNull } from 'drizzle-orm'
import { v7 as newId } from 'uuid'
import type { AuditVerb, LoginWay } from '../../../domain/changes/audit-verbs.ts'
import { longestUserAgent } from '../../../domain/users/profile.ts'
import {
  type Check,
  type CountedLogin,
  countCheck,
  countLogin,
  isLoginLocked,
  lockWindow,
} from '../../auth/login-limits.ts'
import { Refused } from '../../core/errors.ts'
import { type Author, type Batch, prepareHistory, writeHistory } from '../../crud/record-changes.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { changes } from '../../db/schema/changes.ts'
import type { UserRow } from '../../db/schema/users.ts'
import { users } from '../../db/schema.ts'
import { steadily } from '../../mail/account-links.ts'

/** Address and program of a caller. */
export type Client = { address: string; userAgent: string | undefined }

type Reader = Pick<UserRow, 'id' | 'version' | 'country'>

/** A line beside a user, whose version it leaves as it is. It has no budget: nobody is refused a login or a file for it. */
const writeLine = async (
  tx: Transaction,
  at: Date,
  { user, author, verb, after }: { user: Reader; author: Author; verb: AuditVerb; after: object },
): Promise<void> => {
  const batch: Batch = { id: newId(), at }
  const line = { verb, resource: 'users', recordId: user.id, version: user.version } as const
  const lines = [{ ...line, before: {}, after: { ...after } }]
  await writeHistory(tx, author, batch, prepareHistory(author, batch, lines, user.country))
}

const clientFields = ({ address, userAgent }: Client) => ({
  network: address,
  device: userAgent?.slice(0, longestUserAgent) ?? null,
})

/** Records the session that is opened in the same transaction. */
export const recordLogin =
  ({ now }: Pick<ServerContext, 'now'>, client: Client, way: LoginWay) =>
  (tx: Transaction, user: UserRow): Promise<void> =>
    writeLine(tx, now(), {
      user,
      author: user,
      verb: 'user.log-in',
      after: { way, ...clientFields(client) },
    })

/** `ended`: program of one other session of the user that they ended; `sessions`: how many of them. */
type EndedSessions = { ended: string | null } | { sessions: number }

/**
 * Ends sessions of a user by their own call, and records it; null if none was open. Their row is locked before those of sessions, the
 * common order.
 */
export const recordLogout = async (
  tx: Transaction,
  { now }: Pick<ServerContext, 'now'>,
  { author, client }: { author: NonNullable<Author>; client: Client },
  end: () => Promise<'current' | EndedSessions | null>,
): Promise<void> => {
  const [user] = await tx
    .select({ id: users.id, version: users.version, country: users.country })
    .from(users)
    .where(eq(users.id, author.id))
    .for('key share')
  const ended = await end()
  if (user === undefined || ended === null) return
  const verb = ended === 'current' ? 'user.log-out' : 'user.end-session'
  const after = { ...(ended === 'current' ? {} : ended), ...clientFields(client) }
  await writeLine(tx, now(), { user, author, verb, after })
}

/** `countLogin`, which records that failed logins have locked an account: once for each time. */
export const countRecordedLogin = async (
  context: ServerContext,
  login: CountedLogin,
  client: Client,
): Promise<void> => {
  try {
    await countLogin(context, login)
  } catch (error) {
    if (error instanceof Refused && error.code === 'TOO_MANY_ATTEMPTS')
      // As long for an address without an account.
      await steadily(context, () =>
        recordLock(context, login, client, { verb: 'user.lock-login', author: null }),
      )
    throw error
  }
}

/**
 * `countCheck`, which records that wrong passwords, codes or passkeys have locked the proofs of a session: once for each user and
 * time, as of logins. A single wrong one is no line, neither here nor at a login: it is a slip far more often than an attack.
 */
export const countRecordedCheck = async (
  context: ServerContext,
  check: Check,
  author: NonNullable<Author>,
  client: Client,
): Promise<void> => {
  try {
    await countCheck(context, check)
  } catch (error) {
    if (error instanceof Refused && error.code === 'TOO_MANY_ATTEMPTS') {
      const { email, session: device, at } = check
      const login = { email, device, at, address: client.address }
      await recordLock(context, login, client, { verb: 'user.lock-proof', author })
    }
    throw error
  }
}

const recordLock = (
  context: ServerContext,
  login: CountedLogin,
  client: Client,
  { verb, author }: { verb: 'user.lock-login' | 'user.lock-proof'; author: Author },
): Promise<void> =>
  inTransaction(
    context,
    async (tx) => {
      // Many logins of many accounts from one address lock none of them.
      if (!(await isLoginLocked(tx, login))) return
      const [user] = await tx
        .select()
        .from(users)
        .where(and(eq(users.email, login.email), isNull(users.deletedAt)))
        .for('no key update')
      if (user === undefined) return
      const since = new Date(login.at.getTime() - lockWindow)
      const [known] = await tx
        .select({ id: changes.id })
        .from(changes)
        .where(and(eq(changes.recordId, user.id), gt(changes.at, since), eq(changes.verb, verb)))
        .limit(1)
      if (known !== undefined) return
      await writeLine(tx, login.at, { user, author, verb, after: clientFields(client) })
    },
    { isSmall: true },
  )

/** What a file has: a list of records or another kind, the filter as it was sent, and how many rows. */
export type Download = { list: string; filter: string | null; rows: number | null }

/** Records a file that somebody is sent. */
export const recordDownload = (
  context: ServerContext,
  author: NonNullable<Author>,
  client: Client,
  download: Download,
): Promise<void> =>
  inTransaction(context, (tx) => writeDownload(tx, context.now(), { author, client, download }), {
    isSmall: true,
  })

/** `recordDownload` in the transaction that reads what is sent. */
export const writeDownload = async (
  tx: Transaction,
  at: Date,
  { author, client, download }: { author: NonNullable<Author>; client: Client; download: Download },
): Promise<void> => {
  const [user] = await tx
    .select({ id: users.id, version: users.version, country: users.country })
    .from(users)
    .where(eq(users.id, author.id))
  if (user === undefined) return
  const after = { ...download, ...clientFields(client) }
  await writeLine(tx, at, { user, author, verb: 'user.download', after })
}
