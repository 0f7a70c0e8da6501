import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import type { SessionRecord } from '../../../domain/users/user.ts'
import { listenBeforeRouter } from '../../workspace/guard-history.ts'
import { watchLoadedFiles } from '../../workspace/loaded-files.ts'
import { followMode } from '../shell/theme.ts'
import { speaking, startI18n } from '../texts/i18n.ts'
import { App } from './app.tsx'
import { createServices } from './services.ts'

/** The whole console, for whoever is not at the login alone. `signedIn` has just come in by it. */
export const openWhole = async (place: HTMLElement | Root, signedIn: SessionRecord | null = null) => {
  watchLoadedFiles()
  listenBeforeRouter()
  const services = createServices(signedIn)
  followMode(services.settings)
  await startI18n()
  const root = 'render' in place ? place : createRoot(place)
  root.render(
    <StrictMode>
      <I18nextProvider i18n={speaking}>
        <App services={services} />
      </I18nextProvider>
    </StrictMode>,
  )
}
