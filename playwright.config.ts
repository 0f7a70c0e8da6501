import { defineConfig } from '@playwright/test'
import { keepTemporaryFilesInMemory } from './scripts/lib/memory-folder.mjs'
import { isFull } from './tests/support/is-full.ts'

keepTemporaryFilesInMemory()

/** The built bundle behind real servers, one a worker, each on its copy of one small demo company. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/support/set-up.ts',
  fullyParallel: false,
  // More than a small machine has cores: a test waits for its page and server a third of its time. Each costs a server.
  workers: 3,
  timeout: isFull ? 3_600_000 : 180_000,
  // What a page on a busy machine shows late is still right.
  expect: { timeout: 60_000 },
  forbidOnly: true,
  use: {
    browserName: 'chromium',
    locale: 'fr-FR',
    timezoneId: 'Africa/Abidjan',
    viewport: { width: 1440, height: 900 },
    // A trace doubles the time of every test: `npx playwright test --trace on` where one is wanted.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {},
  },
})
