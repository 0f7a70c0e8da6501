import type { ComponentType } from 'react'
import { createBrowserRouter, type LoaderFunction, type RouteObject } from 'react-router-dom'
import { paths } from '../../domain/access/paths.ts'
import {
  type AuthScreen,
  authRoutes,
  type Route,
  routes,
  type SiteScreen,
  siteRoutes,
} from '../../domain/access/routes.ts'
import { isProvingAnswer } from '../features/auth/provider-answers.ts'
import { Lock, Login, Logout } from '../features/auth/session-screens.tsx'
import { consoleNamespaces, i18n } from '../i18n/i18n.ts'
import { loadScreen, PageError, RootLayout, ScreenError } from './root-layout.tsx'
import {
  createGuards,
  followSession,
  onPathOrSession,
  type SayRedirected,
  type SessionActor,
} from './session-guards.ts'

/** The router: all routes of `domain/access`, with guards as loaders and lazy screens. */
export const createAppRouter = (session: SessionActor, sayRedirected: SayRedirected) => {
  const guards = createGuards(session, sayRedirected)
  const guarded = { loader: guards.console, shouldRevalidate: onPathOrSession }
  const router = createBrowserRouter([
    {
      Component: RootLayout,
      ErrorBoundary: PageError,
      children: [
        ...Object.keys(siteRoutes).map((name) => siteRoute(name as SiteScreen)),
        ...authScreens(guards),
        page(consoleLayout, { ...guarded, children: consoleScreens() }),
        ...catalogue(guards),
        // The guard redirects `/` and unknown paths.
        { ...guarded, path: '*', element: null },
      ],
    },
  ])
  followSession(session, router)
  return router
}

type Load = () => Promise<ComponentType>

/** Lazy chunk of the authenticated console. */
const consoleModule = () => import('./console.tsx')

const consoleLayout: Load = async () => {
  const [{ ConsoleLayout }] = await Promise.all([consoleModule(), i18n.loadNamespaces(consoleNamespaces)])
  return ConsoleLayout
}
/** The console's code and texts, for when they will be needed soon. Failures are left to whoever needs them. */
export const preloadConsole = (): void => {
  void consoleLayout().catch(() => undefined)
}

const splitLayout: Load = async () => {
  const [{ SplitLayout }] = await Promise.all([
    import('../features/site/promise-panel.tsx'),
    i18n.loadNamespaces('landing'),
  ])
  return SplitLayout
}

const consoleScreens = (): RouteObject[] =>
  (Object.keys(routes) as Route[]).map((path) =>
    withBoundary(ScreenError, { path, ...lazyScreen(async () => (await consoleModule()).screens[path]()) }),
  )

/**
 * `/ui/kit`, the component catalogue: only in development and in the bundle for browser tests (`--mode kit`), for users who may
 * open their profile.
 */
const catalogue = ({ console }: ReturnType<typeof createGuards>): RouteObject[] => {
  if (!import.meta.env.DEV && import.meta.env.MODE !== 'kit') return []
  const load: Load = async () => (await import('../features/kit/kit-screen.tsx')).default
  const profile = new URL(paths.profile(), location.origin)
  return [
    page(consoleLayout, {
      loader: (args) => console({ ...args, request: new Request(profile) }),
      shouldRevalidate: onPathOrSession,
      children: [withBoundary(ScreenError, { path: '/ui/kit', ...lazyScreen(load) })],
    }),
  ]
}

const site = (name: keyof typeof import('../features/site/notice-screens.tsx')): Load => {
  return async () => (await import('../features/site/notice-screens.tsx'))[name]
}

const siteScreens: Record<SiteScreen, { load: Load; isSplit?: true }> = {
  landing: { load: async () => (await import('../features/site/landing-screen.tsx')).LandingScreen },
  upcoming: { load: site('Upcoming') },
  maintenance: { load: site('Maintenance') },
  notFound: { load: site('NotFound') },
  notFound2: { load: site('NotFound'), isSplit: true },
  broken: { load: site('Broken') },
  broken2: { load: site('Broken'), isSplit: true },
}

/** Static screens do not wait for the session. */
const siteRoute = (name: SiteScreen): RouteObject => {
  const { load, isSplit } = siteScreens[name]
  return split(page(load, { path: siteRoutes[name] }), isSplit)
}

/** In the entry chunk, so that the login needs no further request. */
const session = (Screen: ComponentType): Load => {
  return async () => Screen
}
const account = (name: keyof typeof import('../features/auth/account-screens.tsx')): Load => {
  return async () => (await import('../features/auth/account-screens.tsx'))[name]
}

const authScreens = ({ anybody, signedOut, gate }: ReturnType<typeof createGuards>): RouteObject[] => {
  const table: Record<AuthScreen, { load: Load; loader: LoaderFunction; isSplit?: true }> = {
    login: { load: session(Login), loader: signedOut },
    login2: { load: session(Login), loader: signedOut, isSplit: true },
    register: { load: account('Register'), loader: anybody },
    register2: { load: account('Register'), loader: anybody, isSplit: true },
    signinSignup: { load: account('SigninSignup'), loader: signedOut },
    signinSignup2: { load: account('SigninSignup'), loader: signedOut, isSplit: true },
    confirm: { load: account('Confirm'), loader: gate('unverified') },
    confirm2: { load: account('Confirm'), loader: gate('unverified'), isSplit: true },
    activate: { load: account('Activate'), loader: gate('inactive') },
    secondFactor: {
      load: async () => (await import('./shell/enrol-page.tsx')).EnrolPage,
      loader: gate('unenrolled'),
    },
    signOn: {
      load: async () => (await import('../features/auth/sign-on-screen.tsx')).SignOnScreen,
      // Who says again who they are is signed in.
      loader: (args) => (isProvingAnswer(new URL(args.request.url).search) ? anybody : signedOut)(args),
    },
    resendEmail: { load: account('ResendEmail'), loader: anybody },
    verifyEmail: { load: account('VerifyEmail'), loader: anybody },
    forgetPassword: { load: account('ForgetPassword'), loader: anybody },
    forgetPassword2: { load: account('ForgetPassword'), loader: anybody, isSplit: true },
    passwordReset: { load: account('PasswordReset'), loader: anybody },
    lockScreen: { load: session(Lock), loader: anybody },
    lockScreen2: { load: session(Lock), loader: anybody, isSplit: true },
    logout: { load: session(Logout), loader: anybody },
    logout2: { load: session(Logout), loader: anybody, isSplit: true },
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

/** A route with its own error page. */
const page = (load: Load, route: RouteObject): RouteObject =>
  withBoundary(PageError, { ...route, ...lazyScreen(load) })

/** On a parent route: react-router renders no boundary of a route whose `lazy` was rejected. */
const withBoundary = (ErrorBoundary: ComponentType, route: RouteObject): RouteObject => ({
  ErrorBoundary,
  children: [route],
})
