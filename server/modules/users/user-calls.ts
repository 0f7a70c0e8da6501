import { countryCodes } from '../../../domain/countries.ts'
import {
  activationFields,
  deliveryGuyShapes,
  passwordFields,
  userFields,
  userUpdateFields,
} from '../../../domain/users/user.ts'
import { pageJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { titled } from '../../openapi/json-schema.ts'
import { shapesSchema } from '../../openapi/shape-schema.ts'

/** What the calls of users take and answer. */
export const userCalls = {
  list: describe.list('users'),
  one: describe.one('users'),
  create: describe.create('users', userFields, { refuses: ['PASSWORD_TOO_COMMON', 'EMAIL_TAKEN'] }),
  update: describe.update('users', userUpdateFields, {
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
  activate: describe.change(
    'users',
    {},
    {
      id: 'toggleUserActivation',
      locks: 'accounts',
      summary: 'Activate a user, or deactivate one who is active',
      bodyTitle: 'UserActivation',
      verbs: ['user.activate'],
      refuses: ['SELF_CHANGE'],
    },
  ),
  activateMany: describe.bulk('users', activationFields, {
    id: 'activateUsers',
    locks: 'accounts',
    summary: 'Activate many users, or deactivate them',
    bodyTitle: 'UsersActivation',
    verbs: ['user.activate'],
  }),
  deleteMany: describe.deleteMany('users', { locks: 'accounts' }),
  deliveryGuys: describe.call({
    id: 'listDeliveryGuys',
    tag: 'users',
    summary: 'List who can be given a parcel',
    verbs: ['delivery-guy.list'],
    query: { country: { kind: 'choice', values: countryCodes } },
    answers: { 200: pageJson('DeliveryGuysPage', titled('DeliveryGuy', shapesSchema(deliveryGuyShapes))) },
  }),
}
