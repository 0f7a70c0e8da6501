import '../styles/index.css'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { consoleRedirect, publicScreenOf } from '../../machines/session/landing.ts'
import { consoleNamespaces, i18n, startI18n } from '../i18n/i18n.ts'
import { watchLoadedFiles } from '../stores/loaded-files.ts'
import { createLockStore, createSessionStore } from '../stores/session-store.ts'
import { Providers } from './providers.tsx'
import { createAppRouter } from './routes.tsx'
import { createAppServices } from './services/app-services.ts'
import { followMode } from './services/theme.ts'

/** Starts the console. The skeleton of index.html stays until the first screen can be rendered. */
const start = async () => {
  watchLoadedFiles()
  redirectSignedOut()
  const services = createAppServices()
  followMode(services.settings)
  await startI18n(publicScreenOf(location.pathname) === null ? consoleNamespaces : ['auth'])
  const router = createAppRouter(services.session, (reason) =>
    services.toasts.notify({ tone: 'warning', title: () => i18n.t(`shell:redirected.${reason}`) }),
  )
  services.layers.follow(router)
  await initialized(router)
  const root = createRoot(document.getElementById('root')!)
  // With its effects: what is on screen listens to the keyboard.
  flushSync(() => root.render(<Providers services={services} router={router} />))
}

/**
 * Before the router loads anything: it loads the code of a screen beside its guard, and would fetch the console for
 * visitors who are then redirected to the login.
 */
const redirectSignedOut = () => {
  if (publicScreenOf(location.pathname) !== null || createSessionStore().read() !== null) return
  const context = { session: null, locked: createLockStore().read() }
  const to = consoleRedirect(context, location.pathname + location.search)
  if (to !== null) history.replaceState(null, '', to)
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
