import type { Holder } from './permissions.ts'
import {
  type AddedResource,
  admits,
  type EditedResource,
  type ListedResource,
  landings,
  publicRoutes,
  type Route,
  type ViewedResource,
} from './routes.ts'

/** Dialogs of the profile, by their name in its URL. */
type ProfileDialog =
  | 'details'
  | 'password'
  | 'second-factor'
  | 'recovery-codes'
  | 'no-second-factor'
  | 'add-passkey'

/** Builds every link of the console. Do not write a path anywhere else. */
export const paths = {
  login: (next?: string) =>
    next ? `${publicRoutes.login}?next=${encodeURIComponent(next)}` : publicRoutes.login,
  register: () => publicRoutes.register,
  forgetPassword: () => publicRoutes.forgetPassword,
  resendEmail: () => publicRoutes.resendEmail,
  logout: () => publicRoutes.logout,
  lockScreen: (next?: string) =>
    next ? `${publicRoutes.lockScreen}?next=${encodeURIComponent(next)}` : publicRoutes.lockScreen,
  signOn: (provider: string) => publicRoutes.signOn.replace(':provider', provider),
  landing: () => publicRoutes.landing,
  home: () => '/',
  verifyEmail: (token: string) => publicRoutes.verifyEmail.replace(':token', token),
  passwordReset: (token: string) => publicRoutes.passwordReset.replace(':token', token),
  confirm: () => publicRoutes.confirm,
  activate: () => publicRoutes.activate,
  /** `part`: the panel that is scrolled to. */
  dashboard: (view: Parameters = {}, part?: 'profit') =>
    `${withParameters('/dashboard', view)}${part === undefined ? '' : `#${part}`}`,
  calculator: (inputs: Parameters = {}) => withParameters('/calculator', inputs),
  /** Who calls now, or figures of callers. */
  callers: (view: Parameters = {}) => withParameters('/callers', view),
  /** `kind`: of its lines; default: changes. */
  history: (kind?: 'login' | 'download') => (kind === undefined ? '/journal' : `/journal?kind=${kind}`),
  status: () => '/status',
  /** `open`: the dialog to open on arrival. */
  profile: (open?: ProfileDialog) => (open ? `/profile?open=${open}` : '/profile'),
  /** The dialog that unlinks the account from an identity provider. */
  unlinkIdentity: (issuer: string) => `/profile?open=unlink-identity&issuer=${encodeURIComponent(issuer)}`,
  /** `command`: the command whose shortcut is edited on arrival. */
  keyboard: (command?: string) => withParameters('/keyboard', command === undefined ? {} : { command }),
  list: (resource: ListedResource, query?: string) => filtered(`/${resource}/list`, query),
  /** A record's page. `search`: the query string of the list it belongs to (`?q=...`), for next and previous. */
  view: (resource: ViewedResource, id: string, search = '') => `/${resource}/view/${id}${search}`,
  add: (resource: AddedResource) => `/${resource}/add`,
  /** The form of a new order, with the customer of that phone filled in. */
  newOrder: (phone: string) => withParameters('/orders/add', { phone }),
  /** `field`: the one that gets focus. */
  edit: (resource: EditedResource, id: string, field?: string) =>
    `/${resource}/edit/${id}${field === undefined ? '' : `#${field}`}`,
  productFromOffer: (affiliate: string) => `/products/add/${affiliate}`,
  importOrders: () => '/orders/import',
  /** Triage of the orders that match a query, or of all that wait for a call. */
  triage: (query?: string) => filtered('/orders/triage', query),
  /** Triage, with an order that is already one's own first. */
  callNow: (order: string) => withParameters('/orders/triage', { order }),
  /**
   * Print page of parcel labels. `chosen`: parameters of a list call (`ids`, `except`). `list`: query string of the list that
   * the page links back to.
   */
  labels: (chosen: Parameters, list = '') =>
    withParameters('/shippings/labels', list === '' ? chosen : { ...chosen, list }),
  /** Print page of manifests; parameters as for `labels`. */
  printManifests: (chosen: Parameters, list = '') =>
    withParameters('/manifests/print', list === '' ? chosen : { ...chosen, list }),
  /** The scan session of this device; `action` and `delivery` preselect what it does and for which courier. */
  scanSession: (begin: { action?: string; delivery?: string } = {}) =>
    withParameters('/shippings/scan', begin),
  deliveryList: (query?: string) => filtered('/shippings/delivery/list', query),
  /** `search`: query string of the list it belongs to; `print`: opens the print dialog on arrival. */
  invoice: (id: string, { search = '', print = false }: { search?: string; print?: boolean } = {}) => {
    const asked = print ? `${search === '' ? '?' : `${search}&`}print=1` : search
    return `/invoices/view/${id}${asked}`
  },
  /** The form that counts a courier's cash, with that courier preselected. */
  countCash: (delivery?: string) =>
    withParameters('/handovers/count', delivery === undefined ? {} : { delivery }),
  /** Pasting a grid of tariffs, with its rehearsal. */
  tariffGrid: () => '/tariffs/grid',
  advertisingPaste: () => '/advertising/paste',
  receipt: (id: string) => `/handovers/receipt/${id}`,
  /** The form of a payout. `invoices`: ids that it pays, comma-joined; `all`: everything that is owed. */
  payOut: (start: { seller?: string; invoices?: string; all?: string } = {}) =>
    withParameters('/payouts/add', start),
  payoutReceipt: (id: string) => `/payouts/receipt/${id}`,
  /** The account of a seller; without one, one's own. */
  statement: (of: { seller?: string; from?: string; to?: string } = {}) =>
    withParameters('/payouts/statement', of),
  store: (query?: string) => filtered('/affiliates/store', query),
} as const

/**
 * Where leaving a record leads: to its list; for those who may not open that, to the queue of calls that showed them the record, or
 * to their start screen.
 */
export const listOrStart = (resource: ListedResource, who: Holder): string => {
  if (admits(`/${resource}/list`, who)) return paths.list(resource)
  return resource === 'orders' && admits('/orders/triage', who) ? paths.triage() : landings[who.role]
}

type Parameters = Readonly<Record<string, string>>

/** A screen with query parameters. */
function withParameters(screen: Route, parameters: Parameters): string {
  const query = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  return query === '' ? screen : `${screen}?${query}`
}

/** A list with a filter, in the filter box's grammar. */
function filtered(list: Route, query: string | undefined): string {
  return query ? `${list}?q=${encodeURIComponent(query)}` : list
}

/** Lists of a resource beside its own one, by the name that the address of a record has for them (`list=store`). */
const sideLists: Readonly<Record<string, Route>> = { store: '/affiliates/store' }

/** Search part of the address of a record that is opened from the list at `path`. */
export const searchFrom = (path: string, search: string): string => {
  const name = Object.keys(sideLists).find((list) => sideLists[list] === path)
  return name === undefined ? search : `${search === '' ? '?' : `${search}&`}list=${name}`
}

/** The side list that a record's address names, with that list's own search part; null: the resource's own list. */
export const sideListIn = (search: string): { path: Route; search: string } | null => {
  const parts = search.slice(1).split('&')
  const name = Object.keys(sideLists).find((list) => parts.includes(`list=${list}`))
  const path = name === undefined ? undefined : sideLists[name]
  if (path === undefined) return null
  const own = parts.filter((part) => part !== `list=${name}`).join('&')
  return { path, search: own === '' ? '' : `?${own}` }
}
