import { type Atom, createAtom } from '@xstate/store'
import { createContext, use } from 'react'
import { type ActorRefFrom, createActor } from 'xstate'
import type { CountryCode } from '../../domain/countries.ts'
import type { sessionMachine } from '../../machines/session-machine.ts'
import { bindOutbox } from '../actors/bind-outbox.ts'
import { bindSession } from '../actors/bind-session.ts'
import { type Api, createApi } from '../api/create-api.ts'
import { forgetDrafts } from '../form/forget-drafts.ts'
import { i18n } from '../i18n/i18n.ts'
import { type CountryStore, createCountryStore } from '../stores/country-store.ts'
import { createOfflineStore, type OfflineStore } from '../stores/offline-store.ts'
import { createOutboxHost, type OutboxHost } from '../stores/outbox-host.ts'
import { createLockStore, createSessionStore } from '../stores/session-store.ts'
import { createSettingsStore, type SettingsStore } from '../stores/settings-store.ts'
import { createDeskStore, type DeskStore } from '../stores/shortcut-preferences-store.ts'
import { createToastStore, type ToastStore } from '../ui/feedback/toast-store.ts'
import { createUpdateWatch, type UpdateWatch } from './update-watch.ts'

/** What lives as long as the page: the client, who is signed in, the country, how it all looks, the toasts. */
export type AppServices = {
  api: Api
  session: ActorRefFrom<typeof sessionMachine>
  offline: OfflineStore
  outbox: OutboxHost
  /** Somebody's own keys and macros; the same store for as long as the page lives. */
  deskOf: (user: string) => DeskStore
  countries: CountryStore
  country: Atom<CountryCode>
  settings: SettingsStore
  update: UpdateWatch
  toasts: ToastStore
}

export const createAppServices = (): AppServices => {
  const sessions = createSessionStore()
  const countries = createCountryStore()
  const country = createAtom(countries.read())
  const api = createApi({
    token: () => session.getSnapshot().context.session?.token ?? sessions.read()?.token ?? null,
    onUnauthorized: () =>
      session.send({ type: 'session.expired', path: location.pathname + location.search }),
  })
  const offline = createOfflineStore()
  const session = createActor<typeof sessionMachine>(
    bindSession({
      api,
      sessions,
      locks: createLockStore(),
      countries,
      onCountry: country.set,
      forgetLists: (user) => {
        forgetDrafts(user)
        return offline.forgetLists(user)
      },
    }),
  )
  const signedIn = () => {
    const state = session.getSnapshot()
    return state.matches('active') ? (state.context.session?.id ?? null) : null
  }
  const outbox = createOutboxHost(bindOutbox({ api, store: offline, signedIn }), offline)
  session.subscribe(() => outbox.signIn(signedIn()))
  session.start()
  const toasts = createToastStore()
  const desks = new Map<string, DeskStore>()
  const deskOf = (user: string) => {
    const desk =
      desks.get(user) ??
      createDeskStore({
        user,
        calls: api.desk,
        isSignedIn: () => signedIn() === user,
        onRefused: (code) =>
          toasts.notify({
            tone: 'danger',
            title: i18n.t('keys:notKept'),
            detail: i18n.t(`errors:${code}`),
          }),
      })
    desks.set(user, desk)
    return desk
  }
  return {
    api,
    session,
    offline,
    outbox,
    deskOf,
    countries,
    country,
    settings: createSettingsStore(),
    update: createUpdateWatch(),
    toasts,
  }
}

export const AppServicesContext = createContext<AppServices | null>(null)

export const useAppServices = (): AppServices => {
  const services = use(AppServicesContext)
  if (services === null) throw new Error('useAppServices needs an AppServicesContext above it')
  return services
}
