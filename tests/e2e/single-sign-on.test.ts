import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import auth from '../../locales/fr/auth.json' with { type: 'json' }
import errors from '../../locales/fr/errors.json' with { type: 'json' }
import profile from '../../locales/fr/profile.json' with { type: 'json' }
import { codeAt, formerCode } from '../support/api/second-factor.ts'
import { type RunningServer, startServer } from '../support/console/running-server.ts'
import { startProvider, type TestProvider } from '../support/oidc/start-provider.ts'
import { type Api, demoPassword, openApi } from './support/api.ts'
import { violations } from './support/axe.ts'
import { newAgent } from './support/records.ts'
import { refuseOnceForProof } from './support/refuse-once.ts'
import { test as base, expect, type OpenedApp } from './support/test.ts'

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

/** A server with two providers, of which `acme` makes accounts. */
const test = base.extend<
  object,
  { company: { server: RunningServer; acme: TestProvider; other: TestProvider } }
>({
  company: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here.
    async ({}, use) => {
      const port = await freePort()
      const origin = `http://127.0.0.1:${port}`
      const startAt = (id: string) =>
        startProvider({
          id,
          returnTo: [`${origin}/auth/sso/${id}`],
          signedOutTo: [`${origin}/auth/login`],
          accounts: [{ claim: 'groups', value: 'sellers', role: 'seller', country: 'ic' }],
        })
      const [acme, other] = await Promise.all([startAt('acme'), startAt('other')])
      const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-sso-'))
      const file = path.join(folder, 'oidc.json')
      writeFileSync(file, JSON.stringify([acme.configured, other.configured]))
      const server = await startServer(0, { PORT: String(port), PUBLIC_URL: origin, OIDC_FILE: file })
      await use({ server, acme, other })
      await server.stop()
      await Promise.all([acme.close(), other.close()])
      rmSync(folder, { recursive: true })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  server: [({ company }, use) => use(company.server), { scope: 'worker' }],
})

test.use({ expectedErrors: [/status of (400|401|403|409)|ERR_FAILED|ERR_NAME_NOT_RESOLVED/] })

let made = 0
/** An account and the same person at the provider. */
const employee = async (api: Api, acme: TestProvider, isAllowed = true) => {
  const agent = await newAgent(api)
  made++
  const sub = `employee-${made}`
  acme.people.set(sub, { sub, email: agent.email, email_verified: true, name: agent.name })
  if (isAllowed) await api.send('PUT', `users/${agent.id}`, { allowsLinking: true })
  return { agent, sub }
}

const button = (page: Page, name = 'acme') =>
  page.getByRole('button', { name: auth.signOn.with.replace('{{name}}', `Test ${name}`) })

/** Signs in at the provider's page. */
const signInThere = async (page: Page, app: OpenedApp, sub: string) => {
  await expect(page.getByLabel('User')).toBeFocused()
  await page.keyboard.type(sub)
  await app.press('Enter')
}

test('one signs in at the provider, comes back to where one wanted to go, and signs out there too', async ({
  page,
  app,
  api,
  company: { acme, server },
}) => {
  const { sub } = await employee(api, acme)
  await page.goto('/profile?open=password')
  await expect(button(page)).toBeVisible()
  await expect(button(page, 'other')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await app.activate(button(page))
  await signInThere(page, app, sub)
  await expect(page).toHaveURL('/profile?open=password')

  // The answer again: Back, a bookmark, or another tab.
  const tab = await page.context().newPage()
  await tab.goto(`${server.url}/auth/sso/acme?code=used&state=used`)
  await expect(tab).toHaveURL(/shippings\/list/)
  await tab.close()

  // The lock screen takes the provider's word too, after a new sign-in there.
  await page.goto('/auth/lock-screen?next=%2Fkeyboard')
  await expect(page.getByLabel('Mot de passe', { exact: true })).toBeFocused()
  await app.activate(button(page))
  await signInThere(page, app, sub)
  await expect(page).toHaveURL('/keyboard')

  await page.goto('/auth/logout')
  await expect(page).toHaveURL((url) => url.href.startsWith(`${acme.issuer}/session/end`))
  await app.activate(page.getByRole('button', { name: /sign me out/i }))
  await expect(page).toHaveURL('/auth/login')
  await app.activate(button(page))
  await expect(page.getByLabel('User')).toBeFocused()
})

test('a locked screen does not go on with a session that is open at the provider', async ({
  page,
  app,
  api,
  company: { acme },
}) => {
  const { sub } = await employee(api, acme)
  await page.goto('/auth/login?next=%2Fprofile')
  await app.activate(button(page))
  await signInThere(page, app, sub)
  await expect(page).toHaveURL('/profile')
  await page.goto('/auth/lock-screen?next=%2Fprofile')
  await app.activate(button(page))
  await expect(page.getByLabel('User')).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('heading', { name: auth.lock.title })).toBeVisible()

  // Somebody asks the provider without its question: the answer comes back by itself, and opens nothing.
  await page.route(
    `${acme.issuer}/auth?**`,
    async (route) => {
      const asked = new URL(route.request().url())
      asked.searchParams.delete('prompt')
      asked.searchParams.set('max_age', '36000')
      await route.fulfill({ status: 302, headers: { location: asked.href } })
    },
    { times: 1 },
  )
  // `auth_time` counts in seconds.
  await page.waitForTimeout(2_500)
  await app.activate(button(page))
  await expect(page.getByRole('heading', { name: auth.signOn.failed })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(errors.SSO_NOT_FRESH)
  expect(await violations(page)).toEqual([])
  const back = page.getByRole('button', { name: auth.signOn.locked })
  await expect(back).toBeFocused()
  await app.press('Enter')
  await expect(page.getByRole('heading', { name: auth.lock.title })).toBeVisible()
  await app.activate(button(page))
  await signInThere(page, app, sub)
  await expect(page).toHaveURL('/profile')
})

test('the screen of login and sign-up opens the provider too', async ({
  page,
  app,
  api,
  company: { acme },
}) => {
  const { sub } = await employee(api, acme)
  await page.goto('/auth/signin-signup?next=%2Fprofile')
  await expect(button(page)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await app.activate(button(page))
  await signInThere(page, app, sub)
  await expect(page).toHaveURL('/profile')
})

test('each answer that opens no session says what to do, and one key leads back to the login', async ({
  page,
  app,
  api,
  company: { acme },
}) => {
  const { sub } = await employee(api, acme, false)
  const at = (name: string, claims: Record<string, unknown>) => {
    acme.people.set(name, { sub: name, email_verified: true, ...claims })
    return name
  }
  const refused: [string, string][] = [
    ['nobody', errors.SSO_REFUSED],
    [sub, errors.SSO_NOT_LINKED],
    [at('unconfirmed', { email: 'new@acme.example', email_verified: false }), errors.SSO_EMAIL_UNVERIFIED],
    [at('unknown', { email: 'unknown@acme.example' }), errors.SSO_NO_ACCOUNT],
  ]
  await page.goto('/auth/login?next=%2Fprofile')
  for (const [who, text] of refused) {
    await app.activate(button(page))
    await signInThere(page, app, who)
    await expect(page.getByRole('heading', { name: auth.signOn.failed })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText(text)
    expect(await violations(page)).toEqual([])
    await page.reload()
    await expect(page.getByRole('alert')).toContainText(errors.SSO_ENDED)
    await expect(page.getByRole('button', { name: auth.links.login })).toBeFocused()
    await app.press('Enter')
    await expect(page).toHaveURL('/auth/login?next=%2Fprofile')
    await expect(page.getByRole('alert')).toBeHidden()
    await page.context().clearCookies()
  }

  // A new account waits for an administrator.
  await app.activate(button(page))
  await signInThere(page, app, at('seller', { email: 'seller@acme.example', groups: ['sellers'] }))
  await expect(page.getByRole('heading', { name: auth.activate.title })).toBeVisible()
})

test('the second step follows the provider, and a lost network loses nothing', async ({
  page,
  app,
  api,
  playwright,
  company: { acme, server },
}) => {
  const { agent, sub } = await employee(api, acme)
  const own = await openApi(playwright, server.url, agent.email)
  const { secret } = (await (await own.send('POST', 'profile/totp')).json()) as { secret: string }
  const enrolled = await own.send('PUT', 'profile/totp', { code: await formerCode(secret) })
  expect(enrolled.status()).toBe(200)
  await own.close()

  await page.goto('/auth/login?next=%2Fprofile')
  await page.route('**/finish', (route) => route.abort())
  await app.activate(button(page))
  await signInThere(page, app, sub)
  await expect(page.getByRole('alert')).toContainText(errors.OFFLINE)
  await page.unroute('**/finish')
  await app.activate(page.getByRole('button', { name: auth.verify.again }))
  const code = page.getByLabel('Code', { exact: true })
  await expect(code).toBeFocused()
  expect(await violations(page)).toEqual([])
  await app.press('Escape')
  await expect(page).toHaveURL('/auth/login?next=%2Fprofile')
  await app.activate(button(page))
  await expect(code).toBeFocused()
  await app.enter(codeAt(secret, new Date()))
  await expect(page).toHaveURL('/profile')

  await page.goto('/auth/logout')
  await expect(page).toHaveURL((url) => url.href.startsWith(`${acme.issuer}/session/end`))
  // The password still works beside the provider.
  await page.goto('/auth/login')
  await app.logIn(agent.email, demoPassword)
  await expect(code).toBeFocused()
})

test('one says who one is by signing in again at the provider, in a window that hands its answer over', async ({
  page,
  app,
  api,
  company: { acme, server },
}) => {
  const { sub } = await employee(api, acme)
  const asked = await refuseOnceForProof(page, '**/api/profile/totp')
  await page.goto('/auth/login?next=%2Fprofile')
  await app.activate(button(page))
  await signInThere(page, app, sub)
  await expect(page).toHaveURL('/profile')
  await app.ask('2fa')
  await expect(app.highlighted).toContainText('Activer la double authentification')
  await app.press('Enter')
  const proof = page.getByRole('dialog', { name: profile.proof.title })
  const again = proof.getByRole('button', { name: profile.proof.anew.replace('{{name}}', 'Test acme') })
  const openWindow = async () => {
    const opened = page.waitForEvent('popup')
    await app.activate(again)
    const popup = await opened
    // Although one is signed in there.
    await expect(popup.getByLabel('User')).toBeFocused()
    await expect(proof).toContainText(profile.proof.waiting.replace('{{name}}', 'Test acme'))
    return popup
  }
  const gone = await openWindow()
  expect(await violations(page)).toEqual([])
  await gone.close()
  const stranger = await openWindow()
  await stranger.keyboard.type((await employee(api, acme)).sub)
  await stranger.keyboard.press('Enter')
  await expect(proof).toContainText(errors.SSO_OTHER_PERSON)
  const own = await openWindow()
  await own.keyboard.type(sub)
  await own.keyboard.press('Enter')
  await expect(proof).toBeHidden()
  await expect(page.getByRole('dialog', { name: 'Activer la double authentification' })).toBeVisible()
  await expect.poll(() => own.isClosed()).toBe(true)
  expect(asked()).toBe(2)

  // Nobody waits for this answer.
  const lost = await page.context().newPage()
  await lost.goto(`${server.url}/auth/sso/acme?code=used&state=prove.used`)
  await expect(lost.getByRole('heading', { name: auth.signOn.handed.lostTitle })).toBeVisible()
  await expect(lost.getByRole('button', { name: auth.signOn.handed.close })).toBeFocused()
  expect(await violations(lost)).toEqual([])
})
