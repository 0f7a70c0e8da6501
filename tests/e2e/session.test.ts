import type { Page } from '@playwright/test'
import { type Role, roles } from '../../domain/access/permissions.ts'
import { landings } from '../../domain/access/routes.ts'
import errors from '../../locales/fr/errors.json' with { type: 'json' }
import { casesOf } from '../support/is-full.ts'
import { demoPassword } from './support/api.ts'
import { headings } from './support/headings.ts'
import { newSeller } from './support/records.ts'
import { expect, test } from './support/test.ts'

test.describe('the login', () => {
  test.use({ expectedErrors: [/status of (401|429)|ERR_INTERNET_DISCONNECTED/] })

  test('says what is wrong at the right field, in words, and keeps what was typed', async ({ page, app }) => {
    await page.goto('/')
    await expect(page).toHaveURL('/auth/login')
    await expect(page.getByLabel('Adresse e-mail')).toBeFocused()
    await app.press('Enter')
    await expect(page.getByLabel('Adresse e-mail')).toBeFocused()
    await expect(page.getByLabel('Adresse e-mail')).toHaveAccessibleDescription(
      'Veuillez saisir votre adresse e-mail.',
    )
    await app.logIn('admin@waybill.test', 'wrong password')
    await expect(page.getByRole('alert')).toHaveText(
      'Adresse e-mail ou mot de passe incorrect. Vérifiez les deux et réessayez.',
    )
    await expect(page.getByLabel('Mot de passe', { exact: true })).toBeFocused()
    await app.fill(demoPassword)
    await app.press('Enter')
    await expect(page).toHaveURL('/dashboard')
  })

  test('fills in a demo login and waits at the button for Enter', { tag: '@full' }, async ({ page, app }) => {
    await page.goto('/')
    await app.tabTo(page.getByRole('button', { name: /agent@waybill.test/ }))
    await app.press('Enter')
    await expect(page.getByRole('button', { name: 'Se connecter' })).toBeFocused()
    await app.press('Enter')
    await expect(page).toHaveURL('/shippings/list')
  })

  test('after too many wrong passwords says so, and refuses every login for a while', {
    tag: '@full',
  }, async ({ page, app, api }) => {
    const { email } = await newSeller(api)
    for (let tries = 0; tries < 5; tries++) {
      await page.request.post('/api/sessions', {
        data: { email, password: 'never theirs' },
        headers: stranger,
      })
    }
    await page.goto('/auth/login')
    await app.logIn(email, demoPassword)
    const said = page.getByRole('alert')
    await expect(said).toContainText(errors.TOO_MANY_ATTEMPTS)
    await expect(said).toContainText(/Réessayez à \d\d:\d\d/)
    await expect(said).toContainText('Un nouveau mot de passe rouvre la connexion sans attendre.')
    await app.tabTo(said.getByRole('link', { name: 'Réinitialiser le mot de passe' }), 'Shift+Tab')
    await app.press('Enter')
    await expect(page).toHaveURL('/auth/forget-password')
  })

  test('lets a device in that has signed in before, while strangers lock the account', {
    tag: '@full',
  }, async ({ page, app, api }) => {
    const { email } = await newSeller(api)
    await page.goto('/auth/login')
    await app.logIn(email, demoPassword)
    await expect(page).not.toHaveURL(/\/auth\/login/)
    await page.evaluate(() => sessionStorage.clear())
    for (let tries = 0; tries < 6; tries++) {
      await page.request.post('/api/sessions', {
        data: { email, password: 'never theirs' },
        headers: stranger,
      })
    }
    const theirs = { data: { email, password: demoPassword }, headers: stranger }
    expect((await page.request.post('/api/sessions', theirs)).status()).toBe(429)
    await page.goto('/auth/login')
    await app.logIn(email, demoPassword)
    await expect(page).not.toHaveURL(/\/auth\/login/)
  })

  test('shows that the server does not answer, and keeps what was typed', { tag: '@full' }, async ({
    page,
    app,
    context,
  }) => {
    await page.goto('/auth/login')
    await expect(page.getByRole('button', { name: /agent@waybill.test/ })).toBeVisible()
    await context.setOffline(true)
    await app.logIn('agent@waybill.test', demoPassword)
    await expect(page.getByRole('alert')).toHaveText(errors.OFFLINE)
    await context.setOffline(false)
    await app.press('Enter')
    await expect(page).toHaveURL('/shippings/list')
  })

  test('a slow answer is said after ten seconds and can be given up', { tag: '@full' }, async ({
    page,
    app,
  }) => {
    await page.clock.install()
    await page.route('**/api/sessions', () => undefined)
    await page.goto('/auth/login')
    // The form is prerendered; wait for its code, whose timeout is tested here.
    await expect(page.getByRole('main')).toBeVisible()
    await app.logIn('agent@waybill.test', demoPassword)
    await expect(page.getByRole('button', { name: 'Connexion…' })).toBeVisible()
    await expect(page.getByRole('status')).toHaveCount(0)
    await page.clock.fastForward(10_000)
    await expect(page.getByRole('status')).toContainText('Le réseau est lent')
    await app.tabTo(page.getByRole('button', { name: 'Ne plus attendre' }))
    await app.press('Enter')
    await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible()
    await page.unroute('**/api/sessions')
    await app.tabTo(page.getByRole('button', { name: 'Se connecter' }), 'Shift+Tab')
    await app.press('Enter')
    await expect(page).toHaveURL('/shippings/list')
  })

  test('sends a user who is already signed in to their own screen', { tag: '@full' }, async ({
    page,
    openAs,
  }) => {
    await openAs('agent', '/auth/login?next=%2Fusers%2Flist')
    await expect(page).toHaveURL('/shippings/list')
    await page.goto('/auth/signin-signup')
    await expect(page).toHaveURL('/shippings/list')
  })

  test('ignores a return path of another origin', { tag: '@full' }, async ({ page }) => {
    await page.goto('/nowhere?x=1')
    await expect(page).toHaveURL('/auth/login')
    await page.goto('/orders/edit/01890000-0000-7000-8000-000000000000?tab=history')
    await expect(page).toHaveURL(
      '/auth/login?next=%2Forders%2Fedit%2F01890000-0000-7000-8000-000000000000%3Ftab%3Dhistory',
    )
  })

  test('goes on to the path that was asked for, query and all', { tag: '@full' }, async ({ page, app }) => {
    await page.goto('/orders/list?q=status:CANCELLED')
    await expect(page).toHaveURL(/\/auth\/login\?next=/)
    await app.logIn('admin@waybill.test', demoPassword)
    await app.listReady('Commandes')
    await expect(page).toHaveURL('/orders/list?q=status:CANCELLED')
    await expect(app.filterBox).toHaveValue('statut:annulée')
  })

  test('a session that ends elsewhere goes to the login, and back to the same place after it', {
    tag: '@full',
  }, async ({ page, app, openAs }) => {
    await openAs('admin', '/products/list?sort=-price')
    await app.listReady('Produits')
    const token = await page.evaluate(() => JSON.parse(sessionStorage.getItem('session') ?? '{}').token)
    await page.request.delete('/api/sessions/current', { headers: { authorization: token } })
    await app.press('r')
    await expect(page).toHaveURL('/auth/login?next=%2Fproducts%2Flist%3Fsort%3D-price')
    await expect(page.getByRole('alert')).toContainText('Votre session est terminée.')
    expect(await page.evaluate(() => [sessionStorage.session, localStorage.country])).toEqual([
      undefined,
      undefined,
    ])
    await app.logIn('admin@waybill.test', demoPassword)
    await expect(page).toHaveURL('/products/list?sort=-price')
  })

  test('signing out ends the session on the server too', { tag: '@full' }, async ({ page, app, openAs }) => {
    await openAs('admin', '/orders/list')
    await app.listReady('Commandes')
    const token = await page.evaluate(() => JSON.parse(sessionStorage.getItem('session') ?? '{}').token)
    await app.tabTo(page.getByRole('button', { name: /^Compte de / }), 'Shift+Tab')
    await app.press('Enter')
    await expect(page.getByRole('menu', { name: 'Votre compte' })).toBeVisible()
    await app.press('End')
    await expect(page.getByRole('menuitem', { name: 'Se déconnecter' })).toBeFocused()
    await app.press('Enter')
    await expect(page).toHaveURL('/auth/logout')
    await expect(page.getByRole('heading', { level: 1, name: 'Vous êtes déconnecté' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Se reconnecter' })).toBeFocused()
    await app.press('Enter')
    await expect(page).toHaveURL('/auth/login')
    await expect(page.getByLabel('Adresse e-mail')).toBeFocused()
    await expect(page.getByRole('alert')).toBeHidden()
    await expect
      .poll(async () =>
        (await page.request.get('/api/sessions/current', { headers: { authorization: token } })).status(),
      )
      .toBe(401)
  })
})

test.describe('the gates', () => {
  const gates = [
    {
      who: 'unverified',
      path: '/auth/confirm',
      title: 'Confirmez votre adresse e-mail',
      gate: 'isEmailVerified',
    },
    {
      who: 'inactive',
      path: '/auth/activate',
      title: 'Votre compte attend son activation',
      gate: 'isActivated',
    },
  ] as const

  for (const { who, path, title, gate } of gates) {
    test(`${who}@ waits at ${path}, whatever is asked for, and is let in once it opens`, {
      tag: '@full',
    }, async ({ page, app, api }) => {
      const email = `${who}-${Date.now()}@waybill.test`
      const waiting = await api.create('users', {
        country: 'ic',
        name: 'Awa Attend',
        role: 'seller',
        email,
        phone: '+2250708091011',
        password: demoPassword,
      })
      const shut = { isEmailVerified: gate !== 'isEmailVerified', isActivated: gate !== 'isActivated' }
      await api.update('users', waiting.id, shut)
      await page.goto('/')
      await app.logIn(email, demoPassword)
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await page.goto('/orders/list')
      await expect(page).toHaveURL(path)

      const look = page.getByRole('button', { name: 'Vérifier maintenant' })
      await expect(look).toBeFocused()
      await app.press('Enter')
      await expect(page.getByRole('status')).toContainText('Pas encore')
      await api.update('users', waiting.id, { isEmailVerified: true, isActivated: true })
      await app.press('Enter')
      await expect(page).toHaveURL('/dashboard')
    })

    test(`the demo's ${who}@ sees ${path}`, { tag: '@full' }, async ({ page, openAs }) => {
      await openAs(who, '/')
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    })
  }
})

test.describe('every role', () => {
  for (const role of casesOf(roles, (one) => one === 'admin' || one === 'agent')) {
    // All routes of other roles: every-screen.test.ts.
    test(`${role}: from / and from what is no screen to exactly one screen`, { tag: '@full' }, async ({
      page,
      openAs,
    }) => {
      await openAs(role, '/')
      await onlyScreen(role)
      await follow(page, '/nowhere')
      await onlyScreen(role, '/nowhere')
      await page.goto('/nowhere')
      await onlyScreen(role, '/nowhere')

      async function onlyScreen(of: Role, from = '/') {
        const home = landings[of]
        await expect(page, from).toHaveURL(home)
        await expect(page.getByRole('heading', { level: 1 }), from).toHaveText(headings[home])
      }
    })
  }
})

/** Navigates like Back, without reloading the page. */
const follow = async (page: Page, path: string) => {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** A separate client address: twenty failures a minute would lock that of other tests. */
const stranger = { 'x-forwarded-for': '198.51.100.7' }
