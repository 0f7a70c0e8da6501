import { Suspense } from 'react'
import { Outlet, ScrollRestoration, useNavigation } from 'react-router-dom'
import { Skeleton } from '../ui/feedback/screen-states.tsx'

/** What every route has around it. */
export const RootLayout = () => (
  <>
    <NavigationProgress />
    <Suspense fallback={<Skeleton className="p-6" lines={3} />}>
      <Outlet />
    </Suspense>
    <ScrollRestoration />
  </>
)

/** A bar at the top edge while the next screen loads; a screen that is loaded already opens without it. */
const NavigationProgress = () =>
  useNavigation().state === 'loading' && <div aria-hidden="true" className="navigation-progress" />
