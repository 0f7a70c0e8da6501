import { and, eq, isNull, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../../domain/access/actor.ts'
import { validate } from '../../../domain/lib/validate.ts'
import {
  defaultPreferences,
  type Preferences,
  parsePreferences,
  preferenceLimits,
  preferencesInputShapes,
  preferencesShapes,
} from '../../../domain/users/preferences.ts'
import {
  type PasswordChange,
  type Profile,
  passwordChangeFields,
  profileFields,
  profileShapes,
} from '../../../domain/users/profile.ts'
import { storageLimits } from '../../../domain/users/storage-limits.ts'
import { type Check, clearChecks, forgetCheck } from '../../auth/login-limits.ts'
import { hashPassword, isPassword, refuseWeakPassword } from '../../auth/password.ts'
import { countAttempts } from '../../auth/rate-limit.ts'
import type { Session } from '../../auth/sessions.ts'
import { accepted, Refused } from '../../core/errors.ts'
import { type Batch, newBatch } from '../../crud/record-changes.ts'
import { readUpdate } from '../../crud/write-records.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Executor, Transaction } from '../../db/drizzle.ts'
import { userPreferences, users } from '../../db/schema.ts'
import { admitAgain } from '../../http/auth.ts'
import { clientOfCall, ifMatch, refuseQuery } from '../../http/request-parts.ts'
import { findAnswer, oncePerKey, passwordWrite, sendStored, write } from '../../http/write.ts'
import { fieldsJson, json, shapesJson } from '../../openapi/content.ts'
import { describe, wholeRecord } from '../../openapi/describe.ts'
import { titled } from '../../openapi/json-schema.ts'
import { shapesSchema, updateSchema } from '../../openapi/schemas.ts'
import { userList } from '../../queries/users.ts'
import { renameOwners } from '../../resources/registry.ts'
import { applyUserChange } from '../../services/users/apply-user-change.ts'
import { countRecordedCheck } from '../../services/users/record-access.ts'

const profileJson = json(titled('Profile', shapesSchema(profileShapes)))

const preferencesJson = shapesJson('Desk', preferencesShapes)

const profileCalls = {
  read: describe.call({
    id: 'getProfile',
    detail: 'Name, address, telephone, language and preferences.',
    tag: 'profile',
    summary: 'Read one’s own account',
    answers: { 200: profileJson },
  }),
  update: describe.call({
    id: 'updateProfile',
    tag: 'profile',
    locks: 'self',
    summary: 'Change one’s own account: what is left out stays',
    headers: ['Idempotency-Key', 'If-Match'],
    detail: wholeRecord,
    body: json(titled('ProfileUpdate', updateSchema(profileFields, profileShapes))),
    answers: { 200: profileJson },
  }),
  setPassword: describe.call({
    id: 'changePassword',
    tag: 'profile',
    locks: 'self',
    summary: 'Choose a new password, which ends every other session',
    detail: 'A wrong present password counts as a failed login.',
    headers: ['Idempotency-Key'],
    body: fieldsJson('PasswordChange', passwordChangeFields),
    answers: { 204: null },
    refuses: ['ADMIN_PASSWORD_TOO_SHORT', 'TOO_MANY_ATTEMPTS'],
  }),
  readPreferences: describe.call({
    id: 'getDesk',
    detail: 'What the console keeps for this person on all devices.',
    tag: 'profile',
    summary: 'Read one’s own keys, macros and default views',
    answers: { 200: preferencesJson },
  }),
  storePreferences: describe.call({
    id: 'updateDesk',
    tag: 'profile',
    summary: 'Keep one’s own keys, macros and default views: what is left out stays',
    detail:
      `At most ${preferenceLimits.overrides} commands with ${preferenceLimits.keys} keys each, ${preferenceLimits.macros} macros of ` +
      `${preferenceLimits.steps} steps, ${storageLimits.preferences} bytes as JSON. The version is 0 until something is first ` +
      'stored. The same call under the same key answers the present state.',
    headers: ['Idempotency-Key', 'If-Match'],
    body: shapesJson('DeskUpdate', preferencesInputShapes),
    answers: { 200: preferencesJson },
    refuses: ['PREFERENCES_TOO_LARGE'],
  }),
}

/** Calls on the own account, for every role. */
export const profileRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.get('/profile', profileCalls.read, async (request) => {
    refuseQuery(request)
    return readProfile(context.db, request.actor.id)
  })

  app.put('/profile', profileCalls.update, async (request, reply) => {
    refuseQuery(request)
    const { actor, body } = request
    const version = ifMatch(request)
    return write(context, request, reply, async (tx) => ({
      status: 200,
      body: await updateProfile(tx, actor, { version, body }, newBatch(context)),
    }))
  })

  app.put('/profile/password', profileCalls.setPassword, async (request, reply) => {
    refuseQuery(request)
    const { session, actor, body } = request
    if (session === null) throw new Refused('UNAUTHORIZED')
    const change = accepted(validate(passwordChangeFields, body, { country: actor.country }))
    refuseWeakPassword(change.password, actor.role)
    const check = { email: session.user.email, session: session.tokenHash, at: context.now() }
    const changeOnce = async () => {
      // Before hashing: calls over the limit use no hasher slot.
      await countRecordedCheck(context, check, actor, clientOfCall(request))
      const begun = await uncountedUnlessTried(context, check, async () => {
        const sent = JSON.stringify([change.currentPassword, change.password])
        const options = await passwordWrite(request, sent)
        // A repeated call names a password that was already replaced.
        const earlier = await findAnswer(context, request, options)
        if (earlier === null) await admitAgain(context, request)
        else await forgetCheck(context, check)
        return { options, earlier }
      })
      if (begun.earlier !== null) return sendStored(reply, { ...begun.earlier, isReplay: true })
      const setPassword = await checkPasswordChange(context, session, check, change)
      return write(
        context,
        request,
        reply,
        async (tx) => {
          await setPassword(tx)
          return { status: 204 }
        },
        begun.options,
      )
    }
    return oncePerKey(context, request, changeOnce)
  })

  app.get('/profile/desk', profileCalls.readPreferences, async (request) => {
    refuseQuery(request)
    return readOwnPreferences(context.db, request.actor.id)
  })

  app.put('/profile/desk', profileCalls.storePreferences, async (request, reply) => {
    refuseQuery(request)
    const { actor, body } = request
    const version = ifMatch(request)
    return write(
      context,
      request,
      reply,
      async (tx) => ({
        status: 200,
        body: await storePreferences(tx, actor.id, { version, body }, context.now()),
      }),
      { recall: (db) => readOwnPreferences(db, actor.id) },
    )
  })
}

/** Reverts the counted attempt if the work fails before the password is checked. */
const uncountedUnlessTried = async <Value>(
  context: ServerContext,
  check: Check,
  work: () => Promise<Value>,
): Promise<Value> =>
  work().catch(async (error: unknown) => {
    await forgetCheck(context, check)
    throw error
  })

/**
 * Checks a password change; returns the function that sets it and ends all other sessions. A wrong password counts as a failed
 * login (`check`), so that an unattended console gives no more attempts. @throws Refused `PASSWORD_WRONG` at its field
 */
const checkPasswordChange = async (
  context: ServerContext,
  session: Session,
  check: Check,
  { currentPassword, password }: PasswordChange,
): Promise<(tx: Transaction) => Promise<void>> => {
  const { id } = session.actor
  const { known, isRight } = await uncountedUnlessTried(context, check, async () => {
    const [known] = await context.db
      .select({ passwordHash: users.passwordHash })
      .from(users)
      .where(and(eq(users.id, id), isNull(users.deletedAt)))
    return { known, isRight: await isPassword(currentPassword, known?.passwordHash ?? null) }
  })
  if (!isRight) throw wrongPassword()
  await clearChecks(context, check)
  const passwordHash = await hashPassword(password)
  return async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, id), isNull(users.deletedAt)))
      .for('update')
    // The password was changed since it was checked.
    if (user === undefined || user.passwordHash !== known?.passwordHash) throw wrongPassword()
    await applyUserChange(tx, session.actor, newBatch(context), {
      user,
      verb: 'user.change-password',
      wanted: { passwordHash },
      keptSession: session.tokenHash,
    })
  }
}

const wrongPassword = () =>
  new Refused('VALIDATION_FAILED', { errors: [{ path: 'currentPassword', code: 'PASSWORD_WRONG' }] })

/** Updates the given fields of the actor's own record; `version` as in `updateOrder`. */
const updateProfile = async (
  tx: Transaction,
  actor: Actor,
  { version, body }: { version: number | null; body: unknown },
  batch: Batch,
): Promise<Profile> => {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, actor.id), isNull(users.deletedAt)))
    .for('update')
  if (user === undefined) throw new Refused('UNAUTHORIZED')
  if (version !== null && version !== user.version) {
    throw new Refused('STALE_VERSION', { current: await readProfile(tx, actor.id) })
  }
  const wanted = await readUpdate(body, {
    fields: profileFields,
    shapes: profileShapes,
    country: user.country,
    readPresent: () => readProfile(tx, actor.id),
  })
  await applyUserChange(tx, actor, batch, { user, verb: 'user.update-profile', wanted, renameOwners })
  return readProfile(tx, actor.id)
}

const readProfile = async (db: Executor, id: string): Promise<Profile> => {
  const [user] = await userList.read(db, [id])
  if (user === undefined) throw new Refused('UNAUTHORIZED')
  const { number, version, country, name, role, email, phone, packageName, language, createdAt } = user
  return { id, number, version, country, name, role, email, phone, packageName, language, createdAt }
}

const readOwnPreferences = async (db: Executor, user: string): Promise<Preferences> => {
  const [kept] = await db.select().from(userPreferences).where(eq(userPreferences.user, user))
  return kept === undefined
    ? defaultPreferences
    : { ...defaultPreferences, ...kept.document, version: kept.version }
}

/** Stores the given parts; `version` as in `updateOrder`. Without history and events. */
const storePreferences = async (
  tx: Transaction,
  user: string,
  { version, body }: { version: number | null; body: unknown },
  at: Date,
): Promise<Preferences> => {
  // Each write leaves a dead row version.
  const wait = await countAttempts(tx, [{ kind: 'preferences', of: user }], at)
  if (wait > 0) throw new Refused('TOO_MANY_CALLS', { retryAfter: Math.ceil(wait / 1000) })
  // There may be no row to lock: serialises concurrent first writes.
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
