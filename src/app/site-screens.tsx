import { useSelector } from '@xstate/react'
import { BrokenScreen } from '../features/public/broken-screen.tsx'
import { LandingScreen } from '../features/public/landing-screen.tsx'
import { MaintenanceScreen } from '../features/public/maintenance-screen.tsx'
import { NotFoundScreen } from '../features/public/not-found-screen.tsx'
import { UpcomingScreen } from '../features/public/upcoming-screen.tsx'
import { changeLanguage } from '../i18n/i18n.ts'
import { LanguagesMenu } from '../layouts/languages-menu.tsx'
import { useAppServices } from './app-services.ts'

// Static screens: the same for every visitor, signed in or not.

export const Landing = () => {
  const isSignedIn = useSelector(useAppServices().session, ({ context }) => context.session !== null)
  return <LandingScreen isSignedIn={isSignedIn} language={<LanguagesMenu change={changeLanguage} />} />
}
export const Upcoming = () => <UpcomingScreen language={<LanguagesMenu change={changeLanguage} />} />
export const Maintenance = () => <MaintenanceScreen language={<LanguagesMenu change={changeLanguage} />} />
export const NotFound = () => <NotFoundScreen language={<LanguagesMenu change={changeLanguage} />} />
export const Broken = () => <BrokenScreen language={<LanguagesMenu change={changeLanguage} />} />
