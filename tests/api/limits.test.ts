import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../../server/app.ts'
import { clientAddress } from '../../server/core/client-address.ts'
import { testPassword } from '../support/api/insert-user.ts'
import { rounds } from '../support/is-full.ts'
import { newAddress, signUpInput, startAccounts, type TestAccounts } from '../support/mail/start-accounts.ts'
import { trackGuarantee } from '../support/trust/guarantee.ts'

const minute = 60_000
const proxies = ['10.0.0.0/8', '127.0.0.1', 'fd00::/8']

let accounts: TestAccounts
let api: TestAccounts['api']
/** Two instances on one database, and one behind a proxy that it trusts. */
let open: FastifyInstance
let other: FastifyInstance
let proxied: FastifyInstance
beforeAll(async () => {
  accounts = await startAccounts()
  api = accounts.api
  open = api.app
  other = await buildApp(api.context)
  proxied = await buildApp(api.context, { trustedProxies: proxies })
})
afterAll(async () => {
  await other.close()
  await proxied.close()
  await accounts.close()
})

type From = { app?: FastifyInstance; peer?: string; headers?: Record<string, string> }

const send = async (
  url: string,
  payload: object,
  { app = open, peer = '203.0.113.7', headers = {} }: From,
) => {
  const answer = await app.inject({
    method: 'POST',
    url: `/api${url}`,
    payload,
    remoteAddress: peer,
    headers,
  })
  const wait = Number(answer.headers['retry-after'] ?? 0)
  return { status: answer.statusCode, code: /"code":"(\w+)"/.exec(answer.body)?.[1], wait }
}
const logIn = (email: string, password: string, from: From = {}) =>
  send('/sessions', { email, password }, from)
const callAccount = (from: From = {}) => send('/users/verify-email/unknown', {}, from)

/** Spoofed forwarding headers, different at each call. */
const forged = (at: number): Record<string, string> => ({
  'x-forwarded-for': `198.51.100.${at % 250}, 2001:db8::${at}, 10.0.0.${at % 250}`,
  'x-real-ip': `198.51.100.${at % 250}`,
  forwarded: `for=198.51.100.${at % 250}`,
  'x-client-ip': `198.51.100.${at}`,
  'true-client-ip': `198.51.100.${at}`,
  'cf-connecting-ip': `198.51.100.${at}`,
})

it('closes an account after five failures, on every instance and after a restart', async () => {
  const guarantee = trackGuarantee('5 failures in 30 minutes close an account, over instances and restarts')
  for (let round = 0; round < rounds(20, 2); round++) {
    api.clock.advance(31 * minute)
    const { email } = await api.createUser()
    const restarted = await buildApp(api.context)
    for (let at = 0; at < 5; at++) {
      guarantee.tried()
      const app = at % 2 === 0 ? open : other
      const { status } = await logIn(email, 'not this one', { app, peer: `203.0.113.${at}` })
      if (status !== 401) guarantee.broke(`failure ${at + 1}: ${status}`)
      api.clock.advance(5 * minute)
    }
    for (const app of [open, other, restarted]) {
      guarantee.tried()
      const { status, code, wait } = await logIn(email, testPassword, {
        app,
        peer: `203.0.113.${round}`,
        headers: forged(round),
      })
      if (status !== 429 || wait <= 0 || wait > 30 * 60)
        guarantee.broke(`then: ${status}, again in ${wait} s`)
      if (code !== 'TOO_MANY_ATTEMPTS') guarantee.broke(`then: ${code}`)
    }
    // The first failure is 25 minutes old: six more let one more try through.
    api.clock.advance(6 * minute)
    guarantee.tried()
    const later = await logIn(email, testPassword, { app: restarted })
    if (later.status !== 200) guarantee.broke(`after half an hour: ${later.status}`)
    await restarted.close()
  }
  guarantee.report()
})

it('closes an address after twenty a minute, regardless of its headers, on every instance and after a restart', {
  tags: 'full',
}, async () => {
  const guarantee = trackGuarantee(
    '20 failures a minute close an address; forged X-Forwarded-For changes nothing',
  )
  for (let round = 0; round < rounds(10, 1); round++) {
    const restarted = await buildApp(api.context)
    const calls = {
      logins: (from: From) => logIn(newAddress(), 'wrong one', from),
      'account calls': callAccount,
    }
    for (const [name, call] of Object.entries(calls)) {
      api.clock.advance(2 * minute)
      const answers = []
      for (let at = 0; at < 30; at++) {
        const app = at === 20 ? restarted : at % 2 === 0 ? open : other
        answers.push(await call({ app, headers: forged(at + round) }))
      }
      guarantee.sum(answers.slice(0, 20), ({ status }) => (status === 429 ? `${name}: too soon` : null))
      guarantee.sum(answers.slice(20), ({ status, wait }) =>
        status === 429 && wait > 0 && wait <= 60 ? null : `${name}: got through forged, ${status} ${wait}`,
      )
    }
    // The account calls before it closed the address to themselves only.
    const { email } = await api.createUser()
    guarantee.tried(2)
    if ((await logIn(email, 'wrong one')).status !== 401) guarantee.broke('account calls count as logins')
    for (let at = 0; at < 19; at++) await logIn(newAddress(), 'wrong one')
    const closed = await logIn(email, testPassword)
    if (closed.status !== 429) guarantee.broke(`the right password of another account: ${closed.status}`)
    api.clock.advance(2 * minute)
    guarantee.tried()
    const later = await logIn(email, testPassword)
    if (later.status !== 200) guarantee.broke(`after two minutes: ${later.status}`)
    await restarted.close()
  }
  guarantee.report()
})

it('counts whole networks of IPv6, since an attacker has one', async () => {
  const guarantee = trackGuarantee('an IPv6 network of 2^64 addresses is one address to the limits')
  api.clock.advance(2 * minute)
  for (let at = 0; at < 30; at++) {
    const peer = `2001:db8:0:7:${(at * 977).toString(16)}::${at.toString(16)}`
    const { status } = await logIn(newAddress(), 'wrong one', { peer })
    guarantee.tried()
    if ((status === 429) !== at >= 20) guarantee.broke(`${at + 1} from ${peer}: ${status}`)
  }
  guarantee.tried()
  const neighbour = await logIn(newAddress(), 'wrong one', { peer: '2001:db8:0:8::1' })
  if (neighbour.status !== 401) guarantee.broke(`the next network: ${neighbour.status}`)
  guarantee.report()
})

it('sees through the proxies that it trusts, and through no other', async () => {
  const guarantee = trackGuarantee('behind a trusted proxy each client has limits of its own')
  api.clock.advance(2 * minute)
  const behind = (client: string, headers = {}) =>
    callAccount({ app: proxied, peer: '10.1.2.3', headers: { 'x-forwarded-for': client, ...headers } })
  for (let at = 0; at < 40; at++) {
    guarantee.tried()
    const { status } = await behind(`198.51.100.${at}`)
    if (status !== 400) guarantee.broke(`client ${at} pays for the others: ${status}`)
  }
  // The client's own header comes before the proxy's entry.
  for (let at = 0; at < 30; at++) {
    guarantee.tried()
    const { status } = await behind(`192.0.2.${at}, 198.51.100.77`)
    if ((status === 429) !== at >= 20) guarantee.broke(`forged before the proxy's own, ${at + 1}: ${status}`)
  }
  for (let at = 0; at < 30; at++) {
    guarantee.tried()
    const { status } = await callAccount({ app: proxied, peer: '203.0.113.9', headers: forged(at) })
    if ((status === 429) !== at >= 20) guarantee.broke(`past the proxy, ${at + 1}: ${status}`)
  }
  for (const nonsense of ['unknown', '', 'x'.repeat(5_000), '1.2.3', '::g', ',,,', '10.0.0.1, 10.0.0.2']) {
    guarantee.tried()
    const { status } = await behind(nonsense)
    if (status >= 500) guarantee.broke(`${nonsense.slice(0, 30)}: ${status}`)
  }
  guarantee.report()
})

it('sends an address at most two mails of each kind an hour, from any client and in any spelling', {
  tags: 'full',
}, async () => {
  const guarantee = trackGuarantee('mails: 2 of each kind an hour an address, also for concurrent requests')
  for (let round = 0; round < rounds(10, 1); round++) {
    const { email } = await api.createUser({ isEmailVerified: false })
    for (let hour = 0; hour < 2; hour++) {
      api.clock.advance(61 * minute)
      const requests = Array.from({ length: 18 }, (_, at) => {
        const from = { app: at % 2 === 0 ? open : other, peer: `203.0.113.${at}` }
        if (at % 3 === 0) return send('/forget-password', { email }, from)
        if (at % 3 === 1) return send('/users/resend-email', { email: email.toUpperCase() }, from)
        return send('/users/register', signUpInput({ email }), from)
      })
      guarantee.sum(await Promise.all(requests), ({ status }) =>
        [201, 202].includes(status) ? null : `answered ${status}`,
      )
      const mails = await accounts.mail.to(email)
      // Reset, confirmation and sign-up notice have separate limits.
      if (mails.length !== 6) guarantee.broke(`${mails.length} mails in an hour`)
    }
  }
  guarantee.report()
})

it('identifies a client by its address, regardless of the rest of the header', () => {
  const named = (ip: string, remoteAddress = '192.0.2.1') =>
    clientAddress({ ip, socket: { remoteAddress } } as Parameters<typeof clientAddress>[0])
  expect(named('198.51.100.1')).toBe('198.51.100.1')
  expect(named('198.51.100.1:4711')).toBe('198.51.100.1')
  expect(named('::ffff:198.51.100.1')).toBe('198.51.100.1')
  expect(named('2001:DB8::1')).toBe('2001:db8:0:0::/64')
  expect(named('[2001:db8:0:7::1]:4711')).toBe('2001:db8:0:7::/64')
  expect(named('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect(named('::1')).toBe('0:0:0:0::/64')
  expect(named('64:ff9b::198.51.100.1')).toBe('64:ff9b:0:0::/64')
  expect(named('unknown')).toBe('192.0.2.1')
})
