import { type Atom, createAtom } from '@xstate/store'
import { createContext, use } from 'react'
import { type ActorRefFrom, createActor } from 'xstate'
import type { CountryCode } from '../../../domain/core/countries.ts'
import type { sessionMachine } from '../../../machines/session/session-machine.ts'
import { type Api, createApi } from '../../api/create-api.ts'
import { type AskedProof, askBy } from '../../api/with-proof.ts'
import { i18n } from '../../i18n/i18n.ts'
import { newerEntry } from '../../lazy/import-with-retry.ts'
import { clearStored } from '../../storage/browser-storage.ts'
import { isPhoneWidth, isShortScreen } from '../../stores/browser.ts'
import { type CountryStore, createCountryStore } from '../../stores/country-store.ts'
import { createOfflineStore, type OfflineStore } from '../../stores/offline-store.ts'
import { createPageLayers, type PageLayers } from '../../stores/page-layers.ts'
import { createKeptSessionStore, createLockStore, createSessionStore } from '../../stores/session-store.ts'
import { createSettingsStore, type SettingsStore } from '../../stores/settings-store.ts'
import { createSignOnStore, type SignOnStore } from '../../stores/sign-on-store.ts'
import { createToastStore, type ToastStore } from '../../ui/feedback/toast-store.ts'
import { bindSession } from './bind-session.ts'

/** Detects a newer build of the console. Checks on demand, and when the tab becomes visible. */
export const createUpdateWatch = () => {
  const isDue = createAtom(false)
  let checkedAt = Date.now()

  const check = async () => {
    if (isDue.get()) return
    checkedAt = Date.now()
    if ((await newerEntry()) !== null) isDue.set(true)
  }

  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - checkedAt > interval) void check()
  })
  // A failed chunk means offline or a newer build.
  window.addEventListener('vite:preloadError', () => void check())
  return { isDue, check }
}

export type UpdateWatch = ReturnType<typeof createUpdateWatch>

const interval = 600_000

/** Services of all pages. Those that only the console needs: `console-services.ts`. */
export type AppServices = {
  api: Api
  session: ActorRefFrom<typeof sessionMachine>
  offline: OfflineStore
  /** Login of this tab that is at its identity provider. */
  signOns: SignOnStore
  countries: CountryStore
  country: Atom<CountryCode>
  settings: SettingsStore
  update: UpdateWatch
  toasts: ToastStore
  /** A call waits for the user to say who they are. */
  proofs: Atom<AskedProof | null>
  /** Connected to the router once it exists. */
  layers: PageLayers
}

export const createAppServices = (): AppServices => {
  const sessions = createSessionStore()
  const countries = createCountryStore()
  const signOns = createSignOnStore()
  const country = createAtom(countries.read())
  const proofs = createAtom<AskedProof | null>(null)
  const api = createApi({
    token: () => session.getSnapshot().context.session?.token ?? sessions.read()?.token ?? null,
    onProofNeeded: askBy(proofs),
    onUnauthorized: () =>
      session.send({ type: 'session.expired', path: location.pathname + location.search }),
  })
  const offline = createOfflineStore()
  const toasts = createToastStore({ isSingle: () => isPhoneWidth.get() || isShortScreen.get() })
  const session = createActor<typeof sessionMachine>(
    bindSession({
      api,
      sessions,
      locks: createLockStore(),
      countries,
      kept: createKeptSessionStore(),
      signOns,
      onCountry: country.set,
      onNotKept: () => toasts.notify({ tone: 'warning', title: () => i18n.t('auth:login.notKept') }),
      clear: (ending, user) => {
        clearStored(ending, user)
        void offline.clear(ending, user).catch(() => undefined)
      },
    }),
  )
  session.start()
  return {
    api,
    session,
    proofs,
    offline,
    signOns,
    countries,
    country,
    settings: createSettingsStore(),
    update: createUpdateWatch(),
    toasts,
    layers: createPageLayers(),
  }
}

export const AppServicesContext = createContext<AppServices | null>(null)

export const useAppServices = (): AppServices => {
  const services = use(AppServicesContext)
  if (services === null) throw new Error('useAppServices needs an AppServicesContext above it')
  return services
}
