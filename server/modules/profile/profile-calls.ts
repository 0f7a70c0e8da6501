import { deskInputShapes, deskLimits, deskShapes } from '../../../domain/users/desk.ts'
import { passwordChangeFields, profileFields, profileShapes } from '../../../domain/users/profile.ts'
import { storageLimits } from '../../../domain/users/storage-limits.ts'
import { fieldsJson, json, shapesJson } from '../../openapi/content.ts'
import { describe, wholeRecord } from '../../openapi/describe.ts'
import { titled } from '../../openapi/json-schema.ts'
import { shapesSchema } from '../../openapi/shape-schema.ts'
import { updateSchema } from '../../openapi/update-schema.ts'

const profileJson = json(titled('Profile', shapesSchema(profileShapes)))

const deskJson = shapesJson('Desk', deskShapes)

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
  readDesk: describe.call({
    id: 'getDesk',
    tag: 'profile',
    summary: 'Read one’s own keys and macros',
    answers: { 200: deskJson },
  }),
  keepDesk: describe.call({
    id: 'updateDesk',
    tag: 'profile',
    summary: 'Keep one’s own keys and macros: what is left out stays',
    detail:
      `At most ${deskLimits.overrides} commands with ${deskLimits.keys} keys each, ${deskLimits.macros} macros of ` +
      `${deskLimits.steps} steps, ${storageLimits.preferences} bytes as JSON. The version is 0 until something is first ` +
      'stored. The same call under the same key answers the present state.',
    headers: ['Idempotency-Key', 'If-Match'],
    body: shapesJson('DeskUpdate', deskInputShapes),
    answers: { 200: deskJson },
    refuses: ['PREFERENCES_TOO_LARGE'],
  }),
}
