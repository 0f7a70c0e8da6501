import { maySelectCountry } from '../../domain/access/actor.ts'
import { paths } from '../../domain/access/paths.ts'
import { isRole } from '../../domain/access/permissions.ts'
import {
  admits,
  landings,
  type PublicScreen,
  publicRoutes,
  type Route,
  routes,
} from '../../domain/access/routes.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import { isFactorDue } from '../../domain/users/second-factor.ts'
import type { SessionRecord } from '../../domain/users/user.ts'
import type { SessionContext } from './session-machine.ts'

/** Start path of a user: from `/`, from a forbidden path, and after a login with `next`. */
export function landing(session: SessionRecord | null, next: string | null = null): string {
  if (session === null || !isRole(session.role)) return loginFrom(next)
  if (!session.isEmailVerified) return publicRoutes.confirm
  if (!session.isActivated) return publicRoutes.activate
  if (isFactorDue(session, Date.now())) return publicRoutes.secondFactor
  if (next !== null && mayOpen(session, next)) return next
  return landings[session.role]
}

/**
 * Where the router redirects a path that is no public screen: null if the session may open it, the lock screen while locked,
 * else the start path.
 */
export function consoleRedirect(
  { session, locked }: Pick<SessionContext, 'session' | 'locked'>,
  path: string,
): string | null {
  if (session === null && locked !== null) {
    return paths.lockScreen(routeOf(path) === null ? undefined : path)
  }
  const to = landing(session, path)
  return to === path ? null : to
}

/**
 * Code why a path is redirected: no such screen, or not for the role. Null for `/`, for permitted screens, and while a gate is
 * closed.
 */
export function whyNotOpen(
  { session }: Pick<SessionContext, 'session'>,
  path: string,
): 'unknown' | 'forbidden' | null {
  if (session === null || !isRole(session.role) || !session.isEmailVerified || !session.isActivated)
    return null
  if (isFactorDue(session, Date.now())) return null
  if (/^\/(?:[?#]|$)/.test(path) || mayOpen(session, path)) return null
  return routeOf(path) === null ? 'unknown' : 'forbidden'
}

/** The login with `next`; omitted for `/` and unknown paths. */
function loginFrom(path: string | null): string {
  return paths.login(path !== null && routeOf(path) !== null ? path : undefined)
}

/** Country of roles that are bound to their own; a stored selection is ignored. Null for the others. */
export const forcedCountry = ({ role, country }: SessionRecord): CountryCode | null =>
  maySelectCountry(role) ? null : country

/** The route of a path, ignoring query and fragment. */
export const routeOf = (path: string): Route | null =>
  (Object.keys(routes) as Route[]).find((route) => isAt(path, route)) ?? null

/** The public screen of a path. */
export const publicScreenOf = (path: string): PublicScreen | null =>
  (Object.keys(publicRoutes) as PublicScreen[]).find((screen) => isAt(path, publicRoutes[screen])) ?? null

/** Screens about an account that need not be the one that is signed in. */
const ofAnyAccount: readonly (PublicScreen | null)[] = [
  'register',
  'register2',
  'forgetPassword',
  'forgetPassword2',
  'passwordReset',
]

/** Whether a page that opens at this path takes over the session of this device or of another tab. */
export const takesOverSession = (path: string): boolean => !ofAnyAccount.includes(publicScreenOf(path))

const isAt = (path: string, route: string): boolean => {
  const parts = path.split(/[?#]/)[0]?.split('/') ?? []
  const pattern = route.split('/')
  return (
    pattern.length === parts.length &&
    pattern.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]))
  )
}

/** Only known routes, so that a crafted link cannot redirect elsewhere. */
const mayOpen = (session: SessionRecord, path: string): boolean => {
  const route = routeOf(path)
  return route !== null && admits(route, session)
}
