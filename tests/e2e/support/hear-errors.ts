import type { Page } from '@playwright/test'

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
