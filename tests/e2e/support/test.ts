import { test as base, type CDPSession, expect, type Page } from '@playwright/test'
import {
  type RunningServer,
  type SharedServer,
  sharedServer,
  startServer,
  usualOrders,
} from '../../support/console/running-server.ts'
import { isFull } from '../../support/is-full.ts'
import { type Api, openApi } from './api.ts'
import { type AppPage, createAppPage } from './app-page.ts'
import { enterAs } from './enter-as.ts'
import { hearErrors } from './hear-errors.ts'

type Options = {
  /** Errors in the browser's console that the test causes itself; any other fails it. */
  expectedErrors: RegExp[]
}

type Fixtures = Options & {
  app: AppPage
  /** Opens a path with an open session of this user. */
  openAs: (who: string, path: string) => Promise<void>
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
  app: ({ page }, use) => use(createAppPage(page)),
  openAs: async ({ page, playwright, server }, use) => {
    await use((who, path) => enterAs(page, { playwright, origin: server.url }, who, path))
  },
  expectedErrors: [[], { option: true }],
  quietConsole: [
    async ({ page, expectedErrors }, use) => {
      const errors = hearErrors(page, expectedErrors)
      await use(undefined)
      expect(errors, "errors in the browser's console").toEqual([])
    },
    { auto: true },
  ],
})

/** Runs in `npm run test:full` only. */
export const testInFullRun: (title: string, body: Parameters<typeof test>[2]) => void = (title, body) => {
  if (isFull) test(title, body)
}

export { expect } from '@playwright/test'
