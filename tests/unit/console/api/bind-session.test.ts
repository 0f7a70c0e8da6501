import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import type { SessionRecord } from '../../../../domain/users/user.ts'
import { ApiProblem } from '../../../../src/api/api-problem.ts'
import type { Api } from '../../../../src/api/create-api.ts'
import { bindSession } from '../../../../src/app/services/bind-session.ts'
import { noteUse } from '../../../../src/app/services/shared-session.ts'
import { createCountryStore } from '../../../../src/stores/country-store.ts'
import {
  createKeptSessionStore,
  createLockStore,
  createSessionStore,
} from '../../../../src/stores/session-store.ts'
import { createSignOnStore } from '../../../../src/stores/sign-on-store.ts'
import { memoryStorage } from '../../../support/memory-storage.ts'

const kone: SessionRecord = {
  id: 'kone',
  name: 'Awa Koné',
  role: 'delivery',
  email: 'kone@example.ci',
  country: 'ic',
  calls: false,
  isEmailVerified: true,
  isActivated: true,
  token: 'of-kone',
}

beforeEach(() => void vi.stubGlobal('document', { documentElement: { lang: 'fr' } }))
afterEach(() => void vi.unstubAllGlobals())

/** An open session; `cleared`: endings reported. */
const atWork = async (
  current: () => Promise<unknown> = async () => kone,
  {
    user = kone,
    device = memoryStorage(),
    isKept,
    finish,
  }: {
    user?: SessionRecord
    device?: Storage
    isKept?: boolean
    finish?: () => Promise<SessionRecord>
  } = {},
) => {
  const cleared: string[][] = []
  const selected: string[] = []
  const sessions = createSessionStore(memoryStorage())
  const signOns = createSignOnStore(memoryStorage())
  signOns.write({ provider: 'acme', flow: 'flow', next: '/profile', keep: false })
  sessions.write(user)
  const api = {
    sessions: {
      current,
      logout: async () => undefined,
      login: async ({ email }: { email: string }) => ({
        ...user,
        id: email.split('@')[0],
        email,
        isKept,
      }),
      finishSignOn: finish,
      answerChallenge: async () => user,
    },
  } as unknown as Api
  const session = createActor(
    bindSession({
      api,
      sessions,
      locks: createLockStore(memoryStorage()),
      countries: createCountryStore(device),
      kept: createKeptSessionStore(device),
      signOns,
      onNotKept: () => void cleared.push(['not kept']),
      onCountry: (code) => void selected.push(code),
      clear: (ending, user) => void cleared.push([ending, user]),
    }),
  ).start()
  await waitFor(session, (state) => state.matches('active') || state.matches('signedOut'))
  return { session, cleared, selected, sessions, signOns }
}

it('clears the stored round once its user signs out, in any tab', async () => {
  const { session, cleared } = await atWork()
  session.send({ type: 'session.close' })
  expect(cleared).toEqual([['signedOut', 'kone']])
})

it('keeps the round where the session has only run out, without what was looked up', async () => {
  const { session, cleared } = await atWork()
  session.send({ type: 'session.expired', path: '/shippings/delivery/list' })
  expect(session.getSnapshot().matches('signedOut')).toBe(true)
  expect(cleared).toEqual([['expired', 'kone']])
})

it.each([503, 502, 500, 429, null])(
  'stays signed in when the server answers %s to a reload',
  async (status) => {
    const { session } = await atWork(async () => {
      throw new ApiProblem({ code: status === null ? 'OFFLINE' : 'OVERLOADED', message: 'away', status })
    })
    expect(session.getSnapshot().context.session?.token).toBe('of-kone')
  },
)

it('signs out a session that the server no longer knows', async () => {
  const { session } = await atWork(async () => {
    throw new ApiProblem({ code: 'UNAUTHORIZED', message: 'gone', status: 401 })
  })
  expect(session.getSnapshot().matches('signedOut')).toBe(true)
})

it('clears what is of others once somebody else signs in over a locked session', async () => {
  const { session, cleared } = await atWork()
  session.send({ type: 'session.lock' })
  expect(cleared).toEqual([['locked', 'kone']])
  session.send({ type: 'session.open', credentials: { email: 'diop@example.sn', password: 'right' } })
  await waitFor(session, (state) => state.matches('active'))
  expect(cleared).toEqual([
    ['locked', 'kone'],
    ['otherUser', 'diop'],
  ])
})

it('clears what is of a locked user once somebody leaves the lock screen', async () => {
  const { session, cleared } = await atWork()
  session.send({ type: 'session.lock' })
  session.send({ type: 'session.close' })
  expect(cleared.at(-1)).toEqual(['signedOut', 'kone'])
})

const trabelsi: SessionRecord = { ...kone, id: 'trabelsi', role: 'seller', country: 'tn' }
const opened = async (role: SessionRecord['role'], stored: Record<string, string>) => {
  const user = { ...trabelsi, role }
  const { selected } = await atWork(async () => user, { user, device: memoryStorage(stored) })
  return selected.at(-1)
}

it.each(['seller', 'admin'] as const)(
  'opens in the country of the account where its %s selected no other one',
  async (role) => {
    expect(await opened(role, {})).toBe('tn')
    expect(await opened(role, { country: '{"code":"xx"}' })).toBe('tn')
    expect(await opened(role, { country: '{"code":"sn"}', 'country-of': 'somebody-else' })).toBe('tn')
  },
)

it('opens in the country that its user selected', async () => {
  expect(await opened('seller', { country: '{"code":"sn"}' })).toBe('sn')
  expect(await opened('seller', { country: '{"code":"sn"}', 'country-of': 'trabelsi' })).toBe('sn')
  expect(await opened('agent', { country: '{"code":"sn"}', 'country-of': 'trabelsi' })).toBe('tn')
})

it('opens in the country of the account at each login', async () => {
  const { session, selected } = await atWork(async () => trabelsi, { user: trabelsi })
  session.send({ type: 'session.close' })
  expect(selected.at(-1)).toBe('ic')
  session.send({ type: 'session.open', credentials: { email: 'trabelsi@example.tn', password: 'right' } })
  await waitFor(session, (state) => state.matches('active'))
  expect(selected.at(-1)).toBe('tn')
})

const signIn = async (isKept: boolean | undefined, keep?: boolean) => {
  const device = memoryStorage()
  const { session, cleared } = await atWork(async () => kone, { device, isKept })
  session.send({ type: 'session.close' })
  session.send({ type: 'session.open', credentials: { email: 'kone@example.ci', password: 'right', keep } })
  await waitFor(session, (state) => state.matches('active'))
  return { session, cleared, kept: createKeptSessionStore(device) }
}

it('keeps on the device the session that may be kept, and ends it with the sign-out', async () => {
  const { session, kept } = await signIn(true, true)
  expect(kept.read()).toEqual({ ...kone, id: 'kone', email: 'kone@example.ci' })
  expect(session.getSnapshot().context.session).not.toHaveProperty('isKept')
})

it('counts twelve hours from when the page was left, not from when it was opened', async () => {
  const { session, kept } = await signIn(true, true)
  const page = new EventTarget()
  noteUse(session, kept, page)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const hoursPass = (hours: number) => vi.setSystemTime(Date.now() + hours * 3_600_000)
  hoursPass(11)
  page.dispatchEvent(new Event('visibilitychange'))
  hoursPass(11)
  expect(kept.read()).toMatchObject({ token: 'of-kone' })
  hoursPass(1)
  page.dispatchEvent(new Event('visibilitychange'))
  expect(kept.read()).toBeNull()
  vi.useRealTimers()
})

it('keeps nothing unasked, and says where the account may not be kept', async () => {
  expect((await signIn(undefined)).kept.read()).toBeNull()
  const { kept, cleared } = await signIn(false, true)
  expect(kept.read()).toBeNull()
  expect(cleared).toContainEqual(['not kept'])
})

describe('a login at an identity provider', () => {
  const signOutUrl = 'https://id.acme.example/session/end?id_token_hint=x'
  const signOn = { provider: 'acme', flow: 'flow', answer: '?code=c&state=s' }
  const signIn = async (finish: () => Promise<SessionRecord>) => {
    const opened = await atWork(async () => ({ ...kone, token: undefined }), { finish })
    opened.session.send({ type: 'session.close' })
    opened.session.send({ type: 'session.open', credentials: { signOn }, next: '/profile' })
    await waitFor(opened.session, (state) => !state.matches({ signedOut: 'signingIn' }))
    return opened
  }
  const refuse = (problem: Partial<ConstructorParameters<typeof ApiProblem>[0]>) => async () => {
    throw new ApiProblem({ code: 'SSO_ENDED', message: 'no', status: 401, ...problem })
  }

  it('opens the session with the page that signs out there too, and forgets the answer', async () => {
    const { session, signOns, sessions } = await signIn(async () => ({ ...kone, signOutUrl }))
    expect(session.getSnapshot().context).toMatchObject({ session: { signOutUrl }, next: '/profile' })
    expect(sessions.read()?.signOutUrl).toBe(signOutUrl)
    expect(signOns.read()).toBeNull()
  })

  it('keeps that page over a second step', async () => {
    const asked = refuse({ code: 'SECOND_FACTOR_REQUIRED', challenge: 'c', ways: ['app'], signOutUrl })
    const { session, signOns } = await signIn(asked)
    expect(session.getSnapshot().context.challenge).toMatchObject({ email: '', ways: ['app'] })
    expect(signOns.read()?.flow).toBe('')
    session.send({ type: 'code.send', code: '123456' })
    await waitFor(session, (state) => state.matches('active'))
    expect(session.getSnapshot().context.session?.signOutUrl).toBe(signOutUrl)
    expect(signOns.read()).toBeNull()
  })

  it('keeps that page over a reload', async () => {
    const { session } = await atWork(async () => kone, { user: { ...kone, signOutUrl } })
    expect(session.getSnapshot().context.session?.signOutUrl).toBe(signOutUrl)
  })

  it('keeps the answer only where the server may not have had it', async () => {
    const away = await signIn(refuse({ code: 'OFFLINE', status: null }))
    expect(away.signOns.read()?.flow).toBe('flow')
    const ended = await signIn(refuse({}))
    expect(ended.session.getSnapshot().context.failure?.code).toBe('SSO_ENDED')
    expect(ended.signOns.read()).toMatchObject({ flow: '', next: '/profile' })
  })
})
