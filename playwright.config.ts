import { defineConfig } from '@playwright/test'

const port = process.env.BROWSER_TEST_PORT ?? '4671'
const baseURL = `http://127.0.0.1:${port}`

/** The built bundle behind a real server on a new data folder with the demo company. */
export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  use: {
    baseURL,
    browserName: 'chromium',
    locale: 'fr-FR',
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {},
  },
  webServer: {
    command: 'node scripts/serve-for-tests.mjs',
    url: `${baseURL}/readyz`,
    env: { PORT: port, HOST: '127.0.0.1' },
    timeout: 180_000,
    stdout: 'pipe',
    // The default is SIGKILL, which would leave the database running.
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
})
