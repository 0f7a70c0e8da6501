import { StrictMode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { RouterProvider } from 'react-router-dom'
import { AuthContext } from '../features/auth/auth-context.ts'
import { changeLanguage, i18n } from '../i18n/i18n.ts'
import { LanguagesMenu } from '../layouts/language-picker.tsx'
import { type AppServices, AppServicesContext } from './app-services.ts'
import type { createAppRouter } from './routes.tsx'

type ProvidersProps = { services: AppServices; router: ReturnType<typeof createAppRouter> }

export const Providers = ({ services, router }: ProvidersProps) => {
  const { api, session, countries } = services
  const language = <LanguagesMenu change={changeLanguage} />
  return (
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <AppServicesContext value={services}>
          <AuthContext value={{ api, session, countries, language }}>
            {/* A screen has to know its new query before the next key: no update of the router is a transition. */}
            <RouterProvider router={router} useTransitions={false} />
          </AuthContext>
        </AppServicesContext>
      </I18nextProvider>
    </StrictMode>
  )
}
