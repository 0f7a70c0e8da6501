import type { Browser, Page } from '@playwright/test'
import { enterWith } from '../../../tests/support/console/page.ts'
import type { BenchServer } from '../data/database.ts'
import { allowNamedFunctions } from './named-functions.ts'

/** A tab of the console that the server serves, signed in as its admin, at `path`; `close` takes its storage along. */
export const openConsole = async (
  browser: Browser,
  { url, token, call }: BenchServer,
  path: string,
): Promise<Page> => {
  const session = { ...(await (await call('GET', '/sessions/current')).json()), token }
  const page = await browser.newPage({ locale: 'fr-FR', viewport: { width: 1440, height: 900 } })
  await allowNamedFunctions(page)
  await enterWith(page, session, new URL(path, url))
  return page
}
