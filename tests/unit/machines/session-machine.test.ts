import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { roles } from '../../../domain/access/permissions.ts'
import { admits, publicRoutes, routes } from '../../../domain/access/routes.ts'
import type { SessionRecord } from '../../../domain/users/user.ts'
import { forcedCountry, landing, publicScreenOf, routeOf } from '../../../machines/session/landing.ts'
import {
  type Challenge,
  type CodeAnswer,
  type Locked,
  type SignIn,
  sessionMachine,
} from '../../../machines/session/session-machine.ts'
import { done, failed, problem, unreachedStates } from './unreached-states.ts'

const record = (changes: Partial<SessionRecord> = {}): SessionRecord => ({
  id: '0190f2c4-0000-7000-8000-000000000001',
  name: 'Awa Koné',
  role: 'admin',
  email: 'admin@waybill.test',
  country: 'ic',
  calls: false,
  isEmailVerified: true,
  isActivated: true,
  token: 'secret',
  ...changes,
})

const challenge: Challenge = {
  challenge: 'wait',
  email: 'admin@waybill.test',
  keep: false,
  ways: ['app', 'passkey'],
}

const credentials = { email: 'admin@waybill.test', password: 'waybill-demo' }

const start = (world: {
  stored?: SessionRecord | null
  locked?: Locked | null
  signIn?: (credentials: SignIn) => Promise<SessionRecord | Challenge>
  answer?: (answer: CodeAnswer) => Promise<SessionRecord>
  refresh?: () => Promise<SessionRecord>
}) => {
  const log: string[] = []
  const clock = new SimulatedClock()
  const machine = sessionMachine.provide({
    actors: {
      restore: fromPromise(async () => ({ session: world.stored ?? null, locked: world.locked ?? null })),
      signIn: fromPromise(({ input }) => world.signIn?.(input) ?? Promise.reject(new Error('nobody'))),
      answer: fromPromise(({ input }) => world.answer?.(input) ?? Promise.reject(new Error('nobody'))),
      refresh: fromPromise(() => world.refresh?.() ?? Promise.reject(new Error('offline'))),
    },
    actions: {
      keep: (_, { role }) => void log.push(`keep ${role}`),
      forget: () => void log.push('forget'),
      shelve: (_, { email }) => void log.push(`shelve ${email}`),
      release: () => void log.push('release'),
      revoke: () => void log.push('revoke'),
    },
  })
  const actor = createActor(machine, { clock })
  actor.start()
  return { actor, log, clock }
}

describe('session machine', () => {
  test('keeps the name that its person goes by now', async () => {
    const { actor, log } = start({ stored: record() })
    await waitFor(actor, (state) => state.matches('active'))
    actor.send({ type: 'session.renamed', name: 'Awa Diop' })
    expect(actor.getSnapshot().context.session).toEqual(record({ name: 'Awa Diop' }))
    expect(log).toEqual(['keep admin'])
  })

  test('restores the stored session without a login', async () => {
    const { actor, log } = start({ stored: record() })
    await waitFor(actor, (state) => state.matches('active'))
    expect(actor.getSnapshot().context.session).toEqual(record())
    expect(log).toEqual([])
  })

  test('without a stored session waits signed out, and leaves the chosen country alone', async () => {
    const { actor, log } = start({ stored: null })
    await waitFor(actor, (state) => state.matches({ signedOut: 'idle' }))
    expect(log).toEqual([])
  })

  test('signs in past the gates and keeps the record', async () => {
    const { actor, log } = start({ signIn: async () => record() })
    await waitFor(actor, (state) => state.matches('signedOut'))
    actor.send({ type: 'session.open', credentials, next: '/orders/add' })
    await waitFor(actor, (state) => state.matches('active'))
    expect(actor.getSnapshot().context).toEqual({
      session: record(),
      locked: null,
      challenge: null,
      next: '/orders/add',
      failure: null,
    })
    expect(log).toEqual(['keep admin', 'release'])
  })

  test('a refused sign-in says why and clears the stored session; a second try clears the error', async () => {
    let tries = 0
    const { actor, log } = start({
      signIn: async () => {
        tries += 1
        if (tries === 1) throw problem('BAD_CREDENTIALS')
        return record()
      },
    })
    await waitFor(actor, (state) => state.matches('signedOut'))
    actor.send({ type: 'session.open', credentials })
    await waitFor(actor, (state) => state.matches({ signedOut: 'failed' }))
    expect(actor.getSnapshot().context.failure?.code).toBe('BAD_CREDENTIALS')
    expect(log).toEqual(['forget'])
    actor.send({ type: 'session.open', credentials })
    expect(actor.getSnapshot().context.failure).toBeNull()
    await waitFor(actor, (state) => state.matches('active'))
  })

  test('any 401 ends the session and remembers where the person was', async () => {
    const { actor, log } = start({ stored: record() })
    await waitFor(actor, (state) => state.matches('active'))
    actor.send({ type: 'session.expired', path: '/orders/edit/7' })
    actor.send({ type: 'session.expired', path: '/auth/login' })
    expect(actor.getSnapshot().matches({ signedOut: 'idle' })).toBe(true)
    expect(actor.getSnapshot().context).toMatchObject({
      session: null,
      next: '/orders/edit/7',
      failure: { code: 'UNAUTHORIZED' },
    })
    expect(log).toEqual(['forget'])
  })

  test('logging out revokes, forgets, and remembers no place', async () => {
    const { actor, log } = start({ stored: record() })
    await waitFor(actor, (state) => state.matches('active'))
    actor.send({ type: 'session.close' })
    expect(actor.getSnapshot().context).toEqual({
      session: null,
      locked: null,
      challenge: null,
      next: null,
      failure: null,
    })
    expect(log).toEqual(['revoke', 'forget', 'release'])
  })

  test('locking revokes the session, keeps whose it was and the country; a wrong password keeps both too', async () => {
    const passwords: string[] = []
    const { actor, log } = start({
      stored: record(),
      signIn: async (input) => {
        const { email, password } = input as typeof credentials
        passwords.push(`${email} ${password}`)
        if (password === 'wrong') throw problem('BAD_CREDENTIALS')
        return record({ token: 'another' })
      },
    })
    await waitFor(actor, (state) => state.matches('active'))
    actor.send({ type: 'session.lock' })
    const locked = { name: 'Awa Koné', email: 'admin@waybill.test' }
    expect(actor.getSnapshot().context).toEqual({
      session: null,
      locked,
      challenge: null,
      next: null,
      failure: null,
    })
    actor.send({ type: 'session.lock' })
    actor.send({ type: 'session.open', credentials: { email: locked.email, password: 'wrong' } })
    await waitFor(actor, (state) => state.matches({ signedOut: 'failed' }))
    expect(actor.getSnapshot().context).toMatchObject({ locked, failure: { code: 'BAD_CREDENTIALS' } })
    actor.send({ type: 'session.open', credentials: { email: locked.email, password: 'right' } })
    await waitFor(actor, (state) => state.matches('active'))
    expect(actor.getSnapshot().context).toMatchObject({ session: record({ token: 'another' }), locked: null })
    expect(passwords).toEqual(['admin@waybill.test wrong', 'admin@waybill.test right'])
    expect(log).toEqual(['revoke', 'shelve admin@waybill.test', 'keep admin', 'release'])
  })

  test('a locked tab stays locked after a reload; another account leaves nothing of it', async () => {
    const locked = { name: 'Awa Koné', email: 'admin@waybill.test' }
    const { actor, log } = start({ stored: null, locked })
    await waitFor(actor, (state) => state.matches({ signedOut: 'idle' }))
    expect(actor.getSnapshot().context.locked).toEqual(locked)
    actor.send({ type: 'session.close' })
    expect(actor.getSnapshot().context.locked).toBeNull()
    expect(log).toEqual(['forget', 'release'])
  })

  test('without a session there is nothing to lock', async () => {
    const { actor, log } = start({ stored: null })
    actor.send({ type: 'session.lock' })
    await waitFor(actor, (state) => state.matches('signedOut'))
    actor.send({ type: 'session.lock' })
    expect(actor.getSnapshot().context.locked).toBeNull()
    expect(log).toEqual([])
  })

  test('asks for a code after the password, again after a wrong one, and leads on where one was', async () => {
    const answers: CodeAnswer[] = []
    const { actor, log } = start({
      signIn: async () => challenge,
      answer: async (answer) => {
        answers.push(answer)
        if (!('code' in answer) || answer.code !== '123456') throw problem('CODE_WRONG')
        return record()
      },
    })
    await waitFor(actor, (state) => state.matches('signedOut'))
    actor.send({ type: 'session.open', credentials, next: '/orders/add' })
    await waitFor(actor, (state) => state.matches({ signedOut: { code: 'asking' } }))
    expect(actor.getSnapshot().context).toMatchObject({ session: null, challenge })
    actor.send({ type: 'code.send', code: '000000' })
    await waitFor(actor, (state) => state.context.failure?.code === 'CODE_WRONG')
    expect(actor.getSnapshot().matches({ signedOut: { code: 'asking' } })).toBe(true)
    actor.send({ type: 'code.send', code: '123456' })
    expect(actor.getSnapshot().context.failure).toBeNull()
    await waitFor(actor, (state) => state.matches('active'))
    expect(answers).toEqual(['000000', '123456'].map((code) => ({ ...challenge, code })))
    expect(actor.getSnapshot().context).toMatchObject({ session: record(), next: '/orders/add' })
    expect(log).toEqual(['keep admin', 'release'])
    actor.send({ type: 'session.close' })
    expect(actor.getSnapshot().context.challenge).toBeNull()
  })

  test('takes a passkey as the second step, and alone', async () => {
    const answers: CodeAnswer[] = []
    const { actor } = start({
      signIn: async (input) => ('passkey' in input ? record() : challenge),
      answer: async (answer) => {
        answers.push(answer)
        return record()
      },
    })
    await waitFor(actor, (state) => state.matches('signedOut'))
    actor.send({ type: 'session.open', credentials })
    await waitFor(actor, (state) => state.matches({ signedOut: { code: 'asking' } }))
    actor.send({ type: 'code.send', passkey: { id: 'one' } })
    await waitFor(actor, (state) => state.matches('active'))
    expect(answers).toEqual([{ ...challenge, passkey: { id: 'one' } }])
    actor.send({ type: 'session.close' })
    actor.send({ type: 'session.open', credentials: { passkey: { id: 'one' } } })
    await waitFor(actor, (state) => state.matches('active'))
  })

  test('takes the answer of an identity provider, over a lock too, and goes on where it was left', async () => {
    const inputs: SignIn[] = []
    const signOn = { provider: 'acme', flow: 'flow', answer: '?code=c' }
    const { actor, log } = start({
      locked: { name: 'Awa', email: 'admin@waybill.test' },
      signIn: async (input) => {
        inputs.push(input)
        if (inputs.length === 1) throw problem('SSO_ENDED')
        return record()
      },
    })
    await waitFor(actor, (state) => state.matches('signedOut'))
    const send = () => actor.send({ type: 'session.open', credentials: { signOn }, next: '/orders/list?q=a' })
    send()
    await waitFor(actor, (state) => state.matches({ signedOut: 'failed' }))
    expect(actor.getSnapshot().context).toMatchObject({ failure: { code: 'SSO_ENDED' }, session: null })
    expect(actor.getSnapshot().context.locked).not.toBeNull()
    send()
    await waitFor(actor, (state) => state.matches('active'))
    expect(inputs).toEqual([{ signOn }, { signOn }])
    expect(actor.getSnapshot().context).toMatchObject({ next: '/orders/list?q=a', locked: null })
    expect(log).toEqual(['keep admin', 'release'])
  })

  test('goes back to the password when asked to, and when the code comes too late', async () => {
    const { actor } = start({
      signIn: async () => challenge,
      answer: () => Promise.reject(problem('CHALLENGE_ENDED')),
    })
    await waitFor(actor, (state) => state.matches('signedOut'))
    actor.send({ type: 'session.open', credentials })
    await waitFor(actor, (state) => state.matches({ signedOut: 'code' }))
    actor.send({ type: 'code.cancel' })
    expect(actor.getSnapshot().matches({ signedOut: 'idle' })).toBe(true)
    expect(actor.getSnapshot().context.challenge).toBeNull()
    actor.send({ type: 'session.open', credentials })
    await waitFor(actor, (state) => state.matches({ signedOut: 'code' }))
    actor.send({ type: 'code.send', code: '123456' })
    await waitFor(actor, (state) => state.matches({ signedOut: 'failed' }))
    expect(actor.getSnapshot().context).toMatchObject({
      challenge: null,
      failure: { code: 'CHALLENGE_ENDED' },
    })
  })

  test('a sign-in that is waited for too long says so, and can be given up', async () => {
    const { actor, clock } = start({ signIn: () => new Promise(() => {}) })
    await waitFor(actor, (state) => state.matches('signedOut'))
    actor.send({ type: 'session.open', credentials })
    expect(actor.getSnapshot().matches({ signedOut: { signingIn: 'brief' } })).toBe(true)
    clock.increment(10_000)
    expect(actor.getSnapshot().matches({ signedOut: { signingIn: 'long' } })).toBe(true)
    actor.send({ type: 'signIn.cancel' })
    expect(actor.getSnapshot().matches({ signedOut: 'idle' })).toBe(true)
  })

  test('an unknown role is signed out, its session cleared', async () => {
    const { actor, log } = start({ stored: { ...record(), role: 'emperor' as SessionRecord['role'] } })
    await waitFor(actor, (state) => state.matches('signedOut'))
    expect(actor.getSnapshot().context.session).toBeNull()
    expect(log).toEqual(['forget'])
  })

  test('the gates open one after the other, by themselves', async () => {
    const answers = [record({ isActivated: false }), record()]
    const { actor, clock } = start({
      stored: record({ isEmailVerified: false, isActivated: false }),
      refresh: async () => answers.shift() ?? record(),
    })
    await waitFor(actor, (state) => state.matches({ unverified: 'waiting' }))
    clock.increment(30_000)
    await waitFor(actor, (state) => state.matches({ inactive: 'waiting' }))
    actor.send({ type: 'gates.check' })
    await waitFor(actor, (state) => state.matches('active'))
  })

  test('whoever must enrol stays at that gate until it is checked, and is told no more once enrolled', async () => {
    const late = record({ secondFactorDue: '2026-01-01T00:00:00.000Z' })
    const { actor, clock } = start({ stored: late, refresh: async () => record() })
    await waitFor(actor, (state) => state.matches({ unenrolled: 'waiting' }))
    clock.increment(600_000)
    expect(actor.getSnapshot().matches({ unenrolled: 'waiting' })).toBe(true)
    actor.send({ type: 'gates.check' })
    await waitFor(actor, (state) => state.matches('active'))

    const asked = start({ stored: record({ secondFactorDue: '2999-01-01T00:00:00.000Z' }) })
    await waitFor(asked.actor, (state) => state.matches('active'))
    asked.actor.send({ type: 'session.enrolled' })
    expect(asked.actor.getSnapshot().context.session).toEqual(record())
    expect(asked.log).toEqual(['keep admin'])
  })

  test('a gate that cannot be checked stays as it is', async () => {
    const { actor } = start({ stored: record({ isActivated: false }) })
    await waitFor(actor, (state) => state.matches('inactive'))
    actor.send({ type: 'gates.check' })
    await waitFor(actor, (state) => state.matches({ inactive: 'unanswered' }))
    expect(actor.getSnapshot().context.session).not.toBeNull()
    actor.send({ type: 'gates.check' })
    expect(actor.getSnapshot().value).toEqual({ inactive: 'checking' })
  })

  test('every state can be reached', () => {
    const gates = [
      record({ secondFactorDue: '2026-01-01T00:00:00.000Z' }),
      record(),
      record({ isEmailVerified: false }),
      record({ isActivated: false }),
    ]
    const unreached = unreachedStates(sessionMachine, [
      { type: 'session.open', credentials },
      { type: 'gates.check' },
      { type: 'failure.dismiss' },
      { type: 'code.send', code: '123456' },
      { type: 'code.cancel' },
      done('signIn', challenge),
      done('answer', record()),
      failed('answer', 'CODE_WRONG'),
      failed('answer', 'CHALLENGE_ENDED'),
      { type: 'xstate.after.patience.session.signedOut.code.sending.brief' },
      { type: 'xstate.after.patience.session.signedOut.signingIn.brief' },
      ...['restore', 'signIn', 'refresh'].flatMap((id) => [
        ...gates.map((session) => done(id, id === 'restore' ? { session, locked: null } : session)),
        failed(id),
      ]),
      done('restore', { session: null, locked: null }),
    ])
    expect(unreached).toEqual([])
  })
})

describe('landing', () => {
  test('every role lands on one screen that admits it', () => {
    const landed = Object.fromEntries(roles.map((role) => [role, landing(record({ role }))]))
    expect(landed).toEqual({
      admin: '/dashboard',
      seller: '/dashboard',
      agent: '/shippings/list',
      moderator: '/dashboard',
      delivery: '/shippings/delivery/list',
    })
    for (const role of roles) {
      const route = routeOf(landed[role] ?? '')
      expect(route !== null && admits(route, role), role).toBe(true)
    }
  })

  test.each([
    [record({ isEmailVerified: false, isActivated: false }), '/auth/confirm'],
    [record({ isActivated: false }), '/auth/activate'],
    [null, '/auth/login?next=%2Forders%2Fadd'],
    [record({ role: 'emperor' as SessionRecord['role'] }), '/auth/login?next=%2Forders%2Fadd'],
  ])('the gates come before any screen', (session, path) => {
    expect(landing(session, '/orders/add')).toBe(path)
  })

  test.each([
    ['/orders/edit/7?tab=history', '/orders/edit/7?tab=history'],
    ['/users/list', '/dashboard'],
    ['//evil.example/orders/list', '/dashboard'],
    ['https://evil.example', '/dashboard'],
    ['/nowhere', '/dashboard'],
  ])('goes on at %s only where the role may be', (next, path) => {
    const session = next.startsWith('/orders/edit') ? record() : record({ role: 'seller' })
    expect(landing(session, next)).toBe(path)
  })

  test.each([
    ['/orders/edit/7?tab=history', '/auth/login?next=%2Forders%2Fedit%2F7%3Ftab%3Dhistory'],
    ['/orders/list?q=status:CANCELLED', '/auth/login?next=%2Forders%2Flist%3Fq%3Dstatus%3ACANCELLED'],
    ['/', '/auth/login'],
    ['/nowhere', '/auth/login'],
    ['//evil.example/orders/list', '/auth/login'],
  ])('without a session a request for %s leads to the login at %s', (path, login) => {
    expect(landing(null, path)).toBe(login)
  })

  test('from everywhere each person, in front of each gate, comes to exactly one screen that is theirs', () => {
    const gates = [
      { isEmailVerified: false, isActivated: false, gate: 'confirm' },
      { isEmailVerified: false, isActivated: true, gate: 'confirm' },
      { isEmailVerified: true, isActivated: false, gate: 'activate' },
      { isEmailVerified: true, isActivated: true, gate: null },
    ] as const
    for (const role of roles) {
      for (const { gate, ...shut } of gates) {
        const person = record({ role, ...shut })
        for (const from of [null, '/', '/nowhere', ...Object.keys(routes)]) {
          const to = landing(person, from)
          const name = `${role} from ${from} to ${to}`
          if (gate !== null) expect(publicScreenOf(to), name).toBe(gate)
          else {
            const route = routeOf(to)
            expect(route !== null && admits(route, role), name).toBe(true)
            // A landing that redirects again would loop.
            expect(landing(person, to), name).toBe(to)
          }
        }
      }
    }
  })

  test('every public path is one screen, and none of them is behind the gates', () => {
    for (const [screen, path] of Object.entries(publicRoutes)) {
      const open = path.replace(/:\w+/, 'a-token')
      expect(publicScreenOf(`${open}?next=%2F`), path).toBe(screen)
      expect(routeOf(open), path).toBeNull()
    }
  })

  test('agents, moderators and delivery people get their own country', () => {
    const countries = roles.map((role) => forcedCountry(record({ role, country: 'tn' })))
    expect(countries).toEqual([null, null, 'tn', 'tn', 'tn'])
  })
})
