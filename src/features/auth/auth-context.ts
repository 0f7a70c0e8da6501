import { useSelector } from '@xstate/react'
import { createContext, type ReactNode, use } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ActorRefFrom } from 'xstate'
import type { Credentials } from '../../../domain/users/account-fields.ts'
import type { sessionMachine } from '../../../machines/session/session-machine.ts'
import type { Api } from '../../api/create-api.ts'
import type { CountryStore } from '../../stores/country-store.ts'
import type { Wait } from './auth-form.tsx'

/** What the screens around the account work with. Provided by src/app. */
type AuthServices = {
  api: Pick<Api, 'sessions' | 'accounts'>
  session: ActorRefFrom<typeof sessionMachine>
  countries: CountryStore
  /** The language picker, available without a login. */
  language: ReactNode
}

export const AuthContext = createContext<AuthServices | null>(null)

export const useAuth = (): AuthServices => {
  const services = use(AuthContext)
  if (services === null) throw new Error('useAuth needs an AuthContext above it')
  return services
}

/** Who is signed in; null for a visitor. */
export const useUser = () => useSelector(useAuth().session, ({ context }) => context.session)

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
