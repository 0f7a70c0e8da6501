import { createContext, use } from 'react'
import { type ActorRefFrom, createActor } from 'xstate'
import type { CountryCode } from '../../domain/countries.ts'
import type { changeMachine } from '../../machines/change-machine.ts'
import type { sessionMachine } from '../../machines/session-machine.ts'
import { bindChange } from '../actors/bind-change.ts'
import { bindSession } from '../actors/bind-session.ts'
import { type CountryStore, createCountryStore } from '../api/country-store.ts'
import { type Api, createApi } from '../api/create-api.ts'
import { createSessionStore } from '../api/session-store.ts'
import { createStore, type Store } from '../table/store.ts'
import { createToastStore, type ToastStore } from '../ui/toast-store.ts'

/** What lives as long as the page: the client, who is signed in, the country, the toasts. */
export type Services = {
  api: Api
  session: ActorRefFrom<typeof sessionMachine>
  change: typeof changeMachine
  countries: CountryStore
  country: Store<CountryCode>
  toasts: ToastStore
}

export const createServices = (): Services => {
  const sessions = createSessionStore()
  const countries = createCountryStore()
  const country = createStore(countries.read())
  const api = createApi({
    token: () => session.getSnapshot().context.session?.token ?? sessions.read()?.token ?? null,
    onUnauthorized: () =>
      session.send({ type: 'session.expired', path: location.pathname + location.search }),
  })
  const session = createActor<typeof sessionMachine>(
    bindSession({ api, sessions, countries, onCountry: country.set }),
  )
  session.start()
  return { api, session, change: bindChange(api), countries, country, toasts: createToastStore() }
}

export const ServicesContext = createContext<Services | null>(null)

export const useServices = (): Services => {
  const services = use(ServicesContext)
  if (services === null) throw new Error('useServices needs a ServicesContext above it')
  return services
}
