import { and, eq, isNull } from 'drizzle-orm'
import { v7 as newId } from 'uuid'
import { type AddedPasskey, maxPasskeys, type Passkey } from '../../../domain/users/passkeys.ts'
import { countPasskeys, passkeyOf, type verifyNewPasskey } from '../../auth/passkeys.ts'
import {
  deleteRecoveryCodes,
  hasAnyFactor,
  readFactor,
  renewRecoveryCodes,
} from '../../auth/second-factor.ts'
import type { Session } from '../../auth/sessions.ts'
import { Refused } from '../../core/errors.ts'
import { newBatch } from '../../crud/record-changes.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { UserRow } from '../../db/schema/users.ts'
import { passkeys, users } from '../../db/schema.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { applyUserChange } from './apply-user-change.ts'

/** The caller and their locked row. */
type Owner = { session: Session; user: UserRow }

type Verified = Awaited<ReturnType<typeof verifyNewPasskey>>

/**
 * Adds a verified passkey; the first second factor ends the other sessions and makes recovery codes.
 * @throws Refused `TOO_MANY_PASSKEYS`, `PASSKEY_IS_KNOWN`
 */
export const addPasskey = async (
  tx: Transaction,
  context: ServerContext,
  { session, user }: Owner,
  values: Verified & { name: string },
): Promise<AddedPasskey> => {
  if ((await countPasskeys(tx, user.id)) >= maxPasskeys) throw new Refused('TOO_MANY_PASSKEYS')
  const batch = newBatch(context)
  const [row] = await tx
    .insert(passkeys)
    .values({ id: newId(), user: user.id, ...values, createdAt: batch.at })
    .onConflictDoNothing({ target: passkeys.credentialId })
    .returning()
  if (row === undefined) throw new Refused('PASSKEY_IS_KNOWN')
  const { recoveryCodesLeft } = await readFactor(tx, user.id)
  const recoveryCodes = recoveryCodesLeft > 0 ? null : await renewRecoveryCodes(tx, user.id)
  await applyUserChange(tx, session.actor, batch, {
    user,
    verb: 'user.add-passkey',
    wanted: user.hasSecondFactor ? {} : { hasSecondFactor: true },
    noted: { before: { passkey: null }, after: { passkey: row.name } },
    keptSession: session.tokenHash,
  })
  await queueMail(tx, 'passkey-added', user.id, batch.at)
  return { passkey: passkeyOf(context, row), ...(recoveryCodes === null ? {} : { recoveryCodes }) }
}

/** @throws Refused `NOT_FOUND` for somebody else's */
const holdPasskey = async (tx: Transaction, user: string, id: string) => {
  const [row] = await tx
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.user, user)))
    .for('update')
  if (row === undefined) throw new Refused('NOT_FOUND')
  return row
}

export const renamePasskey = async (
  tx: Transaction,
  context: ServerContext,
  { session, user }: Owner,
  { id, name }: { id: string; name: string },
): Promise<Passkey> => {
  const row = await holdPasskey(tx, user.id, id)
  if (row.name === name) return passkeyOf(context, row)
  await tx.update(passkeys).set({ name }).where(eq(passkeys.id, id))
  await applyUserChange(tx, session.actor, newBatch(context), {
    user,
    verb: 'user.rename-passkey',
    wanted: {},
    noted: { before: { passkey: row.name }, after: { passkey: name } },
  })
  return passkeyOf(context, { ...row, name })
}

/** Removes a passkey and ends all other sessions, which a lost device may have. The last second factor takes the recovery codes along. */
export const removePasskey = async (
  tx: Transaction,
  context: ServerContext,
  { session, user }: Owner,
  id: string,
): Promise<void> => {
  const row = await holdPasskey(tx, user.id, id)
  await tx.delete(passkeys).where(eq(passkeys.id, id))
  const hasSecondFactor = await hasAnyFactor(tx, user.id)
  if (!hasSecondFactor) await deleteRecoveryCodes(tx, user.id)
  const batch = newBatch(context)
  await applyUserChange(tx, session.actor, batch, {
    user,
    verb: 'user.remove-passkey',
    wanted: { hasSecondFactor },
    noted: { before: { passkey: row.name }, after: { passkey: null } },
    keptSession: session.tokenHash,
  })
  await queueMail(tx, 'passkey-removed', user.id, batch.at)
}

/** Records that a passkey was refused because its counter went back: somebody may have a copy. */
export const recordCopiedPasskey = (context: ServerContext, id: string, name: string): Promise<void> =>
  inTransaction(context, async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, id), isNull(users.deletedAt)))
      .for('update')
    if (user === undefined) return
    await applyUserChange(tx, null, newBatch(context), {
      user,
      verb: 'user.refuse-passkey',
      wanted: {},
      noted: { before: {}, after: { passkey: name } },
    })
  })
