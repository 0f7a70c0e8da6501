import { type ComponentType, lazy, StrictMode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { RouterProvider } from 'react-router-dom'
import { AuthContext } from '../features/auth/auth-context.ts'
import { changeLanguage, i18n } from '../i18n/i18n.ts'
import { LanguagesMenu } from '../layouts/language-picker.tsx'
import { importWithRetry } from '../lazy/import-with-retry.ts'
import { OverlayProvider } from '../ui/floating/portal.tsx'
import { firstIcons } from '../ui/icons/first-icons.ts'
import { IconsContext, type LoadedIcons } from '../ui/icons/icon.tsx'
import type { OtherIconProps } from '../ui/icons/other-icon.tsx'
import type { createAppRouter } from './routes.tsx'
import { type AppServices, AppServicesContext } from './services/app-services.ts'

/** The icons of public pages: a few at once, any other with the whole set. Where that cannot be loaded, nothing is drawn. */
export const publicIcons: LoadedIcons = {
  icons: firstIcons,
  Other: lazy<ComponentType<OtherIconProps>>(() =>
    importWithRetry(() => import('../ui/icons/other-icon.tsx')).catch(() => ({ default: () => null })),
  ),
}

type ProvidersProps = { services: AppServices; router: ReturnType<typeof createAppRouter> }

export const Providers = ({ services, router }: ProvidersProps) => {
  const { api, session, countries } = services
  const language = <LanguagesMenu change={changeLanguage} />
  return (
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <IconsContext value={publicIcons}>
          <OverlayProvider>
            <AppServicesContext value={services}>
              <AuthContext value={{ api, session, countries, language }}>
                {/* A screen has to know its new query before the next key: no update of the router is a transition. */}
                <RouterProvider router={router} useTransitions={false} />
              </AuthContext>
            </AppServicesContext>
          </OverlayProvider>
        </IconsContext>
      </I18nextProvider>
    </StrictMode>
  )
}
