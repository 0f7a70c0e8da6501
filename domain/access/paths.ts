import {
  type AddedResource,
  type EditedResource,
  type ListedResource,
  publicRoutes,
  type Route,
} from './routes.ts'

/** Every link of the console. A path is never written anywhere else. */
export const paths = {
  login: (next?: string) =>
    next ? `${publicRoutes.login}?next=${encodeURIComponent(next)}` : publicRoutes.login,
  verifyEmail: (token: string) => publicRoutes.verifyEmail.replace(':token', token),
  passwordReset: (token: string) => publicRoutes.passwordReset.replace(':token', token),
  confirm: () => publicRoutes.confirm,
  activate: () => publicRoutes.activate,
  list: (resource: ListedResource, query?: string) => filtered(`/${resource}/list`, query),
  add: (resource: AddedResource) => `/${resource}/add`,
  edit: (resource: EditedResource, id: string) => `/${resource}/edit/${id}`,
  productFromOffer: (affiliate: string) => `/products/add/${affiliate}`,
  importOrders: () => '/orders/import',
  deliveryList: (query?: string) => filtered('/shippings/delivery/list', query),
  store: (query?: string) => filtered('/affiliates/store', query),
} as const

/** A list under a filter, as the filter box writes it. */
function filtered(list: Route, query: string | undefined): string {
  return query ? `${list}?q=${encodeURIComponent(query)}` : list
}
