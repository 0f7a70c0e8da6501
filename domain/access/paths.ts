import {
  type AddedResource,
  type EditedResource,
  type ListedResource,
  publicRoutes,
  type Route,
  type ViewedResource,
} from './routes.ts'

/** Every link of the console. A path is never written anywhere else. */
export const paths = {
  login: (next?: string) =>
    next ? `${publicRoutes.login}?next=${encodeURIComponent(next)}` : publicRoutes.login,
  register: () => publicRoutes.register,
  forgetPassword: () => publicRoutes.forgetPassword,
  resendEmail: () => publicRoutes.resendEmail,
  logout: () => publicRoutes.logout,
  lockScreen: (next?: string) =>
    next ? `${publicRoutes.lockScreen}?next=${encodeURIComponent(next)}` : publicRoutes.lockScreen,
  landing: () => publicRoutes.landing,
  home: () => '/',
  verifyEmail: (token: string) => publicRoutes.verifyEmail.replace(':token', token),
  passwordReset: (token: string) => publicRoutes.passwordReset.replace(':token', token),
  confirm: () => publicRoutes.confirm,
  activate: () => publicRoutes.activate,
  dashboard: (view: Parameters = {}) => withParameters('/dashboard', view),
  calculator: (inputs: Parameters = {}) => withParameters('/calculator', inputs),
  journal: () => '/journal',
  /** `open` is the dialog to open on it. */
  profile: (open?: 'details' | 'password') => (open ? `/profile?open=${open}` : '/profile'),
  /** `command` is the command whose keys are edited at once. */
  keyboard: (command?: string) => withParameters('/keyboard', command === undefined ? {} : { command }),
  list: (resource: ListedResource, query?: string) => filtered(`/${resource}/list`, query),
  /** A record to be read. `search` is the address of the list that it is walked in, `?q=...`. */
  view: (resource: ViewedResource, id: string, search = '') => `/${resource}/view/${id}${search}`,
  add: (resource: AddedResource) => `/${resource}/add`,
  /** The form of a new order for whom that phone belongs to. */
  newOrder: (phone: string) => withParameters('/orders/add', { phone }),
  edit: (resource: EditedResource, id: string) => `/${resource}/edit/${id}`,
  productFromOffer: (affiliate: string) => `/products/add/${affiliate}`,
  importOrders: () => '/orders/import',
  /** Calling those that a filter finds, or all that wait. */
  triage: (query?: string) => filtered('/orders/triage', query),
  /**
   * The print page of these parcels' labels: the parameters of a list, `ids` among them, less `except`. `list` is the address
   * of the list that it leads back to, `?q=...`.
   */
  labels: (chosen: Parameters, list = '') =>
    withParameters('/shippings/labels', list === '' ? chosen : { ...chosen, list }),
  /** The print page of manifests, by the same parameters. */
  printManifests: (chosen: Parameters, list = '') =>
    withParameters('/manifests/print', list === '' ? chosen : { ...chosen, list }),
  /** The scan session of this device; with `action` it goes on doing that, where needed with a delivery guy. */
  scanSession: (begin: { action?: string; delivery?: string } = {}) =>
    withParameters('/shippings/scan', begin),
  deliveryList: (query?: string) => filtered('/shippings/delivery/list', query),
  /** `search` is the address of the list that it is walked in, `?q=...`; with `print` the page prints itself. */
  invoice: (id: string, { search = '', print = false }: { search?: string; print?: boolean } = {}) => {
    const asked = print ? `${search === '' ? '?' : `${search}&`}print=1` : search
    return `/invoices/view/${id}${asked}`
  },
  /** Counting the cash of a delivery guy, chosen already where they are named. */
  countCash: (delivery?: string) =>
    withParameters('/handovers/count', delivery === undefined ? {} : { delivery }),
  receipt: (id: string) => `/handovers/receipt/${id}`,
  kit: () => '/ui/kit',
  store: (query?: string) => filtered('/affiliates/store', query),
} as const

type Parameters = Readonly<Record<string, string>>

/** A screen whose state is in its link. */
function withParameters(screen: Route, parameters: Parameters): string {
  const query = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  return query === '' ? screen : `${screen}?${query}`
}

/** A list under a filter, as the filter box writes it. */
function filtered(list: Route, query: string | undefined): string {
  return query ? `${list}?q=${encodeURIComponent(query)}` : list
}
