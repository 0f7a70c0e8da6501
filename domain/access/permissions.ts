export const roles = ['admin', 'seller', 'agent', 'moderator', 'delivery'] as const
export type Role = (typeof roles)[number]

export const isRole = (value: unknown): value is Role => roles.includes(value as Role)

/**
 * How far a verb reaches for a role: every record, the records of the actor's country, the actor's own, or those
 * assigned to them. No entry means the role may not do it at all.
 */
export type Scope = 'all' | 'country' | 'own' | 'assigned'

type Grant = Partial<Record<Role, Scope>>

const admin = { admin: 'all' } as const satisfies Grant
const sellers = { ...admin, seller: 'own' } as const satisfies Grant
const agents = { ...admin, agent: 'country' } as const satisfies Grant
const couriers = { ...agents, delivery: 'assigned' } as const satisfies Grant
const billing = { ...sellers, moderator: 'country' } as const satisfies Grant
/** Offers are everybody's of the country. */
const store = { ...admin, seller: 'country' } as const satisfies Grant
/** Who leads others: an agent those of their country, an admin all. */
const sharers = { ...admin, agent: 'country' } as const satisfies Grant
const everybody = {
  ...admin,
  seller: 'own',
  agent: 'own',
  moderator: 'own',
  delivery: 'own',
} as const satisfies Grant

/** What can be done to records that people make by hand: who reads, who writes. */
const kept = <const Read extends Grant, const Write extends Grant>(read: Read, write: Write) => ({
  list: read,
  view: read,
  create: write,
  update: write,
  delete: write,
  export: read,
  history: read,
})

/** What can be done to records that the server makes. */
const read = <const Read extends Grant, const History extends Grant>(read: Read, history: History) => ({
  list: read,
  view: read,
  export: read,
  history,
})

type ResourceAccess = {
  noun: string
  grants: Readonly<Record<string, Grant>>
  screens?: Readonly<Partial<Record<ScreenVerb, false | readonly Role[]>>>
}

/** Verbs that have a screen of their own in `routes.ts`, for the roles that they are granted to. */
export type ScreenVerb = 'list' | 'view' | 'create' | 'update'

/**
 * The resources by their name in API paths, in display order. `noun` is the prefix of their verbs: `order.confirm`. `screens`
 * says where a verb has no screen, or one for fewer roles than hold it.
 *
 * The only place where a role is given a right: guard, menu, palette, server and tests read it. No columns here: the login
 * loads this table.
 */
export const resourceAccess = {
  orders: {
    noun: 'order',
    grants: {
      ...kept(sellers, admin),
      confirm: admin,
      cancel: admin,
      'not-reachable': admin,
      reopen: admin,
      comment: admin,
      claim: admin,
      import: sellers,
    },
  },
  products: { noun: 'product', grants: { ...kept(sellers, admin), rates: admin } },
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
    },
    screens: { list: ['admin', 'agent'], update: false },
  },
  users: { noun: 'user', grants: { ...kept(admin, admin), activate: admin, 'set-password': admin } },
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
    grants: { ...read(billing, billing), update: admin, pay: admin, unpay: admin, generate: admin },
  },
  // The undo is like any other: agents what they did themselves.
  manifests: {
    noun: 'manifest',
    grants: { ...read(couriers, agents), undo: { ...admin, agent: 'own' } },
  },
  packages: { noun: 'package', grants: kept(admin, admin) },
  handovers: {
    noun: 'handover',
    grants: { ...read(couriers, agents), create: agents },
    screens: { create: false },
  },
} as const satisfies Record<string, ResourceAccess>

type Table = typeof resourceAccess

export type ResourceName = keyof Table

export const resourceNames = Object.keys(resourceAccess) as ResourceName[]

export const isResourceName = (name: string): name is ResourceName => Object.hasOwn(resourceAccess, name)

export type NounOf<R extends ResourceName> = Table[R]['noun']
export type ActOf<R extends ResourceName> = keyof Table[R]['grants'] & string

/** The verbs of a resource: `order.list`, `order.confirm`. */
export type VerbOf<R extends ResourceName> = R extends R ? `${NounOf<R>}.${ActOf<R>}` : never

/** The resources whose records have a verb. */
export type ResourceWith<Act extends string, R extends ResourceName = ResourceName> = R extends R
  ? Act extends ActOf<R>
    ? R
    : never
  : never

/** Verbs of no resource's records. */
const otherGrants = {
  /** The pictures of goods: for those who create or edit them. */
  'image.upload': admin,
  'customer.view': { ...couriers, seller: 'own' },
  'delivery-guy.list': agents,
  'analytics.view': billing,
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

/** Verb -> role -> scope. */
export const permissions = Object.fromEntries([
  ...Object.values<ResourceAccess>(resourceAccess).flatMap(({ noun, grants }) =>
    Object.entries(grants).map(([act, grant]) => [`${noun}.${act}`, grant]),
  ),
  ...Object.entries(otherGrants),
]) as Readonly<Record<Verb, Grant>>

export const verbs = Object.keys(permissions) as Verb[]

export const isVerb = (value: string): value is Verb => Object.hasOwn(permissions, value)

export const scopeOf = (role: Role, verb: Verb): Scope | null => permissions[verb][role] ?? null
