import { expect, test } from 'vitest'
import { roles } from '../../../domain/access/permissions.ts'
import { admits, landings, type Route, routes } from '../../../domain/access/routes.ts'
import type { SessionRecord } from '../../../domain/users/user.ts'
import { consoleRedirect, takesOverSession, whyNotOpen } from '../../../machines/session/landing.ts'

const sessionOf = (changes: Partial<SessionRecord> = {}) =>
  ({ role: 'admin', isEmailVerified: true, isActivated: true, ...changes }) as SessionRecord
const locked = { name: 'Awa', email: 'awa@waybill.test' }
const paths = (Object.keys(routes) as Route[]).map((route) => [route, route.replace(/:\w+/g, 'x')] as const)

for (const role of roles) {
  test(`${role} opens what the route table admits, and lands at home from everything else`, () => {
    const context = { session: sessionOf({ role }), locked: null }
    for (const [route, path] of paths) {
      expect(consoleRedirect(context, `${path}?q=1`), path).toBe(admits(route, role) ? null : landings[role])
    }
    for (const path of ['/', '/nowhere', '/orders']) {
      expect(consoleRedirect(context, path), path).toBe(landings[role])
    }
  })
}

test('a user who is redirected sees why, except from the root and before the gates', () => {
  const seller = { session: sessionOf({ role: 'seller' }) }
  expect(whyNotOpen(seller, '/users/list?q=a')).toBe('forbidden')
  expect(whyNotOpen(seller, '/nowhere')).toBe('unknown')
  for (const path of ['/', '/?a=1', '/orders/list?q=a']) expect(whyNotOpen(seller, path), path).toBeNull()
  expect(whyNotOpen({ session: null }, '/nowhere')).toBeNull()
  expect(whyNotOpen({ session: sessionOf({ isActivated: false }) }, '/nowhere')).toBeNull()
})

test('a visitor goes to the login, which remembers a path of ours alone', () => {
  const nobody = { session: null, locked: null }
  expect(consoleRedirect(nobody, '/orders/list?q=a')).toBe('/auth/login?next=%2Forders%2Flist%3Fq%3Da')
  expect(consoleRedirect(nobody, '/nowhere')).toBe('/auth/login')
})

test('a locked session goes to the lock screen, and back to where it was', () => {
  expect(consoleRedirect({ session: null, locked }, '/orders/list')).toBe(
    '/auth/lock-screen?next=%2Forders%2Flist',
  )
  expect(consoleRedirect({ session: null, locked }, '/')).toBe('/auth/lock-screen')
})

test('a gate keeps its users on its own screen, whatever they request', () => {
  const at = (changes: Partial<SessionRecord>) =>
    consoleRedirect({ session: sessionOf(changes), locked: null }, '/orders/list')
  expect(at({ isEmailVerified: false })).toBe('/auth/confirm')
  expect(at({ isActivated: false })).toBe('/auth/activate')
  expect(at({ secondFactorDue: '2026-01-01T00:00:00.000Z' })).toBe('/auth/second-factor')
  expect(at({ secondFactorDue: '2999-01-01T00:00:00.000Z' })).toBeNull()
})

test('a new page takes over an open session, except where it may be about another account', () => {
  for (const path of ['/', '/orders/list?q=a', '/auth/login', '/auth/logout', '/nowhere'])
    expect(takesOverSession(path), path).toBe(true)
  for (const path of ['/auth/register', '/auth/forget-password', '/auth/password-reset/x?a=1'])
    expect(takesOverSession(path), path).toBe(false)
})
