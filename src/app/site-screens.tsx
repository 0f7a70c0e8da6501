import { useAuth } from '../features/auth/auth-context.ts'
import { BrokenScreen } from '../features/site/broken-screen.tsx'
import { MaintenanceScreen, NotFoundScreen, UpcomingScreen } from '../features/site/notice-screens.tsx'

// Static screens: the same for every visitor, signed in or not.

export const Upcoming = () => <UpcomingScreen language={useAuth().language} />
export const Maintenance = () => <MaintenanceScreen language={useAuth().language} />
export const NotFound = () => <NotFoundScreen language={useAuth().language} />
export const Broken = () => <BrokenScreen language={useAuth().language} />
