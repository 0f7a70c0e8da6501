import { asc } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../../domain/access/actor.ts'
import { type ChangeReport, largestIdCount, namedRecords } from '../../../domain/changes/changes.ts'
import { countryCodes, defaultCountry } from '../../../domain/core/countries.ts'
import { validate } from '../../../domain/lib/validate.ts'
import { passwordFields } from '../../../domain/users/account-fields.ts'
import {
  activationFields,
  activationToggleFields,
  courierShapes,
  users as userDefinition,
} from '../../../domain/users/user.ts'
import { hashPassword, refuseCommonPassword } from '../../auth/password.ts'
import { accepted } from '../../core/errors.ts'
import { changeReport } from '../../crud/change-report.ts'
import { type ParsedTarget, refuseRest, targetSql } from '../../crud/choose-records.ts'
import { listRecords } from '../../crud/read-records.ts'
import { type Batch, newBatch } from '../../crud/record-changes.ts'
import { countryOf } from '../../crud/resource-definition.ts'
import { readUpdate } from '../../crud/write-records.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { users } from '../../db/schema.ts'
import { permit } from '../../http/auth.ts'
import { sendJson } from '../../http/json-body.ts'
import { ifMatch, queryOf, recordId, refuseQuery } from '../../http/request-parts.ts'
import { passwordWrite, write } from '../../http/write.ts'
import { answerBulk } from '../../jobs/answer-call.ts'
import { defineBulk } from '../../jobs/define-bulk.ts'
import { pageJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { titled } from '../../openapi/json-schema.ts'
import { shapesSchema } from '../../openapi/schemas.ts'
import { listCouriers, userList } from '../../queries/users.ts'
import { getRecord } from '../../resources/record-routes.ts'
import { reopenAccount } from '../sessions/login-limits.ts'
import { activateUsers, changeUser, createUser, deleteUserRows } from './change-user.ts'

/** What the calls of users take and answer. */
const userCalls = {
  list: describe.list('users'),
  one: describe.one('users'),
  create: describe.create('users', userDefinition.fields, {
    refuses: ['PASSWORD_TOO_COMMON', 'EMAIL_TAKEN'],
  }),
  update: describe.update('users', userDefinition.updateFields, {
    locks: 'accounts',
    refuses: ['EMAIL_TAKEN', 'PACKAGE_NOT_FOUND', 'SELF_CHANGE'],
  }),
  setPassword: describe.change('users', passwordFields, {
    id: 'setUserPassword',
    locks: 'accounts',
    summary: "Set somebody's password and end their sessions",
    bodyTitle: 'UserPassword',
    verbs: ['user.set-password'],
    refuses: ['PASSWORD_TOO_COMMON'],
  }),
  activate: describe.change('users', activationToggleFields, {
    id: 'toggleUserActivation',
    locks: 'accounts',
    summary: 'Activate a user, or deactivate one who is active',
    detail:
      'With `isActivated` the user is as it says, and the same call again changes nothing. Without it the call toggles: where a proxy may repeat calls, send `isActivated` or an `Idempotency-Key`.',
    bodyTitle: 'UserActivation',
    verbs: ['user.activate'],
    refuses: ['SELF_CHANGE'],
  }),
  activateMany: describe.bulk('users', activationFields, {
    id: 'activateUsers',
    locks: 'accounts',
    summary: 'Activate many users, or deactivate them',
    bodyTitle: 'UsersActivation',
    verbs: ['user.activate'],
  }),
  deleteMany: describe.deleteMany('users', { locks: 'accounts' }),
  couriers: describe.call({
    id: 'listDeliveryGuys',
    tag: 'users',
    summary: 'List who can be given a parcel',
    verbs: ['delivery-guy.list'],
    query: { country: { kind: 'choice', values: countryCodes } },
    answers: { 200: pageJson('DeliveryGuysPage', titled('DeliveryGuy', shapesSchema(courierShapes))) },
  }),
}

export const userDeleteBulk = defineBulk({
  work: 'users.delete',
  source: userList.source,
  verb: 'user.delete',
  read: (rest) => accepted(refuseRest(rest)),
  change: (tx, actor, target, _, options) => deleteUsers(tx, actor, target, options),
})

export const userActivateBulk = defineBulk({
  work: 'users.activate',
  source: userList.source,
  verb: 'user.activate',
  // No field of it depends on the country.
  read: (rest) => accepted(validate(activationFields, rest, { country: defaultCountry })).isActivated,
  change: activateUsers,
})

export const userRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.get('/users', userCalls.list, async (request, reply) =>
    sendJson(
      reply,
      await listRecords(context, userList.source, userList.read, request.actor, queryOf(request)),
    ),
  )

  app.get('/users/delivery-guys', userCalls.couriers, async (request) => {
    const actor = permit(request, 'delivery-guy.list')
    refuseQuery(request, ['country'])
    return listCouriers(context, actor, queryOf(request).country)
  })

  app.get<{ Params: { id: string } }>('/users/:id', userCalls.one, async (request) => {
    refuseQuery(request)
    return getRecord(context.db, userList.read, request.actor, 'user.view', request.params.id)
  })

  app.post('/users', userCalls.create, async (request, reply) => {
    const actor = permit(request, 'user.create')
    refuseQuery(request)
    const country = countryOf(request.body, actor.country)
    const { password, ...input } = accepted(validate(userDefinition.fields, request.body, { country }))
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
            fields: userDefinition.updateFields,
            shapes: userDefinition.shapes,
            country: countryOf(request.body, user.country),
            readPresent: async () => (await userList.read(tx, [id]))[0],
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
    const { isActivated } = accepted(
      validate(activationToggleFields, request.body ?? {}, { country: defaultCountry }),
    )
    return write(context, request, reply, async (tx) => ({
      status: 200,
      body: await changeUser(tx, actor, newBatch(context), {
        id,
        verb: 'user.activate',
        version,
        change: (user) => ({ isActivated: isActivated ?? !user.isActivated }),
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

/** Deletes users softly; oneself and those who are not there are refused one by one, the others go. */
const deleteUsers = async (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  { batch, dryRun }: { batch: Batch; dryRun: boolean },
): Promise<ChangeReport> => {
  const query = tx
    .select({ id: users.id, number: users.number, version: users.version, country: users.country })
    .from(users)
    .where(targetSql(userList.source, actor, 'user.delete', target))
    .orderBy(asc(users.id))
  const rows = await (dryRun ? query : query.for('update'))
  const found = new Set(rows.map(({ id }) => id))
  const refused: ChangeReport['refused'] = [
    ...rows
      .filter(({ id }) => id === actor.id)
      .map(({ id, number }) => ({ id, number, code: 'SELF_CHANGE' as const })),
    ...('ids' in target ? target.ids : [])
      .filter((id) => !found.has(id))
      .map((id) => ({ id, number: 0, code: 'NOT_FOUND' as const })),
  ]
  const going = rows.filter(({ id }) => id !== actor.id)
  if (going.length > 0 && !dryRun) await deleteUserRows(tx, actor, batch, going)
  return changeReport(
    dryRun ? null : batch.id,
    going.map(({ id, number, version }) => ({ id, number, version: version + (dryRun ? 0 : 1) })),
    refused,
    'ids' in target ? largestIdCount : namedRecords,
  )
}
