import type { Page, Request } from '@playwright/test'

/**
 * Intercepts requests of the page from its next load on, so that routes added later apply to its first call: a
 * page that is already loaded sends its first requests past new routes.
 */
export const standBetween = (page: Page): Promise<unknown> =>
  page.route('**/nothing-is-called-so', (route) => route.continue())

/** Delays matching requests until the function that it returns is called. */
export const holdRequests = async (
  page: Page,
  url: Parameters<Page['route']>[0],
  isHeld: (request: Request) => boolean = () => true,
): Promise<() => void> => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(url, async (route) => {
    if (isHeld(route.request())) await released
    // A page that has left wants no answer.
    await route.continue().catch(() => undefined)
  })
  return () => release()
}
