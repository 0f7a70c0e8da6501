import type { Page } from '@playwright/test'
import { demoPassword } from './support/api.ts'
import { holdRequests } from './support/stand-between.ts'
import { expect, full, test } from './support/test.ts'

test('the login takes the keyboard when it is shown and loses no key, also before the console’s own code has come', async ({
  page,
  app,
}) => {
  const { releaseScripts } = await openWith(page, '/auth/login', /assets\/(whole|console)-.*\.js/)
  await expect(page.getByLabel('Adresse e-mail')).toBeFocused()
  // Key by key, also in a short run: none may be lost.
  await page.keyboard.type('admin@waybill.test')
  await app.press('Tab')
  await expect(page.getByLabel('Mot de passe', { exact: true })).toBeFocused()
  await page.keyboard.type(demoPassword)
  await expect(page.getByLabel('Adresse e-mail')).toHaveValue('admin@waybill.test')
  await app.press('Enter')
  await expect(page.getByRole('button', { name: 'Connexion…' })).toBeVisible()
  releaseScripts()
  await expect(page).toHaveURL('/dashboard')
  expect(page.url()).not.toContain(demoPassword)
})

test('the login stands in the page: it is read, typed into and sent before any file has come', async ({
  page,
  app,
}) => {
  const { releaseScripts } = await openWith(page, '/auth/login', /assets\//)
  const email = page.getByRole('textbox', { name: 'Adresse e-mail' })
  await expect(email).toBeFocused()
  await expect(page).toHaveTitle('Connexion · Waybill')
  const send = page.getByRole('button', { name: 'Se connecter', exact: true })
  // With the styles of the console.
  await expect(send).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await app.press('Enter')
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.type('admin@waybill.test')
  await app.press('Tab')
  await page.keyboard.type(demoPassword)
  await app.press('Enter')
  await expect(page.getByRole('button', { name: 'Connexion…' })).toHaveAttribute('aria-busy', 'true')
  releaseScripts()
  await expect(page).toHaveURL('/dashboard')
})

test('what was typed, its focus and its language stay when the console takes over', { tag: '@full' }, async ({
  page,
  app,
}) => {
  const { releaseScripts } = await openWith(page, '/auth/login?lng=de', /assets\//)
  const password = page.getByLabel('Passwort', { exact: true })
  await expect(page.getByLabel('E-Mail-Adresse')).toBeFocused()
  await page.keyboard.type('somebody@waybill.test')
  await app.press('Tab')
  await page.keyboard.type('secret')
  await app.press('ArrowLeft', 'ArrowLeft')
  releaseScripts()
  await expect(page.locator('#root[data-first]')).toHaveCount(0)
  await expect(password).toBeFocused()
  await page.keyboard.type('-')
  await expect(password).toHaveValue('secr-et')
  await expect(page.getByLabel('E-Mail-Adresse')).toHaveValue('somebody@waybill.test')
})

test('a first visit at the root shows the login at once, a later one does not', full, async ({ page }) => {
  const first = await openWith(page, '/', /assets\//)
  await expect(page.getByLabel('Adresse e-mail')).toBeFocused()
  first.releaseScripts()
  await expect(page).toHaveURL('/auth/login')
  await page.unrouteAll()
  const second = await openWith(page, '/', /assets\//)
  await expect(page.getByLabel('Adresse e-mail')).toHaveCount(0)
  second.releaseScripts()
  await expect(page.getByLabel('Adresse e-mail')).toBeFocused()
})

test('the console comes while the login is typed, and not before', full, async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const isConsole = (path: string) => /assets\/console-.*\.js$/.test(path)
  await page.goto('/auth/login')
  await expect(page.locator('#root[data-first]')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  expect(asked.filter(isConsole)).toEqual([])
  await page.keyboard.type('a')
  await expect.poll(() => asked.filter(isConsole).length).toBe(1)
})

test('a login on the way to a screen lands on that screen', full, async ({ page, app }) => {
  await page.goto('/products/list')
  await expect(page.getByLabel('Adresse e-mail')).toBeFocused()
  await app.type('admin@waybill.test')
  await app.press('Tab')
  await app.enter(demoPassword)
  await app.listReady('Produits')
})

test('other screens before the gates show no login while they load', full, async ({ page }) => {
  const { releaseScripts } = await openWith(page, '/auth/register', /assets\/.*\.js/)
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  releaseScripts()
  await expect(page.getByRole('heading', { level: 1, name: 'Créer un compte' })).toBeVisible()
})

/** Opens a page and delays its scripts of this name until they are released. */
const openWith = async (page: Page, path: string, scripts: RegExp) => {
  const releaseScripts = await holdRequests(page, scripts)
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(
    () => document.readyState === 'interactive' || document.readyState === 'complete',
  )
  return { releaseScripts: releaseScripts }
}
