import { StrictMode, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import type { SessionRecord } from '../../../domain/users/user.ts'
import { landing, publicScreenOf } from '../../../machines/session/landing.ts'
import { sessionEndpoints } from '../../api/account-endpoints.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import { createClient } from '../../api/client.ts'
import { createCountryStore } from '../../api/country-store.ts'
import { takeEarlyLogin } from '../../features/auth/early-login.ts'
import { LoginScreen } from '../../features/auth/login-screen.tsx'
import { goTo } from '../../router/place.ts'
import { Router, useLocation } from '../../router/router.tsx'
import { prefetchParts } from '../start/prefetch-parts.ts'
import { LanguagesMenu } from '../texts/languages-menu.tsx'
import { languageToSpeak } from '../texts/speak.ts'
import { startDoorTexts } from './door-texts.ts'
import { useDemoLogins } from './use-demo-logins.ts'
import { useDoor } from './use-door.ts'

/**
 * The login alone, for whoever comes from outside: a tenth of the console is enough to type and to sign in with. The rest
 * is fetched when the login stands and the browser has nothing to do, and at the latest when somebody goes on.
 */
export const openDoor = async (place: HTMLElement): Promise<void> => {
  const { speaking, change } = await startDoorTexts()
  const root = createRoot(place)
  root.render(
    <StrictMode>
      <I18nextProvider i18n={speaking}>
        <Router>
          <Door root={root} onLanguage={change} />
        </Router>
      </I18nextProvider>
    </StrictMode>,
  )
}

const Door = ({ root, onLanguage }: { root: Root; onLanguage: (code: string) => void }) => {
  const { pathname, search } = useLocation()
  const isElsewhere = publicScreenOf(pathname) !== 'login'
  useEffect(
    () =>
      prefetchParts(({ console, texts }) => {
        const language = languageToSpeak()
        return [...console, ...texts.console[language]]
      }),
    [],
  )
  // Another screen is the whole console's: the address is there already, the browser may well fetch it by itself.
  useEffect(() => {
    if (isElsewhere) void openWhole(root, null).catch(() => location.reload())
  }, [isElsewhere, root])
  const signIn = useDoor({
    login: sessions.login,
    forget: createCountryStore().clear,
    enter: async (session) => {
      await openWhole(root, session, new URLSearchParams(search).get('next'))
    },
  })
  return (
    <LoginScreen
      {...signIn}
      takeEarly={takeEarlyLogin}
      demo={useDemoLogins(sessions)}
      language={<LanguagesMenu change={onLanguage} />}
    />
  )
}

const sessions = sessionEndpoints(createClient({ token: () => null, onUnauthorized: () => undefined }))

const openWhole = async (root: Root, session: SessionRecord | null, next: string | null = null) => {
  const { openWhole } = await import('../start/whole.tsx').catch((cause) => {
    throw new ApiProblem({ code: 'OFFLINE', message: 'The console did not come', cause })
  })
  if (session !== null) goTo(landing(session, next), { replace: true })
  await openWhole(root, session)
}
