import type { ComponentType } from 'react'
import { createBrowserRouter, type LoaderFunction, type RouteObject } from 'react-router-dom'
import {
  type AddedResource,
  type AuthScreen,
  authRoutes,
  type EditedResource,
  type ListedResource,
  type Route,
  routes,
  type SiteScreen,
  siteRoutes,
  type ViewedResource,
} from '../../domain/access/routes.ts'
import { consoleNamespaces, i18n } from '../i18n/i18n.ts'
import { PageError, ScreenError } from './error-boundary.tsx'
import { loadScreen } from './load-screen.ts'
import { RootLayout } from './root-layout.tsx'
import { createGuards, followSession, onPathOrSession, type SessionActor } from './session-guards.ts'

/** The router of the console: every route of `domain/access` with its guard as a loader and its screen loaded on demand. */
export const createAppRouter = (session: SessionActor) => {
  const guards = createGuards(session)
  const guarded = { loader: guards.console, shouldRevalidate: onPathOrSession }
  const router = createBrowserRouter([
    {
      Component: RootLayout,
      ErrorBoundary: PageError,
      children: [
        ...Object.keys(siteRoutes).map((name) => siteRoute(name as SiteScreen)),
        ...authScreens(guards),
        page(consoleLayout, { ...guarded, children: consoleScreens() }),
        // `/` and what is no path of ours: the guard knows where everybody belongs.
        { ...guarded, path: '*', element: null },
      ],
    },
  ])
  followSession(session, router)
  return router
}

type Load = () => Promise<ComponentType>

const consoleLayout: Load = async () => {
  const [{ ConsoleLayout }] = await Promise.all([
    import('./console-layout.tsx'),
    i18n.loadNamespaces(consoleNamespaces),
  ])
  return ConsoleLayout
}
const splitLayout: Load = async () => (await import('./split-layout.tsx')).SplitLayout

const list = (resource: ListedResource): Load => {
  return async () => (await import('./list-screens.tsx')).listOf(resource)
}
const view = (resource: ViewedResource): Load => {
  return async () => (await import('./view-screens.tsx')).viewOf(resource)
}
const add = (resource: AddedResource): Load => {
  return async () => (await import('./form-screens.tsx')).addOf(resource)
}
const edit = (resource: EditedResource): Load => {
  return async () => (await import('./form-screens.tsx')).editOf(resource)
}

/** The screen of each route behind the gates. Fails to compile when a route has none. */
const screens: Record<Route, Load> = {
  '/dashboard': async () => (await import('../features/dashboard/dashboard-screen.tsx')).default,
  '/calculator': async () => (await import('../features/calculator/calculator-screen.tsx')).default,
  '/journal': async () => (await import('../features/journal/journal-screen.tsx')).default,
  '/profile': async () => (await import('../features/profile/profile-screen.tsx')).ProfileScreen,
  '/keyboard': async () => (await import('../features/keyboard/keyboard-screen.tsx')).default,
  '/orders/list': list('orders'),
  '/orders/add': async () => (await import('../features/customers/add-order-screen.tsx')).AddOrderScreen,
  '/orders/view/:id': view('orders'),
  '/orders/edit/:id': edit('orders'),
  '/orders/import': async () =>
    (await import('../features/import/import-orders-screen.tsx')).ImportOrdersScreen,
  '/orders/triage': async () => (await import('../features/triage/triage-screen.tsx')).default,
  '/products/list': list('products'),
  '/products/add': add('products'),
  '/products/add/:affiliate': async () => (await import('./form-screens.tsx')).TakeOffer,
  '/products/view/:id': view('products'),
  '/products/edit/:id': edit('products'),
  '/shippings/list': async () => (await import('../features/delivery/shippings-screen.tsx')).ShippingsScreen,
  '/shippings/view/:id': view('shippings'),
  '/shippings/delivery/list': async () => (await import('../features/delivery/delivery-screen.tsx')).default,
  '/expeditions/list': list('expeditions'),
  '/expeditions/add': add('expeditions'),
  '/expeditions/view/:id': view('expeditions'),
  '/expeditions/edit/:id': edit('expeditions'),
  '/requests/list': list('requests'),
  '/requests/add': add('requests'),
  '/requests/view/:id': view('requests'),
  '/requests/edit/:id': edit('requests'),
  '/affiliates/list': list('affiliates'),
  '/affiliates/store': async () => (await import('./list-screens.tsx')).StoreList,
  '/affiliates/add': add('affiliates'),
  '/affiliates/view/:id': view('affiliates'),
  '/affiliates/edit/:id': edit('affiliates'),
  '/invoices/list': list('invoices'),
  '/invoices/view/:id': async () => (await import('../features/invoices/invoice-screen.tsx')).default,
  '/invoices/edit/:id': edit('invoices'),
  '/packages/list': list('packages'),
  '/packages/add': add('packages'),
  '/packages/view/:id': view('packages'),
  '/packages/edit/:id': edit('packages'),
  '/users/list': list('users'),
  '/users/add': add('users'),
  '/users/view/:id': view('users'),
  '/users/edit/:id': edit('users'),
  '/ui/kit': async () => (await import('../features/kit/kit-screen.tsx')).default,
}

const consoleScreens = (): RouteObject[] =>
  (Object.keys(routes) as Route[]).map((path) =>
    withBoundary(ScreenError, { path, ...lazyScreen(screens[path]) }),
  )

const site = (name: keyof typeof import('./site-screens.tsx')): Load => {
  return async () => (await import('./site-screens.tsx'))[name]
}

const siteScreens: Record<SiteScreen, { load: Load; isSplit?: true }> = {
  landing: { load: async () => (await import('../features/public/landing-screen.tsx')).LandingScreen },
  upcoming: { load: site('Upcoming') },
  maintenance: { load: site('Maintenance') },
  notFound: { load: site('NotFound') },
  notFound2: { load: site('NotFound'), isSplit: true },
  broken: { load: site('Broken') },
  broken2: { load: site('Broken'), isSplit: true },
}

/** Static screens read no session: they open while it is being restored, too. */
const siteRoute = (name: SiteScreen): RouteObject => {
  const { load, isSplit } = siteScreens[name]
  return split(page(load, { path: siteRoutes[name] }), isSplit)
}

const session = (name: keyof typeof import('../features/auth/session-screens.tsx')): Load => {
  return async () => (await import('../features/auth/session-screens.tsx'))[name]
}
const account = (name: keyof typeof import('../features/auth/account-screens.tsx')): Load => {
  return async () => (await import('../features/auth/account-screens.tsx'))[name]
}

const authScreens = ({ anybody, signedOut, gate }: ReturnType<typeof createGuards>): RouteObject[] => {
  const table: Record<AuthScreen, { load: Load; loader: LoaderFunction; isSplit?: true }> = {
    login: { load: session('Login'), loader: signedOut },
    login2: { load: session('Login'), loader: signedOut, isSplit: true },
    register: { load: account('Register'), loader: anybody },
    register2: { load: account('Register'), loader: anybody, isSplit: true },
    signinSignup: { load: account('SigninSignup'), loader: signedOut },
    signinSignup2: { load: account('SigninSignup'), loader: signedOut, isSplit: true },
    confirm: { load: account('Confirm'), loader: gate('unverified') },
    confirm2: { load: account('Confirm'), loader: gate('unverified'), isSplit: true },
    activate: { load: account('Activate'), loader: gate('inactive') },
    resendEmail: { load: account('ResendEmail'), loader: anybody },
    verifyEmail: { load: account('VerifyEmail'), loader: anybody },
    forgetPassword: { load: account('ForgetPassword'), loader: anybody },
    forgetPassword2: { load: account('ForgetPassword'), loader: anybody, isSplit: true },
    passwordReset: { load: account('PasswordReset'), loader: anybody },
    lockScreen: { load: session('Lock'), loader: anybody },
    lockScreen2: { load: session('Lock'), loader: anybody, isSplit: true },
    logout: { load: session('Logout'), loader: anybody },
    logout2: { load: session('Logout'), loader: anybody, isSplit: true },
  }
  return (Object.keys(table) as AuthScreen[]).map((name) => {
    const { load, loader, isSplit } = table[name]
    const route = { path: authRoutes[name], loader, shouldRevalidate: onPathOrSession }
    return split(page(load, route), isSplit)
  })
}

const split = (route: RouteObject, isSplit = false): RouteObject =>
  isSplit ? page(splitLayout, { children: [route] }) : route

const lazyScreen = (load: Load) => ({ lazy: async () => ({ Component: await loadScreen(load) }) })

/** A route that has the page to itself, its errors included. */
const page = (load: Load, route: RouteObject): RouteObject =>
  withBoundary(PageError, { ...route, ...lazyScreen(load) })

/** On a route around it: react-router renders no boundary of a route whose own `lazy` was rejected. */
const withBoundary = (ErrorBoundary: ComponentType, route: RouteObject): RouteObject => ({
  ErrorBoundary,
  children: [route],
})
