import { isFull } from '../../support/is-full.ts'
import { test as base } from './test.ts'

const shared = base.extend<object>({
  context: async ({ open }, use) => use(open.page.context()),
  page: async ({ open, server }, use, { project }) => {
    const { page, devTools } = open
    await use(page)
    const context = page.context()
    for (const event of listened) page.removeAllListeners(event)
    await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.unrouteAll()])
    await context.setOffline(false)
    await context.clearPermissions()
    await context.clearCookies()
    for (const other of context.pages()) if (other !== page) await other.close()
    // A page that asks before it is left is left all the same.
    page.once('dialog', (dialog) => dialog.accept())
    await page.goto(`${server.url}/favicon.svg`)
    page.removeAllListeners('dialog')
    await page.evaluate(forgetEverything)
    await devTools.send('Page.resetNavigationHistory')
    const { viewport } = project.use
    if (viewport) await page.setViewportSize(viewport)
    await page.emulateMedia({ reducedMotion: null })
    await page.mouse.move(0, 0)
  },
})

const listened = [
  ...(['console', 'pageerror', 'request', 'response', 'requestfinished', 'requestfailed'] as const),
  ...(['filechooser', 'download', 'dialog', 'popup', 'websocket', 'framenavigated', 'load'] as const),
]

/** Runs in the page: empties what the browser stores for the origin; files that its service worker stored stay. */
const forgetEverything = async (): Promise<void> => {
  sessionStorage.clear()
  localStorage.clear()
  const databases = await indexedDB.databases()
  await Promise.all(
    databases.map(
      ({ name }) =>
        new Promise((resolve) => {
          const removal = indexedDB.deleteDatabase(name!)
          removal.onsuccess = resolve
          removal.onerror = resolve
          removal.onblocked = resolve
        }),
    ),
  )
}

/**
 * `test` on one page that all such tests of a worker share: what was fetched and compiled for the first one serves the
 * next ones, which halves the processor time of a page load. Each begins signed out, with nothing stored and no history.
 * A full run gives each test a page of its own. Not for tests that need a context of their own (`test.use` with a
 * viewport, a language), a first visit, init scripts or another clock: those use `test` of test.ts.
 */
export const test = (isFull ? base : shared) as typeof base

export { expect } from '@playwright/test'
