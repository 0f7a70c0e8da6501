import { headings } from './support/headings.ts'
import { goWithin } from './support/looks.ts'
import { expect, test } from './support/test.ts'

test('redirects again where the person navigates before the first redirect is rendered', async ({
  page,
  openAs,
}) => {
  await openAs('agent', '/shippings/list')
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
