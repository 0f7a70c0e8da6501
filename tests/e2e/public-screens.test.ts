import landing from '../../locales/fr/landing.json' with { type: 'json' }
import site from '../../locales/fr/public.json' with { type: 'json' }
import { expect, full, test } from './support/test.ts'

test('a signed-in user opens the console from the landing page', full, async ({ page, app }) => {
  await app.openAs('seller', '/landing')
  await expect(page.getByRole('button', { name: landing.landing.open }).first()).toBeVisible()
})

test('an error page leads home by Enter, and back where one came from', full, async ({ page, app }) => {
  await page.goto('/maintenance')
  await page.goto('/error-404')
  const home = page.getByRole('button', { name: site.actions.home })
  await expect(home).toBeFocused()
  await app.activate(page.getByRole('button', { name: site.actions.back }))
  await expect(page).toHaveURL('/maintenance')
  await page.goto('/error-500-two')
  await expect(home).toBeFocused()
  await app.press('Enter')
  await expect(page).toHaveURL('/auth/login')
})

test.describe('a part of the console that does not come', () => {
  test.use({ expectedErrors: [/ERR_FAILED|ChunkMissing|dynamically imported module/] })

  test('is shown, and is requested again by key', full, async ({ page, app }) => {
    const part = '**/assets/calculator-screen-*.js'
    await page.route(part, (route) => route.abort())
    await app.openAs('admin', '/calculator')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(site.chunk.title)
    const again = page.getByRole('button', { name: site.chunk.retry })
    await expect(again).toBeFocused()
    await page.unroute(part)
    await app.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Calculateur')
  })

  test('is requested again automatically where the network cuts it, and renders without a reload', {
    tag: '@full',
  }, async ({ page, app }) => {
    await app.openList('/orders/list')
    let cuts = 0
    await page.route('**/assets/calculator-screen-*.js', (route) =>
      ++cuts > 3 ? route.continue() : route.abort(),
    )
    await page.evaluate(() => document.body.setAttribute('data-since', 'before'))
    await app.press('g', 'c')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Calculateur')
    expect(cuts).toBeGreaterThan(3)
    await expect(page.locator('body')).toHaveAttribute('data-since', 'before')
  })
})

test('a crashed screen looks like /error-500, and the rest goes on', full, async ({ page, app }) => {
  app.expectErrors(/broken on purpose/)
  await page.route('**/assets/calculator-screen-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export default () => { throw new Error("broken on purpose") }',
    }),
  )
  await app.openAs('admin', '/calculator')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(site.broken.title)
  await expect(page.getByRole('navigation', { name: 'Menu principal' })).toBeVisible()
  await expect(page.getByRole('button', { name: site.actions.home })).toBeFocused()
  await app.press('Enter')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tableau de bord')
})
