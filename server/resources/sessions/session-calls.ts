import {
  credentialFields,
  demoCompanyShapes,
  sessionRecordShapes,
  sessionUserShapes,
} from '../../../domain/users/user.ts'
import { fieldsJson, shapesJson } from '../../contract/content.ts'
import { describe } from '../../contract/describe.ts'

/** What the calls of sessions take and answer. */
export const sessionCalls = {
  logIn: describe.call({
    id: 'logIn',
    tag: 'sessions',
    summary: 'Log in',
    detail: 'The token of the answer goes into the `Authorization` header of every other call.',
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
  demo: describe.call({
    id: 'getDemoCompany',
    tag: 'sessions',
    summary: "Read the demo company's logins, where it is loaded",
    access: 'public',
    answers: { 200: shapesJson('DemoCompany', demoCompanyShapes) },
    refuses: ['NOT_FOUND'],
  }),
}
