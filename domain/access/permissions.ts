import type { Role } from './roles.ts'

/**
 * How far a verb reaches for a role: every record, the records of the actor's country, the actor's own, or those
 * assigned to them. No entry means the role may not do it at all.
 */
export type Scope = 'all' | 'country' | 'own' | 'assigned'

type Grant = Partial<Record<Role, Scope>>

const admin = { admin: 'all' } as const satisfies Grant

/** Verb -> role -> scope. The only place where a role is given a right; the guard, menu, palette, server and tests read it. */
export const permissions = {
  'order.list': { ...admin, seller: 'own' },
  'order.view': { ...admin, seller: 'own' },
  'order.create': admin,
  'order.update': admin,
  'order.delete': admin,
  'order.confirm': admin,
  'order.cancel': admin,
  'order.not-reachable': admin,
  'order.reopen': admin,
  'order.import': { ...admin, seller: 'own' },
  'order.history': { ...admin, seller: 'own' },
  'product.list': { ...admin, seller: 'own' },
  'product.view': { ...admin, seller: 'own' },
  'product.create': admin,
  'product.update': admin,
  'product.delete': admin,
  'product.history': { ...admin, seller: 'own' },
  'shipping.list': { ...admin, agent: 'country', delivery: 'assigned' },
  'shipping.view': { ...admin, agent: 'country', delivery: 'assigned' },
  'shipping.history': { ...admin, agent: 'country' },
  'user.list': admin,
  'user.view': admin,
  'user.create': admin,
  'user.update': admin,
  'user.delete': admin,
  'user.activate': admin,
  'user.set-password': admin,
  'user.history': admin,
  'delivery-guy.list': { ...admin, agent: 'country' },
  'change.undo': admin,
} as const satisfies Record<string, Grant>

export type Verb = keyof typeof permissions

export const verbs = Object.keys(permissions) as Verb[]

export const scopeOf = (role: Role, verb: Verb): Scope | null => {
  const grant: Grant = permissions[verb]
  return grant[role] ?? null
}
