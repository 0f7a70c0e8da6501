import { paths } from '../../../domain/access/paths.ts'
import { siteRoutes } from '../../../domain/access/routes.ts'
import { landing, publicScreenOf, routeOf } from '../../../machines/session/landing.ts'
import { Redirect, Router, useLocation } from '../../router/router.tsx'
import { OverlayProvider } from '../../ui/overlay/portal.tsx'
import { Skeleton } from '../../ui/told/skeleton.tsx'
import { useSelector } from '../../ui/use-selector.ts'
import { lazyScreen } from '../screens/lazy-screen.tsx'
import { CrashBoundary } from './crash-boundary.tsx'
import { type Services, ServicesContext, useServices } from './services.ts'

/** Those who are signed in need no public screen, and those who are not no console. */
const Console = lazyScreen(async () => ({ default: (await import('./console.tsx')).Console }), {
  isFirst: true,
})
const PublicScreens = lazyScreen(async () => ({
  default: (await import('../screens/public-screens.tsx')).PublicScreens,
}))

/** The whole console over its services. */
export const App = ({ services }: { services: Services }) => (
  <ServicesContext value={services}>
    <OverlayProvider>
      <Router>
        <CrashBoundary>
          <Gate />
        </CrashBoundary>
      </Router>
    </OverlayProvider>
  </ServicesContext>
)

/** Which side of the gates one is on decides what there is to see; the session machine alone knows. */
const Gate = () => {
  const { session } = useServices()
  const state = useSelector(session, (snapshot) => snapshot)
  const { pathname, search } = useLocation()
  const screen = publicScreenOf(pathname)
  const { session: user, locked } = state.context
  if (screen !== null && Object.hasOwn(siteRoutes, screen)) return <PublicScreens />
  if (state.matches('restoring') || state.matches('routing')) return <Skeleton className="p-6" lines={3} />
  if (screen !== null) return <PublicScreens />
  if (state.matches('active') && user !== null) return <Console user={user} />
  const here = pathname + search
  if (locked !== null) {
    return <Redirect to={paths.lockScreen(routeOf(pathname) === null ? undefined : here)} />
  }
  return <Redirect to={landing(user, here)} />
}
