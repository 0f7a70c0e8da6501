import type { Role } from './roles.ts'

/** Screens behind the gates and the roles that each admits. Read by the router's guard, the menu and the palette. */
export const routes = {
  '/orders/list': ['admin', 'seller'],
  '/orders/add': ['admin'],
  '/orders/edit/:id': ['admin'],
  '/orders/import': ['admin', 'seller'],
  '/products/list': ['admin', 'seller'],
  '/products/add': ['admin'],
  '/products/add/:affiliate': ['admin'],
  '/products/edit/:id': ['admin'],
  '/shippings/list': ['admin', 'agent'],
  '/shippings/delivery/list': ['admin', 'delivery'],
  '/expeditions/list': ['admin', 'seller'],
  '/expeditions/add': ['admin'],
  '/expeditions/edit/:id': ['admin'],
  '/requests/list': ['admin', 'seller'],
  '/requests/add': ['admin'],
  '/requests/edit/:id': ['admin'],
  '/affiliates/list': ['admin', 'seller'],
  '/affiliates/store': ['admin', 'seller'],
  '/affiliates/add': ['admin'],
  '/affiliates/edit/:id': ['admin'],
  '/invoices/list': ['admin', 'seller', 'moderator'],
  '/invoices/edit/:id': ['admin'],
  '/packages/list': ['admin'],
  '/packages/add': ['admin'],
  '/packages/edit/:id': ['admin'],
  '/users/list': ['admin'],
  '/users/add': ['admin'],
  '/users/edit/:id': ['admin'],
} as const satisfies Record<string, readonly Role[]>

export type Route = keyof typeof routes

type Under<End extends string> = {
  [R in Route]: R extends `/${infer Name}/${End}` ? Name : never
}[Route]

/** The resources that have a screen of their own to be listed, made and edited on. */
export type ListedResource = Exclude<Under<'list'>, `${string}/${string}`>
export type AddedResource = Under<'add'>
export type EditedResource = Under<'edit/:id'>

/** Screens that anybody may open; mails lead to those with a token. The gates keep those signed in but not yet admitted. */
export const publicRoutes = {
  login: '/auth/login',
  confirm: '/auth/confirm',
  activate: '/auth/activate',
  verifyEmail: '/auth/verify-email/:token',
  passwordReset: '/auth/password-reset/:token',
} as const

export const admits = (route: Route, role: Role): boolean => (routes[route] as readonly Role[]).includes(role)

/** Where each role lands, from `/` and from any path that is not theirs. */
export const landings: Record<Role, Route> = {
  admin: '/orders/list',
  seller: '/orders/list',
  agent: '/shippings/list',
  moderator: '/invoices/list',
  delivery: '/shippings/delivery/list',
}
