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
  await enterWith(page, session, new URL(path, origin))
}

/** Opens an address with a session that stands already. */
export const enterWith = async (page: Page, session: object, { origin, href }: URL): Promise<void> => {
  // Session storage belongs to an origin: any file of it will do to write it.
  await page.goto(`${origin}/favicon.svg`)
  await page.evaluate((record) => sessionStorage.setItem('session', record), JSON.stringify(session))
  await page.goto(href)
}
