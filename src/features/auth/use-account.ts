import { useMachine } from '@xstate/react'
import { useEffect, useMemo, useRef } from 'react'
import { fromPromise } from 'xstate'
import { defaultCountry } from '../../../domain/core/countries.ts'
import type { Fields } from '../../../domain/lib/field.ts'
import { validate } from '../../../domain/lib/validate.ts'
import { passwordFields } from '../../../domain/users/account-fields.ts'
import { whyNotPassword } from '../../../domain/users/password-rule.ts'
import { countryOfSignUp, mailRequestFields, signUpFields } from '../../../domain/users/sign-up.ts'
import type { Failure } from '../../../machines/failure.ts'
import { type AccountValues, accountMachine } from '../../../machines/session/account-machine.ts'
import { type AuthValues, errorsBy, type FieldErrors } from './auth-fields.ts'
import type { Wait } from './auth-form.tsx'

/** Sends a request about an account. */
type Send = (values: AccountValues, signal: AbortSignal) => Promise<unknown>

/** A request through the account machine: state, send, cancel, reset. */
export const useAccount = (send: Send) => {
  const latest = useRef(send)
  useEffect(() => {
    latest.current = send
  })
  const machine = useMemo(
    () =>
      accountMachine.provide({
        actors: {
          send: fromPromise<void, AccountValues>(async ({ input, signal }) => {
            await latest.current(input, signal)
          }),
        },
      }),
    [],
  )
  const [snapshot, actor] = useMachine(machine)
  const wait: Wait = snapshot.matches({ sending: 'long' })
    ? 'long'
    : snapshot.matches('sending')
      ? 'brief'
      : 'none'
  const failure: Failure | null = snapshot.context.failure
  const onSend = (values: AccountValues) => actor({ type: 'account.send', values })
  const onCancel = () => actor({ type: 'account.cancel' })
  return {
    wait,
    failure,
    isDone: snapshot.matches('done'),
    /** The user stopped waiting for the answer. */
    isStopped: snapshot.matches('stopped'),
    send: onSend,
    cancel: onCancel,
    reset: () => actor({ type: 'account.reset' }),
    /** Props of an `AuthForm`. */
    form: { wait, failure, onSend, onCancel },
  }
}

const checkedBy = (fields: Fields) => {
  const check = errorsBy(validate, fields)
  return (values: AuthValues) => check(values, countryOfSignUp(values) ?? defaultCountry)
}

export const checkMailRequest = checkedBy(mailRequestFields)

export const checkSignUp = (values: AuthValues): FieldErrors => {
  const { firstPassword, ...rest } = values
  const { password, ...errors } = checkedBy(signUpFields)({ ...rest, password: firstPassword })
  const wrong = password ?? weakIn(firstPassword)
  return wrong === undefined ? errors : { ...errors, firstPassword: wrong }
}

/** Validates the new password and its repetition. */
export const checkNewPassword = ({ newPassword = '', confirmation = '' }: AuthValues): FieldErrors => {
  const wrong = checkedBy(passwordFields)({ password: newPassword }).password ?? weakIn(newPassword)
  const differs =
    confirmation === '' ? 'REQUIRED' : confirmation === newPassword ? undefined : 'PASSWORDS_DIFFER'
  return {
    ...(wrong === undefined ? {} : { newPassword: wrong }),
    ...(differs === undefined ? {} : { confirmation: differs }),
  }
}

/** The server also checks by the role of the account. */
const weakIn = (password: string | undefined) =>
  password === undefined ? undefined : (whyNotPassword(password, null) ?? undefined)
