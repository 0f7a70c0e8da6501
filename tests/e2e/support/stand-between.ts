import type { Page } from '@playwright/test'

/**
 * Intercepts requests of the page from its next load on, so that routes added later apply to its first call: a
 * page that is already loaded sends its first requests past new routes.
 */
export const standBetween = (page: Page): Promise<unknown> =>
  page.route('**/nothing-is-called-so', (route) => route.continue())
