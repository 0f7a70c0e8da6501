import {
  type ActOf,
  type Grantee,
  grantedTo,
  grantees,
  type Holder,
  type ResourceName,
  type Role,
  resourceAccess,
  resourceNames,
  roles,
  type ScreenVerb,
} from './permissions.ts'

/** Path segment of each screen verb: `/orders/view/:id`. */
const screens = {
  list: 'list',
  view: 'view/:id',
  create: 'add',
  update: 'edit/:id',
} as const satisfies Record<ScreenVerb, string>

type Shown<R extends ResourceName> = Exclude<ActOf<R> & ScreenVerb, Hidden<(typeof resourceAccess)[R]>>
type Hidden<Access> = Access extends { screens: infer S }
  ? { [Act in keyof S]: S[Act] extends false ? Act : never }[keyof S]
  : never
type RouteOf<R extends ResourceName> = R extends R ? `/${R}/${(typeof screens)[Shown<R>]}` : never

export type ResourceRoute = RouteOf<ResourceName>

type ResourceScreen = {
  route: ResourceRoute
  resource: ResourceName
  act: ScreenVerb
  roles: readonly Grantee[]
}

/** The screens of all resources with their roles. */
export const resourceScreens: readonly ResourceScreen[] = resourceNames.flatMap((resource) => {
  const access: Access = resourceAccess[resource]
  return (Object.keys(screens) as ScreenVerb[]).flatMap((act) => {
    const grant = access.grants[act]
    const shownTo =
      access.screens?.[act] ??
      grantees.filter((one) => grant !== undefined && grantedTo(one, grant) !== undefined)
    const route = `/${resource}/${screens[act]}` as ResourceRoute
    return grant === undefined || shownTo === false ? [] : [{ route, resource, act, roles: shownTo }]
  })
})

const resourceRoutes = Object.fromEntries(
  resourceScreens.map(({ route, roles: shownTo }) => [route, shownTo]),
) as Readonly<Record<ResourceRoute, readonly Grantee[]>>

type Access = {
  grants: Readonly<Partial<Record<string, Partial<Record<Grantee, string>>>>>
  screens?: Readonly<Partial<Record<ScreenVerb, false | readonly Grantee[]>>>
}

/** Screens that need a session, and the roles admitted to each. */
export const routes = {
  ...resourceRoutes,
  '/dashboard': ['admin', 'seller', 'moderator'],
  '/calculator': ['admin'],
  '/callers': ['admin', 'caller'],
  '/journal': roles,
  '/status': ['admin'],
  '/profile': roles,
  '/keyboard': roles,
  '/orders/import': ['admin', 'seller'],
  '/orders/triage': ['admin', 'caller'],
  '/products/add/:affiliate': ['admin'],
  '/shippings/delivery/list': ['admin', 'delivery'],
  '/shippings/labels': ['admin', 'agent'],
  '/shippings/scan': ['admin', 'agent'],
  '/handovers/receipt/:id': ['admin', 'agent', 'delivery'],
  '/handovers/count': ['admin', 'agent'],
  '/affiliates/store': ['admin', 'seller'],
  '/payouts/receipt/:id': ['admin', 'seller'],
  '/payouts/statement': ['admin', 'seller'],
  '/tariffs/grid': ['admin'],
  '/advertising/paste': ['admin', 'seller'],
  '/manifests/print': ['admin', 'agent', 'delivery'],
} as const satisfies Record<string, readonly Grantee[]>

export type Route = keyof typeof routes

/** The resources that have a screen for a verb. */
type ShownBy<Act extends ScreenVerb, R extends ResourceName = ResourceName> = R extends R
  ? Act extends Shown<R>
    ? R
    : never
  : never
export type ListedResource = ShownBy<'list'>
export type ViewedResource = ShownBy<'view'>
export type AddedResource = ShownBy<'create'>
export type EditedResource = ShownBy<'update'>

/** Account screens, open without a session; mails link to those with a token. The numbered ones use the split layout. */
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
  secondFactor: '/auth/second-factor',
  /** Where an identity provider sends the browser back. Registered there, so it stays. */
  signOn: '/auth/sso/:provider',
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

/** Screens that do not depend on the session. */
export const siteRoutes = {
  landing: '/landing',
  upcoming: '/upcoming',
  maintenance: '/maintenance',
  notFound: '/error-404',
  notFound2: '/error-404-two',
  broken: '/error-500',
  broken2: '/error-500-two',
} as const

export const publicRoutes = { ...authRoutes, ...siteRoutes } as const

export type AuthScreen = keyof typeof authRoutes
export type SiteScreen = keyof typeof siteRoutes
export type PublicScreen = keyof typeof publicRoutes

/** Whether the screen is open to somebody; of a person pass them, as for `scopeOf`. */
export const admits = (route: Route, who: Grantee | Holder): boolean => {
  const admitted: readonly Grantee[] = routes[route]
  return grantedTo(who, Object.fromEntries(admitted.map((one) => [one, true]))) === true
}

/** Start screen of each role: target of `/` and of any path that the role may not open. */
export const landings: Record<Role, Route> = {
  admin: '/dashboard',
  seller: '/dashboard',
  agent: '/shippings/list',
  moderator: '/dashboard',
  delivery: '/shippings/delivery/list',
}
