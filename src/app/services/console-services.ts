import { i18n } from '../../i18n/i18n.ts'
import { createOutboxHost, type OutboxHost } from '../../stores/outbox-host.ts'
import { createPreferencesStore, type PreferencesStore } from '../../stores/shortcut-preferences-store.ts'
import type { AppServices } from './app-services.ts'
import { bindOutbox } from './bind-outbox.ts'

/** Services that are created when the console is first opened and live as long as the page; public pages do not load them. */
export type ConsoleServices = AppServices & {
  outbox: OutboxHost
  /** Somebody's own keys and macros; the same store for as long as the page lives. */
  preferencesOf: (user: string) => PreferencesStore
}

export const createConsoleServices = (services: AppServices): ConsoleServices => {
  const { api, session, offline, toasts } = services
  const signedIn = () => {
    const state = session.getSnapshot()
    return state.matches('active') ? (state.context.session?.id ?? null) : null
  }
  const outbox = createOutboxHost(bindOutbox({ api, store: offline, signedIn }), offline)
  const followSession = () => outbox.signIn(signedIn())
  session.subscribe(followSession)
  followSession()
  const stores = new Map<string, PreferencesStore>()
  const preferencesOf = (user: string) => {
    const preferences =
      stores.get(user) ??
      createPreferencesStore({
        user,
        calls: api.preferences,
        isSignedIn: () => signedIn() === user,
        onRefused: (code) =>
          toasts.notify({
            tone: 'danger',
            title: i18n.t('keys:notKept'),
            detail: i18n.t(`errors:${code}`),
          }),
      })
    stores.set(user, preferences)
    return preferences
  }
  return { ...services, outbox, preferencesOf }
}
