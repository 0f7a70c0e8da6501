import { rounds } from '../support/is-full.ts'
import { startChaosProxy } from '../support/network/chaos-proxy.ts'
import { trackGuarantee } from '../support/trust/guarantee.ts'
import { openApi } from './support/api.ts'
import { newParcel } from './support/parcels.ts'
import { newCourier } from './support/records.ts'
import { expect, test } from './support/test.ts'

test.use({ expectedErrors: [/ERR_|Failed to fetch|dynamically imported|Load failed|status of 5\d\d/] })
test.setTimeout(rounds(3_600_000, 300_000))

const goodNetwork = { bytesPerSecond: 10_000_000, roundTrip: 2, cutPercent: 0 }
/** Bytes after which the response is cut: within its headers, first lines, scripts, styles, body. */
const places = [1_300, 2_900, 900, 1_700, 2_200, 3_600, 4_000].slice(0, rounds(7, 2))

test('a page that is cut reloads itself until complete, and opens at once if it is cached', {
  tag: '@full',
}, async ({ page, playwright, api, server }) => {
  const guarantee = trackGuarantee('a page that is cut reloads itself completely, or opens from the cache')
  const courier = await newCourier(api)
  const parcel = await newParcel(api, courier)
  let cutAfter = 0
  // Whether to cut, where (while answered), and after how many bytes of the answer.
  let requests = 0
  const random = () => [0, 0.9, cutAfter / 2_000][requests++ % 3] ?? 0
  const proxy = await startChaosProxy(server.url, goodNetwork, () => (isBad ? random() : 1))
  let isBad = false
  try {
    for (const place of places) {
      cutAfter = place
      isBad = true
      requests = 0
      proxy.become({ ...goodNetwork, cutPercent: 100 })
      await page.goto(`${proxy.url}/auth/login`, { waitUntil: 'commit' }).catch(() => undefined)
      await expect.poll(() => proxy.cuts().answered).toBeGreaterThan(0)
      proxy.become(goodNetwork)
      isBad = false
      await expect(page.getByLabel('Adresse e-mail')).toBeFocused()
      guarantee.tried()
      await page.goto('about:blank')
    }
    // On later visits the cached page opens at once, however often the network cuts.
    const { session, close } = await openApi(playwright, server.url, courier.email)
    await close()
    await page.goto(`${proxy.url}/favicon.svg`)
    await page.evaluate((record) => sessionStorage.setItem('session', record), JSON.stringify(session))
    await page.goto(`${proxy.url}/shippings/delivery/list`)
    const card = page.getByRole('article', { name: parcel.customerName, exact: true })
    await expect(card).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => caches.match('/').then((cached) => cached !== undefined)))
      .toBe(true)
    for (const place of places) {
      cutAfter = place
      isBad = true
      requests = 0
      proxy.become({ ...goodNetwork, cutPercent: 100 })
      await page.reload({ waitUntil: 'commit' })
      await expect(card).toBeVisible()
      proxy.become(goodNetwork)
      isBad = false
      guarantee.tried()
    }
    guarantee.report(`${proxy.cuts().answered} answers cut`)
  } finally {
    await page.goto('about:blank').catch(() => undefined)
    await proxy.stop()
  }
})
