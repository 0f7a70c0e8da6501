import type { Page } from '@playwright/test'
import { demoPassword } from './support/api.ts'
import { expect, test } from './support/test.ts'

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

test('a login on the way to a screen lands on that screen', { tag: '@full' }, async ({ page, app }) => {
  await page.goto('/products/list')
  await expect(page.getByLabel('Adresse e-mail')).toBeFocused()
  await app.type('admin@waybill.test')
  await app.press('Tab')
  await app.type(demoPassword)
  await app.press('Enter')
  await app.listReady('Produits')
})

test('other screens before the gates show no login while they load', { tag: '@full' }, async ({ page }) => {
  const { releaseScripts } = await openWith(page, '/auth/register', /assets\/.*\.js/)
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  releaseScripts()
  await expect(page.getByRole('heading', { level: 1, name: 'Créer un compte' })).toBeVisible()
})

/** Opens a page and delays its scripts of this name until they are released. */
const openWith = async (page: Page, path: string, scripts: RegExp) => {
  let releaseScripts = () => {}
  const mayCome = new Promise<void>((resolve) => {
    releaseScripts = resolve
  })
  await page.route(scripts, async (route) => {
    await mayCome
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(
    () => document.readyState === 'interactive' || document.readyState === 'complete',
  )
  return { releaseScripts: releaseScripts }
}
