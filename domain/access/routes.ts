import type { Role } from './roles.ts'

/** Screens behind the gates and the roles that each admits. Read by the router's guard, the menu and the palette. */
export const routes = {
  '/orders/list': ['admin', 'seller'],
  '/orders/add': ['admin'],
  '/orders/edit/:id': ['admin'],
  '/orders/import': ['admin', 'seller'],
  '/products/list': ['admin', 'seller'],
  '/products/add': ['admin'],
  '/products/edit/:id': ['admin'],
  '/shippings/list': ['admin', 'agent'],
  '/shippings/delivery/list': ['admin', 'delivery'],
  '/users/list': ['admin'],
  '/users/add': ['admin'],
  '/users/edit/:id': ['admin'],
} as const satisfies Record<string, readonly Role[]>

export type Route = keyof typeof routes

/** Screens that anybody may open. The gates keep those signed in but not yet admitted. */
export const publicRoutes = {
  login: '/auth/login',
  confirm: '/auth/confirm',
  activate: '/auth/activate',
} as const

export const admits = (route: Route, role: Role): boolean => (routes[route] as readonly Role[]).includes(role)

/** Where each role lands, from `/` and from any path that is not theirs. Null: no screen of theirs exists. */
export const landings: Record<Role, Route | null> = {
  admin: '/orders/list',
  seller: '/orders/list',
  agent: '/shippings/list',
  moderator: null,
  delivery: '/shippings/delivery/list',
}
