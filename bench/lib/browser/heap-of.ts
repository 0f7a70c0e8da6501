import type { BrowserContext } from '@playwright/test'
import { openListPage } from './list-tab.ts'

/** What mounting a list of so many orders adds to the heap, in MB; the records that are given to it are there before. */
export const heapOf = async (context: BrowserContext, address: string, total: number): Promise<number> => {
  const tab = await openListPage(context, address, total)
  const session = await context.newCDPSession(tab)
  const used = async () => {
    for (let time = 0; time < 3; time++) await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    return usedSize / 1e6
  }
  const before = await used()
  await tab.evaluate(() =>
    window.timeToPaint(window.list.mount, () => (window.list.look(10)?.text ?? '').trim() !== ''),
  )
  await tab.waitForTimeout(500)
  const after = await used()
  await tab.close()
  return after - before
}
