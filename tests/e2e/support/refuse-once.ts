import type { Page } from '@playwright/test'

/** Answers the first write to this address with `PROOF_NEEDED`; `headers`: of its answer. @returns how often it was called */
export const refuseOnceForProof = async (
  page: Page,
  url: string,
  headers: Record<string, string> = {},
): Promise<() => number> => {
  let asked = 0
  await page.route(url, async (route) => {
    if (['GET', 'OPTIONS'].includes(route.request().method())) return route.continue()
    asked += 1
    if (asked > 1) return route.continue()
    const problem = { type: 'about:blank', title: 'Forbidden', status: 403, code: 'PROOF_NEEDED', detail: '' }
    await route.fulfill({ status: 403, contentType: 'application/problem+json', headers, json: problem })
  })
  return () => asked
}
