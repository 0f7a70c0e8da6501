import { headings } from './support/headings.ts'
import { goWithin } from './support/looks.ts'
import { expect, full, test } from './support/test.ts'

test('redirects again if one navigates before the redirect is rendered', full, async ({ page, app }) => {
  await app.openAs('agent', '/shippings/list')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(headings['/shippings/list'])
  for (const again of ['/dashboard', '/calculator']) {
    await page.evaluate((path) => {
      const replace = history.replaceState.bind(history)
      history.replaceState = (state, unused, url) => {
        replace(state, unused, url)
        history.replaceState = replace
        // After the redirect has changed the location, before React has rendered it.
        queueMicrotask(() => {
          history.pushState(null, '', path)
          window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
        })
      }
    }, again)
    await goWithin(page, '/dashboard')
    await expect(page, again).toHaveURL(({ pathname }) => pathname === '/shippings/list')
    await expect(heading).toHaveText(headings['/shippings/list'])
  }
})

test('says why an address leads home: unknown, or not for the role', full, async ({ page, app }) => {
  await app.openAs('seller', '/users/list')
  await expect(page).toHaveURL('/dashboard')
  await expect(app.toasts).toContainText('Cet écran n’est pas ouvert à votre rôle')
  await page.goto('/nowhere')
  await expect(page).toHaveURL('/dashboard')
  await expect(app.toasts).toContainText('Cette adresse n’existe pas')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(headings['/dashboard'])
  await expect(app.toasts.getByText(/Cette adresse|Cet écran/)).toHaveCount(0)
})
