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
import type { SessionRecord } from '../../domain/users/user.ts'
import type { SessionContext } from './session-machine.ts'

/** The landing of a user: from `/`, from a forbidden path, and after a login that began at `next`. */
export function landing(session: SessionRecord | null, next: string | null = null): string {
  if (session === null || !isRole(session.role)) return loginFrom(next)
  if (!session.isEmailVerified) return publicRoutes.confirm
  if (!session.isActivated) return publicRoutes.activate
  if (next !== null && mayOpen(session, next)) return next
  return landings[session.role]
}

/**
 * Where the router leads from a path that is not a public screen: null where the session may open it, the lock screen while
 * the session is locked, else the landing.
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
 * Why a user of the console is led away from a path: it is no screen of ours, or not one for the role. Null for `/`, for a
 * screen that is theirs, and while another screen waits before the gates.
 */
export function whyNotOpen(
  { session }: Pick<SessionContext, 'session'>,
  path: string,
): 'unknown' | 'forbidden' | null {
  if (session === null || !isRole(session.role) || !session.isEmailVerified || !session.isActivated)
    return null
  if (/^\/(?:[?#]|$)/.test(path) || mayOpen(session, path)) return null
  return routeOf(path) === null ? 'unknown' : 'forbidden'
}

/** The login, which keeps a screen of ours in mind to go on to. `/` and what we do not know is nowhere to go on to. */
function loginFrom(path: string | null): string {
  return paths.login(path !== null && routeOf(path) !== null ? path : undefined)
}

/** Agents, moderators and delivery people work in their own country; a stored selection is ignored. */
export const forcedCountry = ({ role, country }: SessionRecord): CountryCode | null =>
  maySelectCountry(role) ? null : country

/** The route behind the gates that a path matches; the query and the fragment do not count. */
export const routeOf = (path: string): Route | null =>
  (Object.keys(routes) as Route[]).find((route) => isAt(path, route)) ?? null

/** The public screen that a path matches. */
export const publicScreenOf = (path: string): PublicScreen | null =>
  (Object.keys(publicRoutes) as PublicScreen[]).find((screen) => isAt(path, publicRoutes[screen])) ?? null

const isAt = (path: string, route: string): boolean => {
  const parts = path.split(/[?#]/)[0]?.split('/') ?? []
  const pattern = route.split('/')
  return (
    pattern.length === parts.length &&
    pattern.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]))
  )
}

/** Only a screen of ours, so that a crafted link cannot send anybody elsewhere. */
const mayOpen = ({ role }: SessionRecord, path: string): boolean => {
  const route = routeOf(path)
  return route !== null && admits(route, role)
}
