import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import type { SessionRecord } from '../../../domain/users/user.ts'
import { consoleNamespaces, i18n, startI18n } from '../../i18n/i18n.ts'
import { firstIcons } from '../../ui/icons/first-icons.ts'
import { knowIcons } from '../../ui/icons/icon-set.ts'
import { listenBeforeRouter } from '../../workspace/guard-history.ts'
import { watchLoadedFiles } from '../../workspace/loaded-files.ts'
import { followMode } from '../shell/theme.ts'
import { App } from './app.tsx'
import { createServices } from './services.ts'

/** The whole console, for whoever is not at the login alone. `signedIn` has just come in by it. */
export const openWhole = async (place: HTMLElement | Root, signedIn: SessionRecord | null = null) => {
  watchLoadedFiles()
  knowIcons(firstIcons)
  listenBeforeRouter()
  const services = createServices(signedIn)
  followMode(services.settings)
  await startI18n(consoleNamespaces)
  const root = 'render' in place ? place : createRoot(place)
  root.render(
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <App services={services} />
      </I18nextProvider>
    </StrictMode>,
  )
}
