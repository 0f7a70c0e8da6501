import type { FastifyInstance } from 'fastify'
import { defaultCountry } from '../../../domain/countries.ts'
import { validate } from '../../../domain/lib/validate.ts'
import { passwordFields, userFields, userShapes, userUpdateFields } from '../../../domain/users/user.ts'
import type { ServerContext } from '../../context.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { permit } from '../../http/auth.ts'
import { ifMatch, queryOf, recordId, refuseBody, refuseQuery } from '../../http/request-parts.ts'
import { sendJson } from '../../http/send-json.ts'
import { write } from '../../http/write.ts'
import { accepted } from '../../refused.ts'
import { newBatch } from '../change-log/record-changes.ts'
import { answerBulk } from '../../crud/answer-bulk.ts'
import { countryOf } from '../../crud/country-of.ts'
import { getRecord } from '../../crud/get-record.ts'
import { listRecords } from '../../crud/list-records.ts'
import { readUpdate } from '../../crud/read-update.ts'
import { reopenAccount } from '../sessions/login-limits.ts'
import { changeUser } from './change-user.ts'
import { refuseCommonPassword } from './check-password.ts'
import { createUser } from './create-user.ts'
import { listDeliveryGuys } from './list-delivery-guys.ts'
import { hashPassword } from './password.ts'
import { passwordWrite } from './password-write.ts'
import { readUsers } from './read-users.ts'
import { userActivateBulk, userDeleteBulk } from './user-bulks.ts'
import { userCalls } from './user-calls.ts'
import { userSource } from './user-source.ts'

export const userRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.get('/users', userCalls.list, async (request, reply) =>
    sendJson(reply, await listRecords(context, userSource, readUsers, request.actor, queryOf(request))),
  )

  app.get('/users/delivery-guys', userCalls.deliveryGuys, async (request) => {
    const actor = permit(request, 'delivery-guy.list')
    refuseQuery(request, ['country'])
    return listDeliveryGuys(context, actor, queryOf(request).country)
  })

  app.get<{ Params: { id: string } }>('/users/:id', userCalls.one, async (request) => {
    refuseQuery(request)
    return getRecord(context.db, readUsers, request.actor, 'user.view', request.params.id)
  })

  app.post('/users', userCalls.create, async (request, reply) => {
    const actor = permit(request, 'user.create')
    refuseQuery(request)
    const country = countryOf(request.body, actor.country)
    const { password, ...input } = accepted(validate(userFields, request.body, { country }))
    refuseCommonPassword(password)
    const options = await passwordWrite(request, password, input)
    const passwordHash = await hashPassword(password)
    return write(
      context,
      request,
      reply,
      async (tx) => ({
        status: 201,
        body: await createUser(tx, actor, newBatch(context), { ...input, passwordHash }),
      }),
      options,
    )
  })

  app.put('/users/:id', userCalls.update, async (request, reply) => {
    const actor = permit(request, 'user.update')
    const id = recordId(request)
    const version = ifMatch(request)
    refuseQuery(request)
    return write(context, request, reply, async (tx) => ({
      status: 200,
      body: await changeUser(tx, actor, newBatch(context), {
        id,
        verb: 'user.update',
        version,
        change: (user, tx) =>
          readUpdate(request.body, {
            fields: userUpdateFields,
            shapes: userShapes,
            country: countryOf(request.body, user.country),
            readPresent: async () => (await readUsers(tx, [id]))[0],
          }),
      }),
    }))
  })

  app.put('/users/password/:id', userCalls.setPassword, async (request, reply) => {
    const actor = permit(request, 'user.set-password')
    const id = recordId(request)
    const version = ifMatch(request)
    refuseQuery(request)
    const { password } = accepted(validate(passwordFields, request.body, { country: defaultCountry }))
    refuseCommonPassword(password)
    const options = await passwordWrite(request, password)
    const passwordHash = await hashPassword(password)
    const change = () => ({ passwordHash })
    const setPassword = async (tx: Transaction) => {
      const user = await changeUser(tx, actor, newBatch(context), {
        id,
        verb: 'user.set-password',
        version,
        change,
      })
      await reopenAccount(tx, user.email)
      return user
    }
    return write(
      context,
      request,
      reply,
      async (tx) => ({
        status: 200,
        body: await setPassword(tx),
      }),
      options,
    )
  })

  app.put('/users/activate/:id', userCalls.activate, async (request, reply) => {
    const actor = permit(request, 'user.activate')
    const id = recordId(request)
    const version = ifMatch(request)
    refuseQuery(request)
    refuseBody(request)
    return write(context, request, reply, async (tx) => ({
      status: 200,
      body: await changeUser(tx, actor, newBatch(context), {
        id,
        verb: 'user.activate',
        version,
        change: (user) => ({ isActivated: !user.isActivated }),
      }),
    }))
  })

  app.put('/users/activate', userCalls.activateMany, (request, reply) =>
    answerBulk(context, request, reply, userActivateBulk),
  )

  app.put('/users/delete', userCalls.deleteMany, (request, reply) =>
    answerBulk(context, request, reply, userDeleteBulk),
  )
}
