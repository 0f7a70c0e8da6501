import type { BrowserContext, Page } from '@playwright/test'
import { cardOf, round, shellStored } from './support/delivery-round.ts'
import { goWithin } from './support/looks.ts'
import { newParcel } from './support/parcels.ts'
import { newCourier } from './support/records.ts'
import { expect, full, test } from './support/test.ts'

test.use({ viewport: { width: 390, height: 844 }, expectedErrors: [/ERR_FAILED/] })

test('shows the stored round first, and asks for the session once', full, async ({ page, app, api }) => {
  const courier = await newCourier(api)
  const parcel = await newParcel(api, courier)
  await app.openAs(courier.email, round)
  await expect(cardOf(page, parcel)).toBeVisible()
  await shellStored(page)

  await noteBannerAtFirstCard(page)
  let sessionCalls = 0
  await page.route('**/api/**', (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/api/sessions/current') sessionCalls += 1
    // Requests for parcels hang; all others fail.
    return pathname === '/api/shippings' ? undefined : route.abort()
  })
  await page.reload()
  await expect(cardOf(page, parcel)).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as FirstCard).bannerAtFirstCard)).toBe(false)
  expect(sessionCalls).toBe(1)
  await expect(page.getByText('Hors ligne : liste du')).toBeVisible()

  await page.unroute('**/api/**')
  const fresh = await newParcel(api, courier)
  await app.press('r')
  await expect(cardOf(page, fresh)).toBeVisible()
  await expect(page.getByText('Hors ligne : liste du')).toBeHidden()
})

test('stores every file of the console, however much the page has fetched before the round is opened', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const courier = await newCourier(api)
  const parcel = await newParcel(api, courier)
  const files = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.ok() && pathname.startsWith('/assets/')) files.add(pathname)
  })
  await app.openAs(courier.email, '/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Resource timing entries end at 250.
  await page.evaluate(async () => {
    for (let at = 0; at < 300; at++) await fetch(`/favicon.svg?${at}`)
  })
  await goWithin(page, round)
  await expect(cardOf(page, parcel)).toBeVisible()
  await shellStored(page)
  const missing = () =>
    page.evaluate(async (paths) => {
      const stored = await Promise.all(paths.map((path) => caches.match(path)))
      return paths.filter((_, at) => stored[at] === undefined)
    }, scriptsOf(files))
  await expect.poll(missing).toEqual([])
})

test('stores the console only once the round itself is stored', full, async ({ page, app, context, api }) => {
  const courier = await newCourier(api)
  const parcel = await newParcel(api, courier)
  await app.openAs(courier.email, '/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.addInitScript(() => {
    const { serviceWorker } = navigator
    const register = serviceWorker.register.bind(serviceWorker)
    serviceWorker.register = (...given) => {
      Object.assign(window, { hasRegistered: true })
      return register(...given)
    }
  })
  const letStore = await blockLists(context, page)
  await page.goto(round)
  await expect(cardOf(page, parcel)).toBeVisible()
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  const hasRegistered = () => page.evaluate(() => 'hasRegistered' in window)
  expect(await hasRegistered()).toBe(false)
  await letStore()
  await expect.poll(hasRegistered).toBe(true)
})

type FirstCard = { bannerAtFirstCard?: boolean }

/** Records on later pages whether the offline banner is visible when the first card appears. */
const noteBannerAtFirstCard = (page: Page) =>
  page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('article') === null) return
      observer.disconnect()
      const bannerAtFirstCard = document.body.textContent?.includes('Hors ligne : liste du') === true
      Object.assign(window, { bannerAtFirstCard })
    })
    observer.observe(document, { childList: true, subtree: true })
  })

/** Locks the stored lists from another tab; returns the release. Reads and writes of them wait until then. */
const blockLists = async (context: BrowserContext, page: Page): Promise<() => Promise<void>> => {
  const other = await context.newPage()
  await other.goto(new URL('/favicon.svg', page.url()).href)
  await other.evaluate(async () => {
    const opened = indexedDB.open('waybill')
    await new Promise((resolve) => {
      opened.onsuccess = resolve
    })
    const objects = opened.result.transaction('lists', 'readwrite').objectStore('lists')
    const holdRequest = () => {
      if ('isReleased' in window) return
      objects.get(['', '']).onsuccess = holdRequest
    }
    holdRequest()
  })
  return async () => {
    await other.evaluate(() => void Object.assign(window, { isReleased: true }))
    await other.close()
  }
}

const scriptsOf = (files: ReadonlySet<string>) => [...files].filter((path) => path.endsWith('.js'))
