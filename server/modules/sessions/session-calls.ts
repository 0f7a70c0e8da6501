import { openSessionShapes } from '../../../domain/users/profile.ts'
import {
  credentialFields,
  demoCompanyShapes,
  sessionRecordShapes,
  sessionUserShapes,
} from '../../../domain/users/user.ts'
import { fieldsJson, pageJson, shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { titled } from '../../openapi/json-schema.ts'
import { shapesSchema } from '../../openapi/shape-schema.ts'

/** What the calls of sessions take and answer. */
export const sessionCalls = {
  logIn: describe.call({
    id: 'logIn',
    tag: 'sessions',
    summary: 'Log in',
    detail:
      'The token of the answer goes into the `Authorization` header of every other call. With `device: null` the answer has a `device` as well: sent along with the next login, it is not locked out by the failed logins of others.',
    access: 'public',
    body: fieldsJson('Credentials', credentialFields),
    answers: { 200: shapesJson('SessionRecord', sessionRecordShapes) },
    refuses: ['BAD_CREDENTIALS', 'TOO_MANY_ATTEMPTS'],
  }),
  current: describe.call({
    id: 'getCurrentSession',
    tag: 'sessions',
    summary: 'Read who is logged in',
    access: 'session',
    answers: { 200: shapesJson('SessionUser', sessionUserShapes) },
  }),
  logOut: describe.call({
    id: 'logOut',
    tag: 'sessions',
    summary: 'End the session',
    access: 'session',
    answers: { 204: null },
  }),
  list: describe.call({
    id: 'listOwnSessions',
    tag: 'sessions',
    summary: 'List where one is signed in, this session first',
    answers: { 200: pageJson('OpenSessionsPage', titled('OpenSession', shapesSchema(openSessionShapes))) },
  }),
  end: describe.call({
    id: 'endSession',
    tag: 'sessions',
    locks: 'self',
    summary: 'End one of one’s own sessions',
    answers: { 204: null },
  }),
  endOthers: describe.call({
    id: 'endOtherSessions',
    tag: 'sessions',
    locks: 'self',
    summary: 'End every session of one’s own but this one',
    answers: { 204: null },
  }),
  demo: describe.call({
    id: 'getDemoCompany',
    tag: 'sessions',
    summary: "Read the demo company's logins, where it is loaded",
    access: 'public',
    answers: { 200: shapesJson('DemoCompany', demoCompanyShapes) },
    refuses: ['NOT_FOUND'],
  }),
}
