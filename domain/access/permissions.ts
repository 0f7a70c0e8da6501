export const roles = ['admin', 'seller', 'agent', 'moderator', 'delivery'] as const
export type Role = (typeof roles)[number]

export const isRole = (value: unknown): value is Role => roles.includes(value as Role)

/**
 * Which records a role may use a verb on: all, those of the actor's country, the actor's own, or those assigned to them. A verb
 * without an entry for a role is forbidden to it.
 */
export type Scope = 'all' | 'country' | 'own' | 'assigned'

/** Who a grant is for: a role, or agents with the capability `calls`. These hold what agents hold, and what `caller` adds. */
export const grantees = [...roles, 'caller'] as const
export type Grantee = (typeof grantees)[number]

/** The facts about a person that decide what they hold. */
export type Holder = { role: Role; calls?: boolean }

export const granteeOf = ({ role, calls }: Holder): Grantee =>
  role === 'agent' && calls === true ? 'caller' : role

type Grant = Partial<Record<Grantee, Scope>>

const admin = { admin: 'all' } as const satisfies Grant
const sellers = { ...admin, seller: 'own' } as const satisfies Grant
const agents = { ...admin, agent: 'country' } as const satisfies Grant
/** The queue of calls of one's country: no list of all orders, no export, no deletion. */
const callers = { ...admin, caller: 'country' } as const satisfies Grant
/** What sellers do with their own orders, and callers on the phone. */
const sellersAndCallers = { ...sellers, caller: 'country' } as const satisfies Grant
const couriers = { ...agents, delivery: 'assigned' } as const satisfies Grant
const billing = { ...sellers, moderator: 'country' } as const satisfies Grant
/** Sellers read all offers of their country. */
const store = { ...admin, seller: 'country' } as const satisfies Grant
/** Prices are of who bills. */
const prices = { ...admin, moderator: 'country' } as const satisfies Grant
/** Where we deliver is read by everybody in the country. */
const places = {
  ...store,
  agent: 'country',
  moderator: 'country',
  delivery: 'country',
} as const satisfies Grant
/** Who writes to customers reads the templates of their country. */
const written = {
  ...admin,
  seller: 'country',
  agent: 'country',
  delivery: 'country',
} as const satisfies Grant
/** Agents share views with users of their country, admins with everybody. */
const sharers = { ...admin, agent: 'country' } as const satisfies Grant
const everybody = {
  ...admin,
  seller: 'own',
  agent: 'own',
  moderator: 'own',
  delivery: 'own',
} as const satisfies Grant

/** Grants of a resource that people create and edit: `read` for list, view and export, `write` for the rest. */
const kept = <const Read extends Grant, const Write extends Grant>(read: Read, write: Write) => ({
  list: read,
  view: read,
  create: write,
  update: write,
  delete: write,
  export: read,
  history: read,
})

/** Grants of a resource that the server creates. */
const read = <const Read extends Grant, const History extends Grant>(read: Read, history: History) => ({
  list: read,
  view: read,
  export: read,
  history,
})

type ResourceAccess = {
  noun: string
  grants: Readonly<Record<string, Grant>>
  screens?: Readonly<Partial<Record<ScreenVerb, false | readonly Grantee[]>>>
}

/** Verbs with a screen in `routes.ts`, open to the roles that hold the verb. */
export type ScreenVerb = 'list' | 'view' | 'create' | 'update'

/**
 * The resources by name in API paths, in display order, and the only place where a role gets a right: route guards, menus,
 * palette, server and tests read it. `noun` prefixes the verbs (`order.confirm`); `screens` lists verbs without a screen, or
 * with one for fewer roles. Columns are defined elsewhere, so that the login does not load them.
 */
export const resourceAccess = {
  orders: {
    noun: 'order',
    grants: {
      ...kept(sellers, admin),
      view: sellersAndCallers,
      history: sellersAndCallers,
      // What of it: `domain/orders/policy.ts`.
      update: sellersAndCallers,
      confirm: callers,
      cancel: sellersAndCallers,
      'not-reachable': callers,
      reopen: admin,
      comment: sellersAndCallers,
      merge: callers,
      message: sellersAndCallers,
      claim: callers,
      'take-over': admin,
      free: admin,
      import: sellers,
    },
  },
  products: { noun: 'product', grants: { ...kept(sellers, admin), rates: admin, restock: sellers } },
  shippings: {
    noun: 'shipping',
    grants: {
      ...read(couriers, agents),
      update: admin,
      comment: admin,
      delete: admin,
      assign: agents,
      unassign: couriers,
      dispatch: couriers,
      deliver: couriers,
      postpone: couriers,
      'not-reachable': couriers,
      refuse: couriers,
      return: agents,
      lose: agents,
      cancel: couriers,
      reopen: admin,
      'apply-sheet': agents,
      'print-labels': agents,
      message: couriers,
    },
    screens: { list: ['admin', 'agent'], update: false },
  },
  users: {
    noun: 'user',
    grants: {
      ...kept(admin, admin),
      activate: admin,
      'set-password': admin,
      'reset-second-factor': admin,
      'let-call': admin,
    },
  },
  expeditions: {
    noun: 'expedition',
    grants: { ...kept(sellers, admin), confirm: admin, unconfirm: admin, mark: admin, comment: admin },
  },
  requests: {
    noun: 'request',
    grants: { ...kept(sellers, admin), confirm: admin, unconfirm: admin, mark: admin, comment: admin },
  },
  affiliates: {
    noun: 'affiliate',
    grants: { ...kept(sellers, admin), view: store, store, take: store, request: store },
  },
  invoices: {
    noun: 'invoice',
    grants: {
      ...read(billing, billing),
      update: admin,
      pay: admin,
      unpay: admin,
      generate: admin,
      'set-issuer': admin,
    },
  },
  payouts: { noun: 'payout', grants: { ...kept(sellers, admin), statement: sellers } },
  // Undo works as elsewhere: agents undo their own changes.
  manifests: {
    noun: 'manifest',
    grants: { ...read(couriers, agents), undo: { ...admin, agent: 'own' } },
  },
  packages: { noun: 'package', grants: kept(admin, admin) },
  handovers: {
    noun: 'handover',
    grants: { ...read(couriers, agents), create: agents, 'set-earnings': admin },
    screens: { create: false },
  },
  sources: {
    noun: 'source',
    grants: { ...kept(sellers, sellers), rotate: sellers, access: sellers, revoke: sellers },
  },
  intake: { noun: 'intake', grants: { ...read(sellers, sellers), map: sellers, replay: sellers } },
  webhooks: { noun: 'webhook', grants: { ...kept(sellers, sellers), rotate: sellers, test: sellers } },
  deliveries: { noun: 'webhook-delivery', grants: { ...read(sellers, sellers), replay: sellers } },
  blocked: { noun: 'block', grants: kept(sellers, sellers) },
  zones: { noun: 'zone', grants: kept(places, admin) },
  advertising: { noun: 'ad-cost', grants: kept(sellers, sellers) },
  tariffs: { noun: 'tariff', grants: { ...kept(prices, admin), rehearse: admin } },
  'call-policies': {
    noun: 'call-policy',
    grants: { ...read(admin, admin), update: admin, rehearse: admin },
  },
  templates: {
    noun: 'template',
    grants: { ...kept(written, admin), export: admin, history: admin },
  },
  keys: { noun: 'key', grants: { ...kept(sellers, sellers), revoke: sellers } },
} as const satisfies Record<string, ResourceAccess>

type Table = typeof resourceAccess

export type ResourceName = keyof Table

export const resourceNames = Object.keys(resourceAccess) as ResourceName[]

export const isResourceName = (name: string): name is ResourceName => Object.hasOwn(resourceAccess, name)

export type NounOf<R extends ResourceName> = Table[R]['noun']
export type ActOf<R extends ResourceName> = keyof Table[R]['grants'] & string

export type VerbOf<R extends ResourceName> = R extends R ? `${NounOf<R>}.${ActOf<R>}` : never

export type ResourceWith<Act extends string, R extends ResourceName = ResourceName> = R extends R
  ? Act extends ActOf<R>
    ? R
    : never
  : never

/** Grants of verbs that belong to no resource. */
const otherGrants = {
  /** Product pictures: for roles that create or edit products. */
  'image.upload': admin,
  'customer.view': { ...couriers, seller: 'own' },
  /** Everything that is stored about a person, and its end. */
  'customer.export': admin,
  'customer.erase': admin,
  'customer.set-retention': admin,
  'delivery-guy.list': agents,
  /** Figures of callers; callers read their own. */
  'caller.list': { ...admin, caller: 'own' },
  /** Who calls now. */
  'caller.board': admin,
  /** The state of server, database and backups. */
  'status.view': admin,
  'analytics.view': billing,
  'profit.view': sellers,
  'change.list': everybody,
  'change.undo': everybody,
  'job.view': everybody,
  'job.cancel': everybody,
  'view.list': everybody,
  'view.create': everybody,
  'view.update': everybody,
  'view.delete': everybody,
  'view.share': sharers,
} as const satisfies Record<string, Grant>

export type Verb = VerbOf<ResourceName> | keyof typeof otherGrants

export const permissions = Object.fromEntries([
  ...Object.values<ResourceAccess>(resourceAccess).flatMap(({ noun, grants }) =>
    Object.entries(grants).map(([act, grant]) => [`${noun}.${act}`, grant]),
  ),
  ...Object.entries(otherGrants),
]) as Readonly<Record<Verb, Grant>>

export const verbs = Object.keys(permissions) as Verb[]

export const isVerb = (value: string): value is Verb => Object.hasOwn(permissions, value)

/** Of a person, pass them, not their role: with the role alone a caller would have an agent's rights. */
export const scopeOf = (who: Grantee | Holder, verb: Verb): Scope | null =>
  grantedTo(who, permissions[verb]) ?? null

/** What a table by grantee has for somebody. */
export const grantedTo = <Value>(
  who: Grantee | Holder,
  table: Readonly<Partial<Record<Grantee, Value>>>,
): Value | undefined => {
  const grantee = typeof who === 'string' ? who : granteeOf(who)
  return table[grantee] ?? (grantee === 'caller' ? table.agent : undefined)
}
