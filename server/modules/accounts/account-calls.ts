import { mailRequestFields, resetRequestFields, signUpFields } from '../../../domain/users/sign-up.ts'
import { passwordFields } from '../../../domain/users/user.ts'
import { fieldsJson, shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'

const shared = { tag: 'accounts', access: 'public' } as const

/** What people without a session may ask for. */
export const accountCalls = {
  register: describe.call({
    ...shared,
    id: 'register',
    summary: 'Sign up as a seller',
    detail: 'The answer is the same whether or not the address has an account: a mail tells its owner.',
    body: fieldsJson('SignUp', signUpFields),
    answers: { 201: shapesJson('SignedUp', { email: { kind: 'text' } }) },
    refuses: ['PASSWORD_TOO_COMMON', 'TOO_MANY_ATTEMPTS'],
  }),
  verifyEmail: describe.call({
    ...shared,
    id: 'verifyEmail',
    summary: 'Confirm an address by the link that was mailed to it',
    answers: { 204: null },
    refuses: ['LINK_INVALID', 'TOO_MANY_ATTEMPTS'],
  }),
  resendEmail: describe.call({
    ...shared,
    id: 'resendEmail',
    summary: 'Ask for another mail to confirm an address with',
    body: fieldsJson('MailRequest', mailRequestFields),
    answers: { 202: null },
    refuses: ['TOO_MANY_ATTEMPTS'],
  }),
  forgetPassword: describe.call({
    ...shared,
    id: 'forgetPassword',
    summary: 'Ask for a mail to choose a new password with',
    detail: 'With the `device` of an earlier login it is sent whatever others have asked for.',
    body: fieldsJson('ResetRequest', resetRequestFields),
    answers: { 202: null },
    refuses: ['TOO_MANY_ATTEMPTS'],
  }),
  resetPassword: describe.call({
    ...shared,
    id: 'resetPassword',
    summary: 'Choose a new password by the link that was mailed, which ends every session',
    body: fieldsJson('NewPassword', passwordFields),
    answers: { 204: null },
    refuses: ['LINK_INVALID', 'PASSWORD_TOO_COMMON', 'TOO_MANY_ATTEMPTS'],
  }),
}
