import { useAuth } from '../features/auth/auth-context.ts'
import { BrokenScreen } from '../features/public/broken-screen.tsx'
import { MaintenanceScreen } from '../features/public/maintenance-screen.tsx'
import { NotFoundScreen } from '../features/public/not-found-screen.tsx'
import { UpcomingScreen } from '../features/public/upcoming-screen.tsx'

// Static screens: the same for every visitor, signed in or not.

export const Upcoming = () => <UpcomingScreen language={useAuth().language} />
export const Maintenance = () => <MaintenanceScreen language={useAuth().language} />
export const NotFound = () => <NotFoundScreen language={useAuth().language} />
export const Broken = () => <BrokenScreen language={useAuth().language} />
