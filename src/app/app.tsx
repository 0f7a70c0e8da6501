import { useSelector } from '@xstate/react'
import { lazy, Suspense, useEffect } from 'react'
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { paths } from '../../domain/access/paths.ts'
import { publicRoutes } from '../../domain/access/routes.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { ActivateGate, ConfirmGate, Login } from './auth-screens.tsx'
import { type Services, ServicesContext, useServices } from './services.ts'

/** Fetched while somebody types their password, so that the login itself stays small. */
const loadConsole = () => import('./console.tsx')
const Console = lazy(async () => ({ default: (await loadConsole()).Console }))

/** The whole console over its services. */
export const App = ({ services }: { services: Services }) => (
  <ServicesContext value={services}>
    <BrowserRouter>
      <Gate />
    </BrowserRouter>
  </ServicesContext>
)

/** Which side of the gates one is on decides what there is to see; the session machine alone knows. */
const Gate = () => {
  const { session } = useServices()
  const state = useSelector(session, (snapshot) => snapshot)
  const { pathname, search } = useLocation()
  const here = pathname + search
  useEffect(() => void loadConsole(), [])
  if (state.matches('restoring') || state.matches('routing')) return <Skeleton className="p-6" lines={3} />
  if (state.matches('unverified')) return <OnlyAt path={publicRoutes.confirm} screen={<ConfirmGate />} />
  if (state.matches('inactive')) return <OnlyAt path={publicRoutes.activate} screen={<ActivateGate />} />
  if (state.matches('active') && state.context.session !== null) {
    return (
      <Suspense fallback={<Skeleton className="p-6" lines={3} />}>
        <Console user={state.context.session} />
      </Suspense>
    )
  }
  return (
    <Routes>
      <Route path={publicRoutes.login} element={<Login />} />
      <Route
        path="*"
        element={<Navigate replace to={pathname === '/' ? paths.login() : paths.login(here)} />}
      />
    </Routes>
  )
}

const OnlyAt = ({ path, screen }: { path: string; screen: React.ReactNode }) => (
  <Routes>
    <Route path={path} element={screen} />
    <Route path="*" element={<Navigate replace to={path} />} />
  </Routes>
)
