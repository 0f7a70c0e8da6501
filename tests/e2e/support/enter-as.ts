import type { Page, PlaywrightWorkerArgs } from '@playwright/test'
import { enterWith } from '../../support/console/page.ts'
import { openApi } from './api.ts'

/** Opens a path or URL with an open session of this user. */
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
