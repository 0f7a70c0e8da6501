import { maySelectCountry } from '../../domain/access/country-choice.ts'
import { paths } from '../../domain/access/paths.ts'
import { isRole } from '../../domain/access/roles.ts'
import { admits, landings, publicRoutes, type Route, routes } from '../../domain/access/routes.ts'
import type { CountryCode } from '../../domain/countries.ts'
import type { SessionRecord } from '../../domain/users/user.ts'

/** Where somebody belongs, from `/`, from a path that is not theirs, and after a login that began at `next`. */
export function landing(session: SessionRecord | null, next: string | null = null): string {
  if (session === null || !isRole(session.role)) return paths.login(next ?? undefined)
  if (!session.isEmailVerified) return publicRoutes.confirm
  if (!session.isActivated) return publicRoutes.activate
  if (next !== null && mayOpen(session, next)) return next
  return landings[session.role]
}

/** Agents, moderators and delivery people work in their own country, whatever was selected before them. */
export const forcedCountry = ({ role, country }: SessionRecord): CountryCode | null =>
  maySelectCountry(role) ? null : country

/** The route that a path stands for; the query and the fragment do not count. */
export function routeOf(path: string): Route | null {
  const parts = path.split(/[?#]/)[0]!.split('/')
  const matches = (route: Route) => {
    const pattern = route.split('/')
    return (
      pattern.length === parts.length &&
      pattern.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]))
    )
  }
  return (Object.keys(routes) as Route[]).find(matches) ?? null
}

/** Only a screen of ours, so that a crafted link cannot send anybody elsewhere. */
const mayOpen = ({ role }: SessionRecord, path: string): boolean => {
  const route = routeOf(path)
  return route !== null && admits(route, role)
}
