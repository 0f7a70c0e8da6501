import { publicRoutes } from './routes.ts'

/** Every link of the console. A path is never written anywhere else. */
export const paths = {
  login: (next?: string) =>
    next ? `${publicRoutes.login}?next=${encodeURIComponent(next)}` : publicRoutes.login,
  confirm: () => publicRoutes.confirm,
  activate: () => publicRoutes.activate,
  list: (resource: 'orders' | 'products' | 'shippings' | 'users', query?: string) =>
    query ? `/${resource}/list?q=${encodeURIComponent(query)}` : `/${resource}/list`,
  add: (resource: 'orders' | 'products' | 'users') => `/${resource}/add`,
  edit: (resource: 'orders' | 'products' | 'users', id: string) => `/${resource}/edit/${id}`,
  importOrders: () => '/orders/import',
  deliveryList: () => '/shippings/delivery/list',
} as const
