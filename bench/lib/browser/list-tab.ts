import type { BrowserContext, Page } from '@playwright/test'

/** A tab with the list of `total` orders mounted, its first rows there. */
export const openList = async (context: BrowserContext, address: string, total: number): Promise<Page> => {
  const tab = await openListPage(context, address, total)
  await tab.evaluate(() => window.list.mount())
  await tab.waitForFunction(() => (window.list.look(10)?.text ?? '').trim() !== '')
  return tab
}

/** A tab that has everything but the list: its orders are prepared and it may be mounted. */
export const openListPage = async (
  context: BrowserContext,
  address: string,
  total: number,
): Promise<Page> => {
  const tab = await context.newPage()
  await tab.setViewportSize({ width: 1280, height: 800 })
  await tab.goto(address)
  await tab.waitForFunction(() => 'list' in window && document.title === 'Ready')
  await tab.evaluate((count) => window.list.prepare(count), total)
  return tab
}
