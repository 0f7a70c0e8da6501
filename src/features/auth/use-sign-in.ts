import { useSelector } from '@xstate/react'
import { useSearchParams } from 'react-router-dom'
import type { Credentials } from '../../../domain/users/user.ts'
import { useAuth } from './auth-context.ts'
import type { Wait } from './auth-form.tsx'

/** Signing in through the session machine: its failure, its wait, and how to begin and to cancel. */
export const useSignIn = (next: string | null) => {
  const { session } = useAuth()
  const failure = useSelector(session, ({ context }) => context.failure)
  const wait = useSelector(session, (state): Wait => {
    if (state.matches({ signedOut: { signingIn: 'long' } })) return 'long'
    // Signed in, and still here: the first screen of the console is loading.
    const isEntering = state.context.session !== null
    return isEntering || state.matches({ signedOut: 'signingIn' }) ? 'brief' : 'none'
  })
  return {
    failure,
    wait,
    onSend: (credentials: Credentials) => session.send({ type: 'session.open', credentials, next }),
    onCancel: () => session.send({ type: 'signIn.cancel' }),
  }
}

/** The path that the login was opened for. */
export const useNext = (): string | null => useSearchParams()[0].get('next')
