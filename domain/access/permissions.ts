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
const carriers = { ...agents, delivery: 'assigned' } as const satisfies Grant
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

/** Verb -> role -> scope. The only place where a role is given a right; the guard, menu, palette, server and tests read it. */
export const permissions = {
  'order.list': sellers,
  'order.view': sellers,
  'order.create': admin,
  'order.update': admin,
  'order.delete': admin,
  'order.confirm': admin,
  'order.cancel': admin,
  'order.not-reachable': admin,
  'order.reopen': admin,
  'order.comment': admin,
  'order.claim': admin,
  'order.import': sellers,
  'order.export': sellers,
  'order.history': sellers,
  'product.list': sellers,
  'product.view': sellers,
  'product.create': admin,
  'product.update': admin,
  'product.delete': admin,
  'product.export': sellers,
  'product.history': sellers,
  'expedition.list': sellers,
  'expedition.view': sellers,
  'expedition.create': admin,
  'expedition.update': admin,
  'expedition.delete': admin,
  'expedition.confirm': admin,
  'expedition.unconfirm': admin,
  'expedition.mark': admin,
  'expedition.comment': admin,
  'expedition.export': sellers,
  'expedition.history': sellers,
  'request.list': sellers,
  'request.view': sellers,
  'request.create': admin,
  'request.update': admin,
  'request.delete': admin,
  'request.confirm': admin,
  'request.unconfirm': admin,
  'request.mark': admin,
  'request.comment': admin,
  'request.export': sellers,
  'request.history': sellers,
  'affiliate.list': sellers,
  'affiliate.view': store,
  'affiliate.store': store,
  'affiliate.take': store,
  'affiliate.request': store,
  'affiliate.create': admin,
  'affiliate.update': admin,
  'affiliate.delete': admin,
  'affiliate.export': sellers,
  'affiliate.history': sellers,
  'shipping.list': carriers,
  'shipping.view': carriers,
  'shipping.update': admin,
  'shipping.comment': admin,
  'shipping.delete': admin,
  'shipping.assign': agents,
  'shipping.unassign': carriers,
  'shipping.dispatch': carriers,
  'shipping.deliver': carriers,
  'shipping.postpone': carriers,
  'shipping.not-reachable': carriers,
  'shipping.refuse': carriers,
  'shipping.return': agents,
  'shipping.lose': agents,
  'shipping.cancel': carriers,
  'shipping.reopen': admin,
  'shipping.apply-sheet': agents,
  'shipping.print-labels': agents,
  'shipping.export': carriers,
  'shipping.history': agents,
  'invoice.list': billing,
  'invoice.view': billing,
  'invoice.update': admin,
  'invoice.pay': admin,
  'invoice.unpay': admin,
  'invoice.generate': admin,
  'invoice.export': billing,
  'invoice.history': billing,
  'manifest.list': carriers,
  'manifest.view': carriers,
  'manifest.export': carriers,
  'manifest.history': agents,
  // Like an undo: agents what they did themselves.
  'manifest.undo': { ...admin, agent: 'own' },
  'handover.list': carriers,
  'handover.view': carriers,
  'handover.create': agents,
  'handover.export': carriers,
  'handover.history': agents,
  'package.list': admin,
  'package.view': admin,
  'package.create': admin,
  'package.update': admin,
  'package.delete': admin,
  'package.export': admin,
  'package.history': admin,
  'user.list': admin,
  'user.view': admin,
  'user.create': admin,
  'user.update': admin,
  'user.delete': admin,
  'user.activate': admin,
  'user.set-password': admin,
  'user.export': admin,
  'user.history': admin,
  /** The pictures of goods: for those who create or edit them. */
  'image.upload': admin,
  'customer.view': { ...carriers, seller: 'own' },
  'delivery-guy.list': agents,
  'analytics.view': billing,
  'product.rates': admin,
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

export type Verb = keyof typeof permissions

export const verbs = Object.keys(permissions) as Verb[]

export const isVerb = (value: string): value is Verb => Object.hasOwn(permissions, value)

export const scopeOf = (role: Role, verb: Verb): Scope | null => {
  const grant: Grant = permissions[verb]
  return grant[role] ?? null
}
