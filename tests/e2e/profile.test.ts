import type { Page } from '@playwright/test'
import type { Profile } from '../../domain/users/profile.ts'
import { demoPassword, openApi } from './support/api.ts'
import { violations } from './support/axe.ts'
import { newAgent } from './support/records.ts'
import { expect, full, test } from './support/shared-page.ts'

const profileReady = (page: Page) =>
  expect(page.getByRole('button', { name: 'Modifier mes coordonnées' })).toBeVisible()

test('one changes one’s own name, phone and language, and the console goes by them', async ({
  page,
  app,
  api,
  playwright,
  server,
}) => {
  const agent = await newAgent(api)
  await app.openAs(agent.email, '/')
  await app.listReady('Livraisons')
  await app.press('g', 'y')
  await expect(page).toHaveURL('/profile')
  await profileReady(page)
  await expect(page.getByRole('main')).toContainText(agent.email)
  expect(await violations(page)).toEqual([])
  await app.press('e')
  const dialog = page.getByRole('dialog', { name: 'Modifier mes coordonnées' })
  await expect(dialog.getByLabel('Nom')).toBeFocused()
  expect(await violations(page)).toEqual([])
  await app.fill('Awa Diop')
  await app.press('Tab')
  await app.fill('12')
  await app.press('Control+Enter')
  await expect(dialog.getByLabel('Téléphone')).toBeFocused()
  await expect(dialog.getByLabel('Téléphone')).toHaveAccessibleDescription(/impossible dans ce pays/)
  await app.fill('05 05 06 07 08')
  await app.press('Tab')
  await app.type('English')
  await app.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'My profile' })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /Awa Diop/ })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('+225 05 05 06 07 08')
  const own = await openApi(playwright, server.url, agent.email)
  const profile = (await (await own.send('GET', 'profile')).json()) as Profile
  expect(profile).toMatchObject({ name: 'Awa Diop', phone: '+2250505060708', language: 'en' })
  await own.close()
})

test('one’s own password is changed over the present one, which ends the other sessions and not this one', {
  tag: '@full',
}, async ({ page, app, api, playwright, server }) => {
  app.expectErrors(/status of 400/)
  const agent = await newAgent(api)
  const elsewhere = await openApi(playwright, server.url, agent.email)
  await app.openAs(agent.email, '/profile')
  await profileReady(page)
  await app.press('p')
  const dialog = page.getByRole('dialog', { name: 'Changer mon mot de passe' })
  const field = (name: string) => dialog.getByLabel(name, { exact: true })
  await expect(field('Mot de passe actuel *')).toBeFocused()
  await app.press('Enter')
  await expect(field('Mot de passe actuel *')).toHaveAccessibleDescription(
    'Veuillez saisir votre mot de passe actuel.',
  )
  await app.type('pas celui-ci')
  await app.press('Tab')
  await app.type('dix-sept girafes')
  await app.press('Tab')
  await app.enter('dix-huit girafes')
  await expect(field('Confirmez le nouveau mot de passe *')).toBeFocused()
  await expect(field('Confirmez le nouveau mot de passe *')).toHaveAccessibleDescription(
    'Les deux mots de passe doivent être identiques.',
  )
  expect(await violations(page)).toEqual([])
  await app.fill('dix-sept girafes')
  await app.press('Enter')
  await expect(field('Mot de passe actuel *')).toBeFocused()
  await expect(field('Mot de passe actuel *')).toHaveAccessibleDescription(
    'Ce n’est pas votre mot de passe actuel. Saisissez-le de nouveau, ou demandez-en un nouveau par e-mail.',
  )
  await app.fill(demoPassword)
  await app.press('Enter')
  await expect(app.toasts).toContainText('Mot de passe changé')
  await expect(dialog).toBeHidden()
  expect((await elsewhere.send('GET', 'sessions/current')).status()).toBe(401)
  await elsewhere.close()
  await page.reload()
  await profileReady(page)
  const again = await openApi(playwright, server.url, agent.email, 'dix-sept girafes')
  await again.close()
})

test('one’s sessions are listed by their browsers, ended one by one or all but this one', {
  tag: '@full',
}, async ({ page, app, api, playwright, server }) => {
  const agent = await newAgent(api)
  const others = [await openApi(playwright, server.url, agent.email)]
  const phone = await playwright.request.newContext({
    baseURL: server.url,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  })
  const login = await phone.post('/api/sessions', { data: { email: agent.email, password: demoPassword } })
  const { token } = (await login.json()) as { token: string }
  const statusOfPhone = async () =>
    (await phone.get('/api/sessions/current', { headers: { authorization: token } })).status()

  await page.goto('/auth/login')
  await app.logIn(agent.email, demoPassword)
  await app.listReady('Livraisons')
  await page.goto('/profile')
  const sessions = page.getByRole('region', { name: 'Sessions ouvertes' }).getByRole('listitem')
  await expect(sessions).toHaveCount(3)
  await expect(sessions.first()).toContainText(/Chrome · Linux\s*Cette session/)
  await expect(sessions.first().getByRole('button')).toHaveCount(0)

  await app.activate(page.getByRole('button', { name: 'Fermer la session Safari · iPhone' }))
  await expect(page.getByRole('alertdialog', { name: 'Fermer cette session ?' })).toBeVisible()
  expect(await statusOfPhone()).toBe(200)
  await app.press('Control+Enter')
  await expect(sessions).toHaveCount(2)
  expect(await statusOfPhone()).toBe(401)

  await app.ask('fermer les autres')
  await expect(app.highlighted).toContainText('Fermer les autres sessions')
  await app.press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText('devra se reconnecter')
  await app.press('Control+Enter')
  await expect(sessions).toHaveCount(1)
  await expect(app.toasts).toContainText('Toutes les autres sessions sont fermées')
  for (const other of others) {
    expect((await other.send('GET', 'sessions/current')).status()).toBe(401)
    await other.close()
  }
  await phone.dispose()
})

test('every role has a profile, and its words hold on a phone', full, async ({ page, app }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const role of ['seller', 'moderator', 'delivery']) {
    await app.openAs(role, '/profile')
    await profileReady(page)
    await expect(page.getByRole('main')).toContainText(`${role}@waybill.test`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), role).toBe(390)
  }
})
