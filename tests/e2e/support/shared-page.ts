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
    // Accepts a page's dialog about leaving.
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

/** Runs in the page: clears the origin's storage, except files of the service worker. */
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
 * `test` with one page per worker: cached and compiled code halves the CPU time of a page load. Each test starts signed out
 * with empty storage. A full run uses separate pages. Not for tests that need their own context (`test.use` with viewport or
 * language), a first visit, init scripts or another clock: those use `test` of test.ts.
 */
export const test = (isFull ? base : shared) as typeof base

export { expect, full } from './test.ts'
