import type { Page } from '@playwright/test'
import auth from '../../locales/fr/auth.json' with { type: 'json' }
import errors from '../../locales/fr/errors.json' with { type: 'json' }
import type { RunningServer } from '../support/console/running-server.ts'
import { demoPassword } from './support/api.ts'
import type { AppPage } from './support/app-page.ts'
import { newOrder, newProduct, newSeller, uniqueWord } from './support/records.ts'
import { holdRequests, standBetween } from './support/stand-between.ts'
import { expect, full, test } from './support/test.ts'

test.use({ expectedErrors: [/status of (400|401|409|410|422)|ERR_TIMED_OUT/] })

const goodPassword = 'lagune-ebrie-27'

test.describe('a sign-up', () => {
  test('says what is wrong at each field, in words, the first one first', full, async ({ page, app }) => {
    await page.goto('/auth/register')
    await expect(page.getByLabel('Nom')).toBeFocused()
    await app.press('Enter')
    await expect(page.getByLabel('Nom')).toBeFocused()
    await says(page, {
      Nom: auth.problems.name.REQUIRED,
      'Adresse e-mail': auth.problems.email.REQUIRED,
      Téléphone: auth.problems.phone.REQUIRED,
      'Mot de passe': auth.problems.password.REQUIRED,
    })
    await type(app, ['Awa Koné', 'Tab', 'awa@', 'Tab', 'Tab', '12', 'Tab', '12345', 'Enter'])
    await expect(page.getByLabel('Adresse e-mail')).toBeFocused()
    await says(page, {
      'Adresse e-mail': auth.problems.email.INVALID_EMAIL,
      Téléphone: auth.problems.phone.INVALID_PHONE,
      'Mot de passe': auth.problems.password.PASSWORD_TOO_SHORT,
    })
    await expect(page.getByLabel('Nom')).not.toHaveAttribute('aria-invalid')
    await app.tabTo(page.getByLabel('Mot de passe', { exact: true }))
    await app.fill('azerty')
    await app.press('Enter')
    await says(page, { 'Mot de passe': errors.PASSWORD_TOO_COMMON })
  })

  test.describe('in English', () => {
    test.use({ locale: 'en-GB' })

    test("says the specification's own words", full, async ({ page, app, server }) => {
      await page.goto('/auth/register')
      await expect(page.getByLabel('Name')).toBeFocused()
      await app.press('Enter')
      await says(page, {
        Name: 'Please enter your name',
        'Email address': 'Please enter email',
        Phone: 'Please enter Phone',
        Password: 'Please enter Password',
      })
      await type(app, ['Awa', 'Tab', 'awa@', 'Tab', 'Tab', '12', 'Tab', '12345', 'Enter'])
      await says(page, {
        'Email address': 'Please enter valid Email',
        Phone: 'Please enter a valid phone number',
        Password: 'Password at least 6 characters',
      })
      const email = 'moderator@waybill.test'
      await page.request.post('/api/forget-password', { data: { email } })
      await expect.poll(() => server.mailedTo(email).length).toBeGreaterThan(0)
      await page.goto(lastLink(server, email))
      await expect(page.getByLabel('New password', { exact: true })).toBeFocused()
      await app.press('Enter')
      await says(page, {
        'New password': 'Please enter Password',
        'Confirm password': 'Please confirm your password',
      })
      await type(app, ['lagune-27', 'Tab', 'Tab', 'another-27', 'Enter'])
      await says(page, { 'Confirm password': 'Passwords must match' })
    })
  })

  test('leads through both gates, which open by themselves: the link on another device, then an administrator', async ({
    page,
    app,
    api,
    server,
    browser,
  }) => {
    await page.clock.install()
    const email = `${uniqueWord()}@waybill.test`
    await page.goto('/auth/register')
    await expect(page.getByLabel('Nom')).toBeFocused()
    await type(app, ['Awa Koné', 'Tab', email, 'Tab', 'Tab', '+221 77 123 45 67'])
    // The phone prefix selects the country.
    await expect(page.getByLabel('Pays')).toHaveValue('sn')
    await type(app, ['Tab', goodPassword, 'Enter'])

    await expect(page).toHaveURL('/auth/confirm')
    await expect(page.getByText(email)).toBeVisible()
    await expect(page.getByRole('button', { name: auth.gate.refresh })).toBeFocused()
    await app.activate(page.getByRole('button', { name: auth.resend.button }))
    await expect(page.getByRole('status')).toHaveText(auth.resend.sentTo.replace('{{email}}', email))
    await expect.poll(() => server.mailedTo(email).length).toBe(2)

    const link = lastLink(server, email)
    const phone = await (await browser.newContext({ locale: 'fr-FR', baseURL: server.url })).newPage()
    await phone.goto(link)
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText(auth.verified.title)
    await expect(phone.getByRole('button', { name: 'Se connecter', exact: true })).toBeFocused()
    await phone.context().close()
    await page.clock.fastForward(30_000)
    await expect(page).toHaveURL('/auth/activate')
    const { items } = await api.list('users', { keyword: email })
    expect(items).toMatchObject([{ role: 'seller', country: 'sn', language: 'fr', isEmailVerified: true }])
    await api.put(`users/activate/${items[0]?.id}`, {})
    await page.clock.fastForward(30_000)
    await expect(page).toHaveURL('/dashboard')

    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(auth.dead.title)
  })

  test('with a mistyped address is left at the gate for another one', async ({ page, app }) => {
    const sent = async (email: string) => {
      await expect(page.getByLabel('Nom')).toBeFocused()
      await type(app, ['Awa Koné', 'Tab', email, 'Tab', 'Tab', '0708091011', 'Tab', goodPassword, 'Enter'])
      await expect(page).toHaveURL('/auth/confirm')
      await expect(page.getByText(email)).toBeVisible()
      await expect(page.getByRole('button', { name: auth.gate.refresh })).toBeFocused()
    }
    await page.goto('/auth/register')
    await sent(`${uniqueWord()}@waybil.test`)
    await app.activate(page.getByRole('button', { name: auth.confirm.otherAddress }))
    await expect(page).toHaveURL('/auth/register')
    await sent(`${uniqueWord()}@waybill.test`)
  })

  test('with an address that has an account answers the same; only its owner gets a mail', {
    tag: '@full',
  }, async ({ page, app, api, server }) => {
    const { email } = await newSeller(api)
    await page.goto('/auth/signin-signup')
    await expect(page.getByLabel('Adresse e-mail')).toBeFocused()
    await app.press('Shift+Tab', 'ArrowRight')
    await expect(page.getByRole('tab', { name: auth.both.register })).toBeFocused()
    await type(app, ['Tab', 'Awa Koné', 'Tab', email, 'Tab', 'Tab', '0708091011', 'Tab', goodPassword])
    await app.press('Enter')
    await expect(page).toHaveURL('/auth/confirm')
    await expect(page.getByText(email)).toBeVisible()
    await expect.poll(() => server.mailedTo(email)).toEqual([expect.stringMatching(/\/auth\/login$/)])
  })
})

test.describe('a forgotten password', () => {
  test('is asked for the same way whether the address is known or not', full, async ({ page, app }) => {
    await page.goto('/auth/login')
    await app.activate(page.getByRole('link', { name: auth.links.forgot }))
    await expect(page.getByLabel('Adresse e-mail')).toBeFocused()
    await app.enter('nobody@waybill.test')
    await expect(page.getByText(auth.forget.sent)).toBeVisible()
    await page.goto('/auth/resend-email')
    await expect(page.getByLabel('Adresse e-mail')).toBeFocused()
    await app.enter('nobody@waybill.test')
    await expect(page.getByText(auth.resend.sent)).toBeVisible()
  })

  test('is set by the link, once, and ends old password and sessions', async ({ page, app, api, server }) => {
    const { id, email } = await newSeller(api)
    await api.update('users', id, { isEmailVerified: true, isActivated: true })
    await page.goto('/auth/forget-password')
    await expect(page.getByLabel('Adresse e-mail')).toBeFocused()
    await app.enter(email)
    await expect(page.getByText(auth.forget.sent)).toBeVisible()
    await expect.poll(() => server.mailedTo(email).length).toBe(1)
    const link = lastLink(server, email)

    // The link works with and without a session. Nothing can be typed before it is known to work.
    const answerCheck = await holdRequests(page, '**/api/password-reset/*')
    const asked = page.waitForRequest('**/api/password-reset/*')
    await app.openAs(email, link)
    await asked
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(auth.reset.title)
    await expect(page.getByRole('main').getByRole('status')).not.toBeEmpty()
    const wanted = page.getByLabel('Nouveau mot de passe', { exact: true })
    await expect(wanted).toHaveCount(0)
    answerCheck()
    await expect(wanted).toBeFocused()
    await type(app, [goodPassword, 'Tab', 'Tab', 'something else', 'Enter'])
    const repeated = page.getByLabel('Confirmation du mot de passe')
    await expect(repeated).toBeFocused()
    await expect(repeated).toHaveAccessibleDescription(auth.problems.confirmation.PASSWORDS_DIFFER)
    await app.fill(goodPassword)
    await app.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(auth.reset.done)
    expect(await page.evaluate(() => sessionStorage.getItem('session'))).toBeNull()
    await app.press('Enter')
    await app.logIn(email, demoPassword)
    await expect(page.getByRole('alert')).toHaveText(errors.BAD_CREDENTIALS)
    await app.fill(goodPassword)
    await app.press('Enter')
    await expect(page).toHaveURL('/dashboard')

    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(auth.dead.title)
    await expect(wanted).toHaveCount(0)
    await app.press('Enter')
    await expect(page).toHaveURL('/auth/forget-password')
  })
})

test.describe('a network that hangs', () => {
  const again = (page: Page) => page.getByRole('button', { name: auth.verify.again })

  for (const [screen, path, request] of [
    ['new password', '/auth/password-reset/nobodys', '**/api/password-reset/*'],
    ['confirmed address', '/auth/verify-email/nobodys', '**/api/users/verify-email/*'],
  ] as const) {
    test(`is waited for no longer than wanted: ${screen}`, async ({ page, app }) => {
      await page.clock.install()
      const answer = await holdRequests(page, request)
      const asked = page.waitForRequest(request)
      await page.goto(path)
      await asked
      await page.clock.fastForward(10_000)
      await expect(page.getByText(auth.wait.long)).toBeVisible()
      await app.activate(page.getByRole('button', { name: auth.wait.cancel }))
      await expect(page.getByText(auth.wait.stopped)).toBeVisible()
      await expect(again(page)).toBeFocused()
      answer()
      await app.press('Enter')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(auth.dead.title)
    })
  }

  test('leaves a closed gate with a sentence and another try', async ({ page, app }) => {
    await standBetween(page)
    await app.openAs('inactive@waybill.test', '/auth/activate')
    const refresh = page.getByRole('button', { name: auth.gate.refresh })
    await expect(refresh).toBeFocused()
    const current = '**/api/sessions/current'
    await page.route(current, (route) => route.abort('timedout'))
    await app.press('Enter')
    await expect(page.getByText(auth.wait.stopped)).toBeVisible()
    await page.unroute(current)
    await app.press('Enter')
    await expect(page.getByText(auth.activate.stillClosed)).toBeVisible()
  })
})

test.describe('a locked session', () => {
  test('asks for the password alone, after a reload too, and leads back', async ({ page, app, api }) => {
    const { id: product } = await newProduct(api, { country: 'sn' })
    await newOrder(api, { country: 'sn', product, customerPhone: '+221771234568' })
    await app.openAs('admin', '/')
    await expect(page).toHaveURL('/dashboard')
    await page.evaluate(() => localStorage.setItem('country', '{"code":"sn"}'))
    await page.goto('/orders/list?q=status%3APENDING')
    await app.listReady('Commandes')
    const token = await page.evaluate(() => JSON.parse(sessionStorage.session).token)
    await app.press('Control+Shift+L')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(auth.lock.title)
    await expect(page.getByText('admin@waybill.test')).toBeVisible()
    await expect
      .poll(async () =>
        (await page.request.get('/api/sessions/current', { headers: { authorization: token } })).status(),
      )
      .toBe(401)

    await page.goto('/orders/list?q=status%3APENDING')
    await expect(page).toHaveURL(/^[^?]+\/auth\/lock-screen\?next=/)
    await expect(page.getByLabel('Mot de passe', { exact: true })).toBeFocused()
    await app.enter('not the one')
    await expect(page.getByRole('alert')).toHaveText(auth.problems.lock.BAD_CREDENTIALS)
    await expect(page.getByLabel('Mot de passe', { exact: true })).toBeFocused()
    await app.fill(demoPassword)
    await app.press('Enter')
    await app.listReady('Commandes')
    await expect(page).toHaveURL('/orders/list?q=status%3APENDING')
    expect(await page.evaluate(() => JSON.parse(localStorage.country).code)).toBe('sn')
  })

  test('is locked at once with a form that is not saved, which is there afterwards', async ({
    page,
    app,
  }) => {
    await app.openAs('admin', '/orders/add')
    const name = page.getByLabel('Client')
    await app.tabTo(name)
    await app.fill('Pas encore gardé')
    await app.press('Control+Shift+L')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(auth.lock.title)
    await expect(page.getByLabel('Mot de passe', { exact: true })).toBeFocused()
    await app.fill(demoPassword)
    await app.press('Enter')
    await expect(page).toHaveURL('/orders/add')
    await expect(name).toHaveValue('Pas encore gardé')
  })

  test('is replaced by another user’s, and nothing of it is left', full, async ({ page, app }) => {
    await app.openAs('seller', '/auth/lock-screen')
    await expect(page.getByText('seller@waybill.test')).toBeVisible()
    await app.activate(page.getByRole('link', { name: auth.lock.other }))
    await app.logIn('agent@waybill.test', demoPassword)
    await expect(page).toHaveURL('/shippings/list')
    expect(await page.evaluate(() => sessionStorage.getItem('locked'))).toBeNull()
  })
})

/** Checks each field's error, by label. */
const says = async (page: Page, texts: Record<string, string>) => {
  for (const [label, text] of Object.entries(texts)) {
    await expect(page.getByLabel(label, { exact: true }), label).toHaveAccessibleDescription(new RegExp(text))
  }
}

/** Texts replace the field's value; `Tab` and `Enter` are pressed as keys. */
const type = async (app: AppPage, steps: readonly string[]) => {
  for (const step of steps) {
    if (step === 'Tab' || step === 'Enter') await app.press(step)
    else await app.fill(step)
  }
}

const lastLink = (server: Pick<RunningServer, 'mailedTo'>, email: string): string => {
  const link = server.mailedTo(email).at(-1)
  if (link === undefined) throw new Error(`no mail to ${email}`)
  return link
}
