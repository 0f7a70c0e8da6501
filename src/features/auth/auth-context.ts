import { useSelector } from '@xstate/react'
import { createContext, type ReactNode, use } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ActorRefFrom } from 'xstate'
import type { SecondAnswer, SignIn, sessionMachine } from '../../../machines/session/session-machine.ts'
import type { Api } from '../../api/create-api.ts'
import type { CountryStore } from '../../stores/country-store.ts'
import type { SignOnStore } from '../../stores/sign-on-store.ts'
import type { AuthValues } from './auth-fields.ts'
import type { Wait } from './auth-form.tsx'

/** Services of the account screens, provided by src/app. */
type AuthServices = {
  api: Pick<Api, 'sessions' | 'accounts' | 'profile'>
  session: ActorRefFrom<typeof sessionMachine>
  countries: CountryStore
  signOns: SignOnStore
  /** Language picker that works without a session. */
  language: ReactNode
  /** What was typed into the login before the console had loaded; empty after the first call. */
  takeTyped: (() => AuthValues) | undefined
}

export const AuthContext = createContext<AuthServices | null>(null)

export const useAuth = (): AuthServices => {
  const services = use(AuthContext)
  if (services === null) throw new Error('useAuth needs an AuthContext above it')
  return services
}

/** The signed-in user; null without a session. */
export const useUser = () => useSelector(useAuth().session, ({ context }) => context.session)

/** Sign-in through the session machine: failure, wait state, send and cancel. */
export const useSignIn = (next: string | null) => {
  const { session } = useAuth()
  const failure = useSelector(session, ({ context }) => context.failure)
  const wait = useSelector(session, (state): Wait => {
    if (state.matches({ signedOut: { signingIn: 'long' } })) return 'long'
    // Signed in, while the first console screen is loading.
    const isEntering = state.context.session !== null
    return isEntering || state.matches({ signedOut: 'signingIn' }) ? 'brief' : 'none'
  })
  return {
    failure,
    wait,
    onSend: (credentials: SignIn) => session.send({ type: 'session.open', credentials, next }),
    onCancel: () => session.send({ type: 'signIn.cancel' }),
  }
}

/** The second step of a sign-in; null unless a code is asked for. */
export const useSecondStep = () => {
  const { session } = useAuth()
  const challenge = useSelector(session, ({ context }) => context.challenge)
  const failure = useSelector(session, ({ context }) => context.failure)
  const wait = useSelector(session, (state): Wait => {
    if (state.matches({ signedOut: { code: { sending: 'long' } } })) return 'long'
    const isEntering = state.context.session !== null
    return isEntering || state.matches({ signedOut: { code: 'sending' } }) ? 'brief' : 'none'
  })
  if (challenge === null) return null
  return {
    challenge: challenge.challenge,
    ways: challenge.ways,
    email: challenge.email,
    failure,
    wait,
    onSend: (answer: SecondAnswer) => session.send({ type: 'code.send', ...answer }),
    onCancel: () => session.send({ type: 'signIn.cancel' }),
    onLeave: () => session.send({ type: 'code.cancel' }),
  }
}

/** Path to open after the login. */
export const useNext = (): string | null => useSearchParams()[0].get('next')
