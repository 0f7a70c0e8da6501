import type { Browser } from '@playwright/test'
import { allowNamedFunctions } from './named-functions.ts'

export type Moments = { readonly firstPaint: number; readonly usable: number | null }

/** A bad network and a phone: 400 kbit/s, 400 ms to an answer, a processor at a quarter of its speed. */
const network = {
  offline: false,
  latency: 400,
  downloadThroughput: 400_000 / 8,
  uploadThroughput: 400_000 / 8,
}

/**
 * Opens a page with an empty cache on a bad network. `usable`: its password field is there, painted, what is typed into
 * the first field lands in it, and Enter is answered: what is empty and required is marked.
 */
export const openSlowly = async (browser: Browser, address: string, hasLogin: boolean): Promise<Moments> => {
  const context = await browser.newContext({ locale: 'fr-FR', viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', network)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await allowNamedFunctions(page)
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('input[type="password"]') === null) requestAnimationFrame(look)
      else setTimeout(() => Object.assign(window, { usableAt: performance.now() }))
    }
    requestAnimationFrame(look)
  })
  await page.goto(address, { waitUntil: hasLogin ? 'commit' : 'load' })
  await page.waitForFunction(() => performance.getEntriesByName('first-paint').length > 0, null, {
    timeout: 60_000,
  })
  const firstPaint = await page.evaluate(() => performance.getEntriesByName('first-paint')[0]?.startTime ?? 0)
  let usable: number | null = null
  if (hasLogin) {
    await page.waitForFunction(() => 'usableAt' in window, null, { timeout: 60_000 })
    usable = await page.evaluate(() => (window as unknown as { usableAt: number }).usableAt)
    const first = page.locator('input').first()
    await first.focus()
    await page.keyboard.type('somebody@waybill.test')
    if ((await first.inputValue()) !== 'somebody@waybill.test') throw new Error('the field takes no typing')
    await page.keyboard.press('Enter')
    await page.waitForFunction(
      () => document.querySelector('input[type="password"]:is([aria-invalid="true"], :invalid)') !== null,
    )
  }
  await context.close()
  return { firstPaint, usable }
}
