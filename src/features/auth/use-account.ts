import { useMachine } from '@xstate/react'
import { useEffect, useMemo, useRef } from 'react'
import { fromPromise } from 'xstate'
import type { Failure } from '../../../machines/failure.ts'
import { type AccountValues, accountMachine } from '../../../machines/session/account-machine.ts'
import type { Wait } from './auth-form.tsx'

/** Asks the server for something about an account. */
export type Send = (values: AccountValues, signal: AbortSignal) => Promise<unknown>

/** One such request, sent through the account machine: how it stands, and how to begin, give up and forget it. */
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
  return {
    wait,
    failure,
    isDone: snapshot.matches('done'),
    send: onSend,
    reset: () => actor({ type: 'account.reset' }),
    /** What an `AuthForm` needs to send it. */
    form: { wait, failure, onSend, onCancel: () => actor({ type: 'account.cancel' }) },
  }
}
