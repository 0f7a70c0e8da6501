import type { Browser, BrowserContext, Page } from '@playwright/test'
import { startServer } from '../../tests/support/console/running-server.ts'
import { allowNamedFunctions } from '../lib/browser/named-functions.ts'
import { compressing } from '../lib/calls/compressing.ts'
import { slowNetwork } from '../lib/calls/slow-network.ts'
import type { Line } from '../lib/report/bench.ts'
import { costOver, countOf } from '../lib/report/figure.ts'
import { byTurns } from '../lib/report/samples.ts'

const card = 'article button'
const password = 'input[type="password"]'

/** A courier's phone that stayed signed in, opened again in the street: when the round can be used, and a sheet of it. */
export const line: Line = {
  name: 'courier',
  measure: async ({ browser, peer }) => {
    const chromium = await browser()
    const server = await startServer(600, { NODE_ENV: 'development' })
    const ours = await slowNetwork(server.url)
    const compressed = await compressing(await peer('react-admin'))
    const theirs = await slowNetwork(compressed.address)
    const sheets: number[] = []
    try {
      const phone = await keptPhone(chromium, ours.address)
      const other = await openPhone(chromium)
      await visit(other, theirs.address, password)
      ours.slow()
      theirs.slow()
      const starts = await byTurns(
        {
          ours: async () => {
            const page = await openThrottled(phone)
            const started = await readyAfter(page, `${ours.address}shippings/delivery/list`, card)
            sheets.push(await openSheet(page))
            await page.close()
            return started
          },
          theirs: async () => {
            const page = await openThrottled(other)
            const started = await readyAfter(page, theirs.address, password)
            await page.close()
            return started
          },
        },
        3,
      )
      const slow = 'at 400 kbit/s, 400 ms, 6x CPU'
      const what = `warm start of the round ${slow}`
      return [
        costOver({
          what,
          against: 'the login of react-admin, warm',
          unit: 'ms',
          ours: starts.ours,
          theirs: starts.theirs,
          goal: null,
        }),
        countOf({ what, unit: 'ms', ours: starts.ours, goal: { atMost: 5_000 } }),
        // The first is the turn that is thrown away.
        countOf({
          what: `a sheet of the round opens ${slow}`,
          unit: 'ms',
          ours: sheets.slice(1),
          goal: { atMost: 500 },
        }),
      ]
    } finally {
      theirs.close()
      compressed.close()
      ours.close()
      await server.stop()
    }
  },
}

const openPhone = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({
    locale: 'fr-FR',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })

const visit = async (phone: BrowserContext, address: string, ready: string): Promise<void> => {
  const page = await phone.newPage()
  await page.goto(address)
  await page.waitForSelector(ready)
  await page.waitForTimeout(1_500)
  await page.close()
}

/** Signs the demo's courier in to stay, and waits until the phone has stored the console. */
const keptPhone = async (browser: Browser, address: string): Promise<BrowserContext> => {
  const phone = await openPhone(browser)
  const page = await phone.newPage()
  await page.goto(`${address}auth/login`)
  await page.waitForLoadState('networkidle')
  await page.fill('input[type="email"]', 'delivery@waybill.test')
  await page.fill(password, 'waybill-demo')
  await page.check('input[name="keep"]')
  await page.press(password, 'Enter')
  await page.waitForSelector(card)
  await page.waitForFunction(async () => (await caches.match('/')) !== undefined)
  await page.close()
  return phone
}

const openThrottled = async (phone: BrowserContext): Promise<Page> => {
  const page = await phone.newPage()
  const devtools = await phone.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await allowNamedFunctions(page)
  return page
}

/** Milliseconds from the navigation until `ready` is painted. */
const readyAfter = async (page: Page, address: string, ready: string): Promise<number> => {
  await page.addInitScript((selector) => {
    const look = () => {
      if (document.querySelector(selector) === null) requestAnimationFrame(look)
      else setTimeout(() => Object.assign(window, { readyAt: performance.now() }))
    }
    requestAnimationFrame(look)
  }, ready)
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForFunction(() => 'readyAt' in window, null, { timeout: 120_000 })
  return page.evaluate(() => (window as unknown as { readyAt: number }).readyAt)
}

/** Milliseconds from the press of "other outcome" on the first card until its sheet is painted. */
const openSheet = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const button = document.querySelector<HTMLElement>('article button[aria-label^="Autre issue"]')
        if (button === null) {
          reject(new Error('no card has the button of other outcomes'))
          return
        }
        const pressedAt = performance.now()
        button.click()
        const look = () => {
          if (document.querySelector('[role="dialog"] button') === null) requestAnimationFrame(look)
          else setTimeout(() => resolve(performance.now() - pressedAt))
        }
        requestAnimationFrame(look)
      }),
  )
