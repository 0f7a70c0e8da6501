import type { FastifyInstance } from 'fastify'
import { validate } from '../../../domain/lib/validate.ts'
import {
  preferenceLimits,
  preferencesInputShapes,
  preferencesShapes,
} from '../../../domain/users/preferences.ts'
import { passwordChangeFields, profileFields, profileShapes } from '../../../domain/users/profile.ts'
import { storageLimits } from '../../../domain/users/storage-limits.ts'
import { refuseCommonPassword } from '../../auth/password.ts'
import { accepted, Refused } from '../../core/errors.ts'
import { newBatch } from '../../crud/record-changes.ts'
import type { ServerContext } from '../../db/context.ts'
import { admitAgain } from '../../http/auth.ts'
import { ifMatch, refuseQuery } from '../../http/request-parts.ts'
import { findAnswer, passwordWrite, sendStored, write } from '../../http/write.ts'
import { fieldsJson, json, shapesJson } from '../../openapi/content.ts'
import { describe, wholeRecord } from '../../openapi/describe.ts'
import { titled } from '../../openapi/json-schema.ts'
import { shapesSchema, updateSchema } from '../../openapi/schemas.ts'
import { readOwnPreferences, storePreferences } from './preferences.ts'
import { checkPasswordChange, readProfile, updateProfile } from './update-profile.ts'

const profileJson = json(titled('Profile', shapesSchema(profileShapes)))

const preferencesJson = shapesJson('Desk', preferencesShapes)

/** What the calls about oneself take and answer. */
export const profileCalls = {
  read: describe.call({
    id: 'getProfile',
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
    refuses: ['TOO_MANY_ATTEMPTS'],
  }),
  readPreferences: describe.call({
    id: 'getDesk',
    tag: 'profile',
    summary: 'Read one’s own keys and macros',
    answers: { 200: preferencesJson },
  }),
  storePreferences: describe.call({
    id: 'updateDesk',
    tag: 'profile',
    summary: 'Keep one’s own keys and macros: what is left out stays',
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

/** What everybody may read and change of themselves, regardless of their role. */
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
    refuseCommonPassword(change.password)
    const options = await passwordWrite(request, JSON.stringify([change.currentPassword, change.password]))
    // Made again after it was done, the call names a password that is no longer the present one.
    const earlier = await findAnswer(context, request, options)
    if (earlier !== null) return sendStored(reply, { ...earlier, isReplay: true })
    await admitAgain(context, request)
    const setPassword = await checkPasswordChange(context, session, change)
    return write(
      context,
      request,
      reply,
      async (tx) => {
        await setPassword(tx)
        return { status: 204 }
      },
      options,
    )
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
