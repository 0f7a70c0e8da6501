import { useSelector } from '@xstate/react'
import { createContext, type ReactNode, use } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { sessionMachine } from '../../../machines/session-machine.ts'
import type { Api } from '../../api/create-api.ts'
import type { CountryStore } from '../../stores/country-store.ts'

/** What the screens around the account work with. Provided by src/app. */
export type AuthServices = {
  api: Pick<Api, 'sessions' | 'accounts'>
  session: ActorRefFrom<typeof sessionMachine>
  countries: CountryStore
  /** The language picker: nobody should have to log in to be able to read. */
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
