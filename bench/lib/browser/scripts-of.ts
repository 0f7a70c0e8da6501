import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { fetchedAhead, watchReady } from '../../../tests/support/console/page.ts'
import { allowNamedFunctions } from './named-functions.ts'

/** What a screen has loaded by the time that it rests: scripts in kB of gzip at its best, by name. */
export type Loaded = { readonly total: number; readonly files: ReadonlyMap<string, number> }

/**
 * Opens a page with an empty cache and weighs every script that comes: those that it needed until `selector` was
 * first in the document, and separately those that were prefetched by then.
 */
export const scriptsOf = async (
  browser: Browser,
  address: string,
  selector: string,
  ready: (page: Page) => Promise<unknown>,
  prepare: (context: BrowserContext) => Promise<unknown> = async () => undefined,
): Promise<{ run: Loaded; ahead: Loaded }> => {
  const context = await browser.newContext({ locale: 'fr-FR' })
  await allowNamedFunctions(context)
  await prepare(context)
  await watchReady(context, selector)
  const page = await context.newPage()
  const sizes: Promise<{ name: string; size: number }>[] = []
  page.on('response', (response) => {
    if (!/javascript/.test(response.headers()['content-type'] ?? '')) return
    const weighed = async () => {
      const size = gzipSync(await response.body(), { level: 9 }).length / 1_000
      return { name: new URL(response.url()).pathname, size }
    }
    sizes.push(weighed())
  })
  await page.goto(address)
  await ready(page)
  await page.waitForLoadState('load')
  await page.waitForTimeout(1_500)
  const all = await Promise.all(sizes)
  const fetched = await fetchedAhead(page)
  await context.close()
  const loaded = (isAhead: boolean): Loaded => {
    const files = new Map(
      all.filter(({ name }) => fetched.includes(name) === isAhead).map(({ name, size }) => [name, size]),
    )
    return { files, total: [...files.values()].reduce((sum, size) => sum + size, 0) }
  }
  return { run: loaded(false), ahead: loaded(true) }
}
