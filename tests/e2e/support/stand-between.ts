import type { Page } from '@playwright/test'

/**
 * Stands between the page and its server from the next load on, so that what is put there later holds from its first call: a
 * page that stands already sends those of the first moments past it.
 */
export const standBetween = (page: Page): Promise<unknown> =>
  page.route('**/nothing-is-called-so', (route) => route.continue())
