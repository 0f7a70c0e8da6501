import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  isRole,
  permissions,
  type Role,
  roles,
  type Scope,
  scopeOf,
  verbs,
} from '../../../domain/access/permissions.ts'
import { admits, landings, type Route, routes } from '../../../domain/access/routes.ts'
import { isWithin, whyNot, whyNotDelete } from '../../../domain/access/why-not.ts'
import { type ResourceName, resourceNames, resources } from '../../../domain/resources.ts'
import { actorOf } from '../../support/whole-records.ts'

const actorAs = (role: Role) => actorOf(role, { id: 'me' })

const records = {
  mineHere: { country: 'ic', owner: 'me', delivery: 'me' },
  theirsHere: { country: 'ic', owner: 'them', delivery: 'them' },
  mineAway: { country: 'sn', owner: 'me', delivery: 'me' },
  nobodys: { country: 'sn', owner: null, delivery: null },
}

/** The reach of each scope, written by hand. */
const reached: Record<Scope, (keyof typeof records)[]> = {
  all: ['mineHere', 'theirsHere', 'mineAway', 'nobodys'],
  country: ['mineHere', 'theirsHere'],
  own: ['mineHere', 'mineAway'],
  assigned: ['mineHere', 'mineAway'],
}

/** Couriers have a list of their parcels. */
const hasOwnList = (role: Role, resource: ResourceName): boolean =>
  resource === 'shippings' && admits('/shippings/delivery/list', role)

describe('access', () => {
  it.each(Object.keys(reached) as Scope[])('scope %s reaches what it says', (scope) => {
    const names = Object.keys(records) as (keyof typeof records)[]
    expect(names.filter((name) => isWithin(scope, actorAs('agent'), records[name]))).toEqual(reached[scope])
  })

  it.each(verbs.flatMap((verb) => roles.map((role) => ({ verb, role }))))(
    '$role and $verb: forbidden without a grant, not found beyond its scope',
    ({ verb, role }) => {
      const scope = scopeOf(role, verb)
      expect(whyNot(actorAs(role), verb)).toBe(scope === null ? 'FORBIDDEN' : null)
      for (const [name, record] of Object.entries(records)) {
        const isReached = scope !== null && reached[scope].includes(name as keyof typeof records)
        const expected = scope === null ? 'FORBIDDEN' : isReached ? null : 'NOT_FOUND'
        expect(whyNot(actorAs(role), verb, record), name).toBe(expected)
      }
    },
  )

  it('gives admins everything, and everybody the undo of what they did themselves', () => {
    for (const verb of verbs) expect(scopeOf('admin', verb)).toBe('all')
    expect(permissions['change.undo']).toEqual({
      admin: 'all',
      seller: 'own',
      agent: 'own',
      moderator: 'own',
      delivery: 'own',
    })
  })

  it('has a gate before every verb', () => {
    for (const verb of verbs) {
      expect(whyNot({ ...actorAs('admin'), isEmailVerified: false }, verb)).toBe('EMAIL_NOT_VERIFIED')
      expect(whyNot({ ...actorAs('admin'), isActivated: false }, verb)).toBe('NOT_ACTIVATED')
    }
  })

  it('lands every role on one screen that admits it', () => {
    for (const role of roles) expect(admits(landings[role], role), role).toBe(true)
    for (const route of Object.keys(routes) as Route[]) expect(admits(route, 'admin'), route).toBe(true)
  })

  it('shows the list of a resource to the roles whose screens show it', () => {
    for (const role of roles) {
      for (const resource of resourceNames) {
        const isShown = admits(`/${resource}/list`, role) || hasOwnList(role, resource)
        expect(isShown, `${role} ${resource}`).toBe(scopeOf(role, resources[resource].verbs.list) !== null)
      }
    }
  })

  it('opens the page of a record to the roles that may read one', () => {
    for (const role of roles) {
      for (const resource of resourceNames) {
        const isOpen = admits(`/${resource}/view/:id`, role)
        expect(isOpen, `${role} ${resource}`).toBe(scopeOf(role, resources[resource].verbs.view) !== null)
      }
    }
  })

  it('gives callers what agents hold and the queue of calls, nothing else', () => {
    const more = verbs.filter((verb) => scopeOf('caller', verb) !== scopeOf('agent', verb))
    expect(more).toEqual([
      'order.view',
      'order.update',
      'order.history',
      'order.confirm',
      'order.cancel',
      'order.not-reachable',
      'order.comment',
      'order.merge',
      'order.message',
      'order.claim',
      'caller.list',
    ])
    for (const verb of more)
      expect(scopeOf({ role: 'agent', calls: true }, verb)).toBe(verb === 'caller.list' ? 'own' : 'country')
    for (const role of roles.filter((one) => one !== 'agent'))
      for (const verb of verbs) expect(scopeOf({ role, calls: true }, verb)).toBe(scopeOf(role, verb))
  })

  it('is asked about people, not about their roles', () => {
    const files = ['domain', 'server', 'src', 'machines'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    const wrong = files
      .filter((name) => /\.tsx?$/.test(name))
      .filter((name) =>
        /\b(?:scopeOf|admits|historyVerbOf|listsOf)\([^()]*\.role\b/.test(readFileSync(name, 'utf8')),
      )
    expect(wrong).toEqual([])
  })

  it('knows a role when it sees one', () => {
    expect(roles.every(isRole)).toBe(true)
    for (const value of ['root', '', null, undefined, 1, 'toString']) expect(isRole(value)).toBe(false)
  })
})

const admin = { id: 'a', role: 'admin', country: 'ic', isEmailVerified: true, isActivated: true } as const
const record = { country: 'sn', owner: 's' }

describe('what others use', () => {
  it('is not deleted: an offer with products, a plan with users', () => {
    expect(whyNotDelete(admin, 'affiliate.delete', record, true)).toBe('IN_USE')
    expect(whyNotDelete(admin, 'affiliate.delete', record, false)).toBeNull()
    expect(whyNotDelete(admin, 'package.delete', record, true)).toBe('IN_USE')
    expect(whyNotDelete(admin, 'package.delete', record, false)).toBeNull()
  })

  it.each(roles.filter((role) => role !== 'admin'))('is not deleted by a %s, used or not', (role) => {
    for (const isUsed of [true, false]) {
      const actor = { ...admin, role, id: 's' }
      expect(whyNotDelete(actor, 'affiliate.delete', record, isUsed)).toBe('FORBIDDEN')
      expect(whyNotDelete(actor, 'package.delete', record, isUsed)).toBe('FORBIDDEN')
    }
  })
})
