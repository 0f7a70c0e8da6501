import type { BrowserContext, Page } from '@playwright/test'

/** What runs in a page comes through esbuild here, which wraps each named function of it in a call of this. */
export const allowNamedFunctions = (place: Page | BrowserContext): Promise<unknown> =>
  place.addInitScript('globalThis.__name = (named) => named')
