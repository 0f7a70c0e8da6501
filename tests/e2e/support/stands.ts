import type { BrowserContext, Page } from '@playwright/test'

/** Notes, in every page from now on, when the first element that this selector finds is there. */
export const watchStanding = (place: Page | BrowserContext, selector: string): Promise<unknown> =>
  place.addInitScript((wanted) => {
    const look = () => {
      if (document.querySelector(wanted) === null) return
      observer.disconnect()
      performance.mark('stands')
    }
    const observer = new MutationObserver(look)
    observer.observe(document, { childList: true, subtree: true })
  }, selector)

/** The paths of what the page began to fetch only once it stood: what is a key away, and what nobody waits for. */
export const fetchedAhead = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const [stood] = performance.getEntriesByName('stands')
    if (stood === undefined) throw new Error('the page never stood')
    const begun = new Map<string, number>()
    for (const { name, startTime } of performance.getEntriesByType('resource')) {
      begun.set(name, Math.min(startTime, begun.get(name) ?? startTime))
    }
    return [...begun].flatMap(([name, at]) => (at > stood.startTime ? [new URL(name).pathname] : []))
  })
