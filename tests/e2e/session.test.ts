import errors from '../../locales/fr/errors.json' with { type: 'json' }
import { demoPassword } from './support/api.ts'
import { newSeller } from './support/records.ts'
import { expect, full, test } from './support/test.ts'

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

  test('fills in a demo login and waits at the button for Enter', full, async ({ page, app }) => {
    await page.goto('/')
    await app.activate(page.getByRole('button', { name: /agent@waybill.test/ }))
    await expect(page.getByRole('button', { name: 'Se connecter', exact: true })).toBeFocused()
    await app.press('Enter')
    await expect(page).toHaveURL('/shippings/list')
  })

  test('says when too many wrong passwords have closed the login', full, async ({ page, app, api }) => {
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
    await app.activate(said.getByRole('link', { name: 'Réinitialiser le mot de passe' }), 'Shift+Tab')
    await expect(page).toHaveURL('/auth/forget-password')
  })

  test('lets a known device in while strangers lock the account', full, async ({ page, app, api }) => {
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

  test('says that the server does not answer, and keeps the text', full, async ({ page, app, context }) => {
    await page.goto('/auth/login')
    await expect(page.getByRole('button', { name: /agent@waybill.test/ })).toBeVisible()
    await context.setOffline(true)
    await app.logIn('agent@waybill.test', demoPassword)
    await expect(page.getByRole('alert')).toHaveText(errors.OFFLINE)
    await context.setOffline(false)
    await app.press('Enter')
    await expect(page).toHaveURL('/shippings/list')
  })

  test('a slow answer is said after ten seconds and can be given up', full, async ({ page, app }) => {
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
    await app.activate(page.getByRole('button', { name: 'Ne plus attendre' }))
    await expect(page.getByRole('button', { name: 'Se connecter', exact: true })).toBeVisible()
    await page.unroute('**/api/sessions')
    await app.activate(page.getByRole('button', { name: 'Se connecter', exact: true }), 'Shift+Tab')
    await expect(page).toHaveURL('/shippings/list')
  })

  test('a session that ends elsewhere goes to the login and back', full, async ({ page, app }) => {
    await app.openList('/products/list?sort=-price')
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

  test('signing out ends the session on the server too', full, async ({ page, app }) => {
    await app.openList('/orders/list')
    const token = await page.evaluate(() => JSON.parse(sessionStorage.getItem('session') ?? '{}').token)
    await app.activate(page.getByRole('button', { name: /^Compte de / }), 'Shift+Tab')
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
    test(`${who}@ waits at ${path}, and is let in once it opens`, full, async ({ page, app, api }) => {
      const { id, email } = await newSeller(api)
      await api.update('users', id, {
        isEmailVerified: gate !== 'isEmailVerified',
        isActivated: gate !== 'isActivated',
      })
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
      await api.update('users', id, { isEmailVerified: true, isActivated: true })
      await app.press('Enter')
      await expect(page).toHaveURL('/dashboard')
    })
  }
})

/** A separate client address: twenty failures a minute would lock that of other tests. */
const stranger = { 'x-forwarded-for': '198.51.100.7' }
