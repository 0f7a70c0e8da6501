import { countryCodes, defaultCountry } from '../../domain/core/countries.ts'
import { validate } from '../../domain/lib/validate.ts'
import { passwordFields } from '../../domain/users/account-fields.ts'
import {
  activationFields,
  activationToggleFields,
  callingFields,
  courierShapes,
  users as definition,
} from '../../domain/users/user.ts'
import { reopenAccount } from '../auth/login-limits.ts'
import { hashPassword, refuseWeakPassword } from '../auth/password.ts'
import { accepted } from '../core/errors.ts'
import { countryOf } from '../crud/resource-definition.ts'
import { readUpdate } from '../crud/write-records.ts'
import type { UserRow } from '../db/schema/users.ts'
import { permit } from '../http/auth.ts'
import { flagOf, ifMatch, queryOf, recordId, refuseQuery } from '../http/request-parts.ts'
import { passwordWrite } from '../http/write.ts'
import { defineBulk } from '../jobs/define-bulk.ts'
import { pageJson } from '../openapi/content.ts'
import { describe } from '../openapi/describe.ts'
import { titled } from '../openapi/json-schema.ts'
import { shapesSchema } from '../openapi/schemas.ts'
import { listCouriers, userList } from '../queries/users.ts'
import type { RenameOwners } from '../services/users/apply-user-change.ts'
import { changeUser } from '../services/users/change-user.ts'
import { activateUsers, deleteUsers, letUsersCall } from '../services/users/change-users.ts'
import { createUser } from '../services/users/create-user.ts'
import { resetUserFactor } from '../services/users/reset-second-factor.ts'
import { revertUsers } from '../services/users/revert-users.ts'
import { deleteAct, oneAct } from './acts.ts'
import type { Act } from './record-routes.ts'
import { serve } from './serve.ts'

const couriers = describe.call({
  id: 'listDeliveryGuys',
  detail: 'Active ones of a country, by name.',
  tag: 'users',
  summary: 'List who can be given a parcel',
  verbs: ['delivery-guy.list'],
  query: { country: { kind: 'choice', values: countryCodes }, load: { kind: 'flag' } },
  answers: { 200: pageJson('DeliveryGuysPage', titled('DeliveryGuy', shapesSchema(courierShapes))) },
})

const passwordAct: Act = {
  path: 'password',
  one: {
    described: describe.change('users', passwordFields, {
      id: 'setUserPassword',
      locks: 'accounts',
      summary: "Set somebody's password and end their sessions",
      bodyTitle: 'UserPassword',
      verbs: ['user.set-password'],
      refuses: ['PASSWORD_TOO_COMMON', 'ADMIN_PASSWORD_TOO_SHORT'],
    }),
    read: async (request) => {
      const actor = permit(request, 'user.set-password')
      const call = { id: recordId(request), version: ifMatch(request) }
      const { password } = accepted(validate(passwordFields, request.body, { country: defaultCountry }))
      refuseWeakPassword(password, null)
      const options = await passwordWrite(request, password)
      const passwordHash = await hashPassword(password)
      return {
        options,
        work: async (tx, batch) => {
          const change = ({ role }: UserRow) => {
            refuseWeakPassword(password, role)
            return { wanted: { passwordHash } }
          }
          const user = await changeUser(tx, actor, batch, { ...call, verb: 'user.set-password', change })
          await reopenAccount(tx, user.email)
          return user
        },
      }
    },
  },
}

const resetFactorAct: Act = {
  path: 'reset-second-factor',
  one: oneAct({
    described: describe.change(
      'users',
      {},
      {
        id: 'resetSecondFactor',
        locks: 'accounts',
        summary: "Remove somebody's authenticator app, passkeys and recovery codes, and end their sessions",
        detail:
          'A mail tells them. One’s own is removed by `DELETE profile/totp` and `DELETE profile/passkeys/{id}`.',
        bodyTitle: 'SecondFactorReset',
        verbs: ['user.reset-second-factor'],
        refuses: ['SECOND_FACTOR_IS_OFF', 'SELF_CHANGE'],
      },
    ),
    verb: 'user.reset-second-factor',
    read: (body) => accepted(validate({}, body ?? {}, { country: defaultCountry })),
    change: (tx, actor, call, batch) => resetUserFactor(tx, actor, batch, call),
  }),
}

const activateAct: Act = {
  path: 'activate',
  one: oneAct({
    described: describe.change('users', activationToggleFields, {
      id: 'toggleUserActivation',
      locks: 'accounts',
      summary: 'Activate a user, or deactivate one who is active',
      detail:
        'With `isActivated` the user is as it says, and the same call again changes nothing. Without it the call toggles: where a proxy may repeat calls, send `isActivated` or an `Idempotency-Key`.',
      bodyTitle: 'UserActivation',
      verbs: ['user.activate'],
      refuses: ['SELF_CHANGE'],
    }),
    verb: 'user.activate',
    read: (body) => accepted(validate(activationToggleFields, body ?? {}, { country: defaultCountry })),
    change: (tx, actor, { asked: { isActivated }, ...call }, batch) =>
      changeUser(tx, actor, batch, {
        ...call,
        verb: 'user.activate',
        change: (user) => ({ wanted: { isActivated: isActivated ?? !user.isActivated } }),
      }),
  }),
  many: {
    described: describe.bulk('users', activationFields, {
      id: 'activateUsers',
      locks: 'accounts',
      summary: 'Activate many users, or deactivate them',
      bodyTitle: 'UsersActivation',
      verbs: ['user.activate'],
    }),
    bulk: defineBulk({
      work: 'users.activate',
      source: userList.source,
      verb: 'user.activate',
      // No field depends on the country.
      read: (rest) => accepted(validate(activationFields, rest, { country: defaultCountry })).isActivated,
      change: activateUsers,
    }),
  },
}

const callsAct: Act = {
  path: 'calls',
  many: {
    described: describe.bulk('users', callingFields, {
      id: 'letUsersCall',
      locks: 'accounts',
      summary: 'Let agents work the queue of calls, or take calls away from them',
      bodyTitle: 'UsersCalling',
      verbs: ['user.let-call'],
    }),
    bulk: defineBulk({
      work: 'users.let-call',
      source: userList.source,
      verb: 'user.let-call',
      // No field depends on the country.
      read: (rest) => accepted(validate(callingFields, rest, { country: defaultCountry })).calls,
      change: letUsersCall,
    }),
  },
}

/** An empty flag of a form is no. */
const withCalls = <Update extends { calls?: boolean | null }>({ calls, ...update }: Update) => ({
  ...update,
  ...(calls === undefined ? {} : { calls: calls === true }),
})

/** A function, since `renameOwners` needs all resources, including this one. */
export const userResource = (renameOwners: RenameOwners) =>
  serve(userList, {
    create: {
      refuses: ['PASSWORD_TOO_COMMON', 'ADMIN_PASSWORD_TOO_SHORT', 'EMAIL_TAKEN'],
      run: async (actor, { password, ...input }, request) => {
        refuseWeakPassword(password, input.role)
        const options = await passwordWrite(request, password, input)
        const passwordHash = await hashPassword(password)
        return { options, work: (tx, batch) => createUser(tx, actor, batch, { ...input, passwordHash }) }
      },
    },
    update: {
      locks: 'accounts',
      refuses: ['EMAIL_TAKEN', 'PACKAGE_NOT_FOUND', 'SELF_CHANGE'],
      run: (tx, actor, { id, version, body }, batch) =>
        changeUser(tx, actor, batch, {
          id,
          verb: 'user.update',
          version,
          change: async (user) => ({
            wanted: withCalls(
              await readUpdate(body, {
                fields: definition.updateFields,
                shapes: definition.shapes,
                country: countryOf(body, user.country),
                readPresent: async () => (await userList.read(tx, [id]))[0],
              }),
            ),
            renameOwners,
          }),
        }),
    },
    acts: [
      passwordAct,
      resetFactorAct,
      activateAct,
      callsAct,
      deleteAct(
        userList,
        'user.delete',
        (tx, actor, target, _, options) => deleteUsers(tx, actor, target, options),
        { locks: 'accounts' },
      ),
    ],
    more: [
      (app, context) => {
        app.get('/users/delivery-guys', couriers, async (request) => {
          const actor = permit(request, 'delivery-guy.list')
          refuseQuery(request, ['country', 'load'])
          return listCouriers(context, actor, queryOf(request).country, flagOf(request, 'load'))
        })
      },
    ],
    revert: revertUsers(renameOwners),
  })
