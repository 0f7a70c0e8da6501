import type { Browser, Page } from '@playwright/test'
import type { BenchServer } from '../data/database.ts'

/** A tab of the console that the server serves, signed in as its admin, at `path`; `close` takes its storage along. */
export const openConsole = async (
  browser: Browser,
  { url, token, call }: BenchServer,
  path: string,
): Promise<Page> => {
  const session = { ...(await (await call('GET', '/sessions/current')).json()), token }
  const page = await browser.newPage({ locale: 'fr-FR', viewport: { width: 1440, height: 900 } })
  // What runs in the page comes through esbuild, which wraps each named function of it in a call of this.
  await page.addInitScript('globalThis.__name = (named) => named')
  // Storage belongs to an origin: any file of it will do to write it.
  await page.goto(`${url}/favicon.svg`)
  await page.evaluate((kept) => sessionStorage.setItem('session', kept), JSON.stringify(session))
  await page.goto(`${url}${path}`)
  return page
}
