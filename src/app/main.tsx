import '../styles/index.css'
import { type ComponentType, lazy, StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { RouterProvider } from 'react-router-dom'
import { consoleRedirect, publicScreenOf, takesOverSession } from '../../machines/session/landing.ts'
import { AuthContext } from '../features/auth/auth-context.ts'
import { changeLanguage, consoleNamespaces, i18n, startI18n } from '../i18n/i18n.ts'
import { LanguagesMenu } from '../layouts/language-picker.tsx'
import { importWithRetry } from '../lazy/import-with-retry.ts'
import { createCountryStore } from '../stores/country-store.ts'
import { watchLoadedFiles } from '../stores/loaded-files.ts'
import { createLockStore, createSessionStore } from '../stores/session-store.ts'
import { OverlayProvider } from '../ui/floating/portal.tsx'
import { firstIcons } from '../ui/icons/first-icons.ts'
import { IconsContext, type LoadedIcons } from '../ui/icons/icon.tsx'
import type { OtherIconProps } from '../ui/icons/other-icon.tsx'
import { createAppRouter, preloadConsole } from './routes.tsx'
import { type AppServices, AppServicesContext, createAppServices } from './services/app-services.ts'
import { followMode } from './services/theme.ts'
import type { TypedLogin } from './take-over-login.ts'

/** Starts the console. The skeleton of index.html stays until the first render. */
const start = async () => {
  watchLoadedFiles()
  await adoptSession()
  redirectSignedOut()
  const services = createAppServices()
  followMode(services.settings)
  await startI18n(publicScreenOf(location.pathname) === null ? consoleNamespaces : ['auth'])
  const router = createAppRouter(services.session, (reason) =>
    services.toasts.notify({ tone: 'warning', title: () => i18n.t(`shell:redirected.${reason}`) }),
  )
  services.layers.follow(router)
  await initialized(router)
  const element = document.getElementById('root')!
  // Read last: until the render below it can be typed into.
  const takeOver = element.querySelector('form') && (await import('./take-over-login.ts'))
  const typed = takeOver?.readTypedLogin(element)
  const root = createRoot(element)
  delete element.dataset.first
  // Flushes effects too, so that the first screen handles keys at once.
  flushSync(() =>
    root.render(<Providers services={services} router={router} takeTyped={typed?.takeValues} />),
  )
  typed?.restore()
  if (publicScreenOf(location.pathname) === 'login') preloadWhileTyping(typed?.isBegun)
}

/** Where a session may be open, kept by this device or in another tab: a sign-out clears the country. */
const adoptSession = async () => {
  if (createSessionStore().read() !== null || !createCountryStore().isSelected()) return
  if (!takesOverSession(location.pathname)) return
  const { adoptSession: adopt } = await importWithRetry(() => import('./services/shared-session.ts'))
  await adopt()
}

/**
 * Before the router loads anything: it loads a screen's code in parallel with its guard, and would fetch the console for
 * visitors who are redirected to the login.
 */
const redirectSignedOut = () => {
  if (publicScreenOf(location.pathname) !== null || createSessionStore().read() !== null) return
  const context = { session: null, locked: createLockStore().read() }
  const to = consoleRedirect(context, location.pathname + location.search)
  if (to !== null) history.replaceState(null, '', to)
}

/** Whoever types a login will need the console. */
const preloadWhileTyping = (isBegun = false): void => {
  if (isBegun) preloadConsole()
  else document.addEventListener('input', preloadConsole, { once: true })
}

const initialized = (router: ReturnType<typeof createAppRouter>) =>
  new Promise<void>((resolve) => {
    if (router.state.initialized) return resolve()
    const stop = router.subscribe((state) => {
      if (!state.initialized) return
      stop()
      resolve()
    })
  })

void start()

/** Icons of public pages: a few at once, others with the whole set; nothing if that fails to load. */
const publicIcons: LoadedIcons = {
  icons: firstIcons,
  Other: lazy<ComponentType<OtherIconProps>>(() =>
    importWithRetry(() => import('../ui/icons/other-icon.tsx')).catch(() => ({ default: () => null })),
  ),
}

type ProvidersProps = {
  services: AppServices
  router: ReturnType<typeof createAppRouter>
  takeTyped: TypedLogin['takeValues'] | undefined
}

const Providers = ({ services, router, takeTyped }: ProvidersProps) => {
  const { api, session, signOns, countries } = services
  const language = <LanguagesMenu change={changeLanguage} />
  return (
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <IconsContext value={publicIcons}>
          <OverlayProvider>
            <AppServicesContext value={services}>
              <AuthContext value={{ api, session, signOns, countries, language, takeTyped }}>
                {/* Router updates must not be transitions: a screen needs its new query before the next key. */}
                <RouterProvider router={router} useTransitions={false} />
              </AuthContext>
            </AppServicesContext>
          </OverlayProvider>
        </IconsContext>
      </I18nextProvider>
    </StrictMode>
  )
}
