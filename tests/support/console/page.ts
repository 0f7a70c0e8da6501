import type { BrowserContext, Page } from '@playwright/test'

/** Opens a URL with a session. */
export const enterWith = async (page: Page, session: object, { origin, href }: URL): Promise<void> => {
  // Storage needs a page of the origin: any file will do.
  const file = `${origin}/favicon.svg`
  if (page.url() !== file) await page.goto(file)
  await page.evaluate((record) => sessionStorage.setItem('session', record), JSON.stringify(session))
  await page.goto(href)
}

/** Records, on later pages, when the first element of this selector appears. */
export const watchReady = (place: Page | BrowserContext, selector: string): Promise<unknown> =>
  place.addInitScript((wanted) => {
    const look = () => {
      if (document.querySelector(wanted) === null) return
      observer.disconnect()
      performance.mark('ready')
    }
    const observer = new MutationObserver(look)
    observer.observe(document, { childList: true, subtree: true })
  }, selector)

/** The paths of files that the page requested only after `watchReady` found its element: preloaded ones. */
export const fetchedAhead = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const [ready] = performance.getEntriesByName('ready')
    if (ready === undefined) throw new Error('the page never became ready')
    const begun = new Map<string, number>()
    for (const { name, startTime } of performance.getEntriesByType('resource')) {
      begun.set(name, Math.min(startTime, begun.get(name) ?? startTime))
    }
    return [...begun].flatMap(([name, at]) => (at > ready.startTime ? [new URL(name).pathname] : []))
  })
