import { test as base, type CDPSession, expect, type Page } from '@playwright/test'
import type { Route } from '../../../domain/access/routes.ts'
import {
  type RunningServer,
  type SharedServer,
  sharedServer,
  startServer,
  usualOrders,
} from '../../support/console/running-server.ts'
import { isFull } from '../../support/is-full.ts'
import { type Api, enterAs, openApi } from './api.ts'
import { createAppPage } from './app-page.ts'
import { headings } from './headings.ts'

type Options = {
  /** Errors in the browser's console that the tests of a file cause themselves; any other fails them. */
  expectedErrors: RegExp[]
}

type Fixtures = Options & {
  app: OpenedApp
  allowedErrors: RegExp[]
  quietConsole: undefined
}

type WorkerFixtures = {
  demoOrders: number
  server: Omit<RunningServer, 'stop'>
  /** The page that tests of `shared-page.ts` share. */
  open: { page: Page; devTools: CDPSession }
  /** The API as the demo's administrator. */
  api: Api
}

export type OpenedApp = ReturnType<typeof createAppPage> & {
  /** Opens a path with an open session of this user. */
  openAs: (who: string, path: string) => Promise<void>
  /** Opens the list of a resource, as an administrator unless somebody else is named, and waits for its rows. */
  openList: (path: string, who?: string) => Promise<void>
  /** Errors in the browser's console that this test causes itself. */
  expectErrors: (...patterns: RegExp[]) => void
}

/** Servers started by `set-up.ts`, one per parallel worker. */
const sharedServers = (): SharedServer[] => JSON.parse(process.env.SHARED_SERVERS ?? '[]')

/** A browser test of the console, with one server per worker. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  demoOrders: [usualOrders, { scope: 'worker', option: true }],
  server: [
    async ({ demoOrders }, use, { parallelIndex }) => {
      const shared = sharedServers()[parallelIndex]
      if (shared !== undefined && demoOrders === usualOrders) return use(sharedServer(shared))
      const server = await startServer(demoOrders)
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  open: [
    async ({ browser, server }, use, { project }) => {
      const { locale, timezoneId, viewport } = project.use
      const context = await browser.newContext({ baseURL: server.url, locale, timezoneId, viewport })
      const page = await context.newPage()
      await use({ page, devTools: await context.newCDPSession(page) })
      await context.close()
    },
    { scope: 'worker' },
  ],
  api: [
    async ({ playwright, server }, use) => {
      const api = await openApi(playwright, server.url, 'admin')
      await use(api)
      await api.close()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ server }, use) => use(server.url),
  allowedErrors: ({ expectedErrors }, use) => use([...expectedErrors]),
  app: async ({ page, playwright, server, allowedErrors }, use) => {
    const app = createAppPage(page)
    const openAs = (who: string, path: string) => enterAs(page, { playwright, origin: server.url }, who, path)
    const openList = async (path: string, who = 'admin') => {
      await openAs(who, path)
      await app.listReady(String(headings[path.split('?')[0] as Route]))
    }
    await use({
      ...app,
      openAs,
      openList,
      expectErrors: (...patterns) => void allowedErrors.push(...patterns),
    })
  },
  expectedErrors: [[], { option: true }],
  quietConsole: [
    async ({ page, allowedErrors }, use) => {
      const errors = hearErrors(page, allowedErrors)
      await use(undefined)
      expect(errors, "errors in the browser's console").toEqual([])
    },
    { auto: true },
  ],
})

/** Logged by Chromium when it checks for a newer service worker while offline, at any time. */
const workerNotFetched = 'error occurred when fetching the script'

/** Collects uncaught errors and console errors of this page from now on, except expected ones. */
export const hearErrors = (page: Page, expected: readonly RegExp[]): string[] => {
  const errors: string[] = []
  const isExpected = (text: string): boolean =>
    expected.some((pattern) => pattern.test(text)) ||
    (text.includes(workerNotFetched) && isExpected('ERR_INTERNET_DISCONNECTED'))
  const note = (text: string) => isExpected(text) || errors.push(text)
  page.on('console', (message) => {
    if (message.type() === 'error') note(message.text())
  })
  page.on('pageerror', (error) => note(String(error)))
  return errors
}

/** Options of a test that only a full run has: further screens, roles, layouts and faults. */
export const full = { tag: '@full' }

/** Runs in `npm run test:full` only. */
export const testInFullRun: (title: string, body: Parameters<typeof test>[2]) => void = (title, body) => {
  if (isFull) test(title, body)
}

export { expect } from '@playwright/test'
