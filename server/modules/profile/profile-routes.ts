import type { FastifyInstance } from 'fastify'
import { validate } from '../../../domain/lib/validate.ts'
import { passwordChangeFields } from '../../../domain/users/profile.ts'
import type { ServerContext } from '../../context.ts'
import { admitAgain } from '../../http/auth.ts'
import { ifMatch, refuseQuery } from '../../http/request-parts.ts'
import { findAnswer, sendStored, write } from '../../http/write.ts'
import { accepted, Refused } from '../../refused.ts'
import { newBatch } from '../change-log/record-changes.ts'
import { refuseCommonPassword } from '../users/check-password.ts'
import { passwordWrite } from '../users/password-write.ts'
import { checkPasswordChange } from './check-password-change.ts'
import { keepDesk, readOwnDesk } from './keep-desk.ts'
import { profileCalls } from './profile-calls.ts'
import { readProfile } from './read-profile.ts'
import { updateProfile } from './update-profile.ts'

/** What everybody may read and change of themselves, whatever their role. */
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

  app.get('/profile/desk', profileCalls.readDesk, async (request) => {
    refuseQuery(request)
    return readOwnDesk(context.db, request.actor.id)
  })

  app.put('/profile/desk', profileCalls.keepDesk, async (request, reply) => {
    refuseQuery(request)
    const { actor, body } = request
    const version = ifMatch(request)
    return write(
      context,
      request,
      reply,
      async (tx) => ({
        status: 200,
        body: await keepDesk(tx, actor.id, { version, body }, context.now()),
      }),
      { recall: (db) => readOwnDesk(db, actor.id) },
    )
  })
}
