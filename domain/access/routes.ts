import type { Role } from './permissions.ts'

/** Screens behind the gates and the roles that each admits. Read by the router's guard, the menu and the palette. */
export const routes = {
  '/dashboard': ['admin', 'seller', 'moderator'],
  '/calculator': ['admin'],
  '/journal': ['admin', 'seller', 'agent', 'moderator', 'delivery'],
  '/profile': ['admin', 'seller', 'agent', 'moderator', 'delivery'],
  '/keyboard': ['admin', 'seller', 'agent', 'moderator', 'delivery'],
  '/orders/list': ['admin', 'seller'],
  '/orders/add': ['admin'],
  '/orders/view/:id': ['admin', 'seller'],
  '/orders/edit/:id': ['admin'],
  '/orders/import': ['admin', 'seller'],
  '/orders/triage': ['admin'],
  '/products/list': ['admin', 'seller'],
  '/products/add': ['admin'],
  '/products/add/:affiliate': ['admin'],
  '/products/view/:id': ['admin', 'seller'],
  '/products/edit/:id': ['admin'],
  '/shippings/list': ['admin', 'agent'],
  '/shippings/view/:id': ['admin', 'agent', 'delivery'],
  '/shippings/delivery/list': ['admin', 'delivery'],
  '/shippings/labels': ['admin', 'agent'],
  '/shippings/scan': ['admin', 'agent'],
  '/handovers/list': ['admin', 'agent', 'delivery'],
  '/handovers/view/:id': ['admin', 'agent', 'delivery'],
  '/handovers/receipt/:id': ['admin', 'agent', 'delivery'],
  '/handovers/count': ['admin', 'agent'],
  '/expeditions/list': ['admin', 'seller'],
  '/expeditions/add': ['admin'],
  '/expeditions/view/:id': ['admin', 'seller'],
  '/expeditions/edit/:id': ['admin'],
  '/requests/list': ['admin', 'seller'],
  '/requests/add': ['admin'],
  '/requests/view/:id': ['admin', 'seller'],
  '/requests/edit/:id': ['admin'],
  '/affiliates/list': ['admin', 'seller'],
  '/affiliates/store': ['admin', 'seller'],
  '/affiliates/add': ['admin'],
  '/affiliates/view/:id': ['admin', 'seller'],
  '/affiliates/edit/:id': ['admin'],
  '/invoices/list': ['admin', 'seller', 'moderator'],
  '/invoices/view/:id': ['admin', 'seller', 'moderator'],
  '/invoices/edit/:id': ['admin'],
  '/manifests/list': ['admin', 'agent', 'delivery'],
  '/manifests/view/:id': ['admin', 'agent', 'delivery'],
  '/manifests/print': ['admin', 'agent', 'delivery'],
  '/packages/list': ['admin'],
  '/packages/add': ['admin'],
  '/packages/view/:id': ['admin'],
  '/packages/edit/:id': ['admin'],
  '/users/list': ['admin'],
  '/users/add': ['admin'],
  '/users/view/:id': ['admin'],
  '/users/edit/:id': ['admin'],
  '/ui/kit': ['admin'],
} as const satisfies Record<string, readonly Role[]>

export type Route = keyof typeof routes

type Under<End extends string> = {
  [R in Route]: R extends `/${infer Name}/${End}` ? Name : never
}[Route]

/** The resources that have a screen of their own to be listed, read, made and edited on. */
export type ListedResource = Exclude<Under<'list'>, `${string}/${string}`>
export type ViewedResource = Under<'view/:id'>
export type AddedResource = Under<'add'>
export type EditedResource = Under<'edit/:id'>

/** Screens around the account, open to anybody; mails lead to those with a token. The numbered ones are in the split layout. */
export const authRoutes = {
  login: '/auth/login',
  login2: '/auth/login2',
  register: '/auth/register',
  register2: '/auth/register2',
  signinSignup: '/auth/signin-signup',
  signinSignup2: '/auth/signin-signup2',
  confirm: '/auth/confirm',
  confirm2: '/auth/confirm2',
  activate: '/auth/activate',
  resendEmail: '/auth/resend-email',
  verifyEmail: '/auth/verify-email/:token',
  forgetPassword: '/auth/forget-password',
  forgetPassword2: '/auth/forget-password2',
  passwordReset: '/auth/password-reset/:token',
  lockScreen: '/auth/lock-screen',
  lockScreen2: '/auth/lock-screen2',
  logout: '/auth/logout',
  logout2: '/auth/logout2',
} as const

/** Screens that are the same for everybody, and wait for no session. */
export const siteRoutes = {
  landing: '/landing',
  upcoming: '/upcoming',
  maintenance: '/maintenance',
  notFound: '/error-404',
  notFound2: '/error-404-two',
  broken: '/error-500',
  broken2: '/error-500-two',
} as const

/** Every screen that anybody may open, signed in or not. */
export const publicRoutes = { ...authRoutes, ...siteRoutes } as const

export type AuthScreen = keyof typeof authRoutes
export type SiteScreen = keyof typeof siteRoutes
export type PublicScreen = keyof typeof publicRoutes

export const admits = (route: Route, role: Role): boolean => (routes[route] as readonly Role[]).includes(role)

/** Where each role lands, from `/` and from any path that is not theirs. */
export const landings: Record<Role, Route> = {
  admin: '/dashboard',
  seller: '/dashboard',
  agent: '/shippings/list',
  moderator: '/dashboard',
  delivery: '/shippings/delivery/list',
}
