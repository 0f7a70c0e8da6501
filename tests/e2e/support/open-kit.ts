import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'

/** Opens `/ui/kit`, which is not in users' console: its page and files come from a separate bundle, built if stale. */
export const openKit = async (page: Page): Promise<void> => {
  await page.route(/\/(ui\/kit$|kit\/)/, (route) => {
    const { pathname } = new URL(route.request().url())
    const file = path.join('dist/kit', pathname === '/ui/kit' ? 'index.html' : pathname)
    return existsSync(file) ? route.fulfill({ path: file }) : route.fallback()
  })
  // What an earlier test of this page registered would answer from its store, past the route.
  await page.evaluate(async () => {
    const registrations = await navigator.serviceWorker.getRegistrations()
    await Promise.all(registrations.map((registration) => registration.unregister()))
  })
  await page.goto('/ui/kit')
  await expect(page.getByRole('heading', { level: 1, name: 'Catalogue' })).toBeVisible()
}
