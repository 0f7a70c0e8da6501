import type { Page, PlaywrightWorkerArgs } from '@playwright/test'
import { openApi } from './api.ts'

/** Opens a path, or a whole address, as somebody who has logged in before. */
export const enterAs = async (
  page: Page,
  { playwright, origin }: { playwright: PlaywrightWorkerArgs['playwright']; origin: string },
  who: string,
  path: string,
): Promise<void> => {
  const { session, close } = await openApi(playwright, origin, who)
  await close()
  // Session storage belongs to an origin: any file of it will do to write it.
  await page.goto(`${origin}/favicon.svg`)
  await page.evaluate((record) => sessionStorage.setItem('session', record), JSON.stringify(session))
  await page.goto(new URL(path, origin).href)
}
