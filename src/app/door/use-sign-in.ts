import { useSelector } from '@xstate/react'
import type { Credentials } from '../../../domain/users/user.ts'
import type { Wait } from '../../features/auth/auth-form.tsx'
import { useServices } from '../start/services.ts'

/** Signing in through the session machine: how it stands, how to begin and to give up. */
export const useSignIn = (next: string | null) => {
  const { session } = useServices()
  const failure = useSelector(session, ({ context }) => context.failure)
  const wait = useSelector(
    session,
    (state): Wait =>
      state.matches({ signedOut: { signingIn: 'long' } })
        ? 'long'
        : state.matches({ signedOut: 'signingIn' })
          ? 'brief'
          : 'none',
  )
  return {
    failure,
    wait,
    onSend: (credentials: Credentials) => session.send({ type: 'session.open', credentials, next }),
    onCancel: () => session.send({ type: 'signIn.cancel' }),
  }
}
