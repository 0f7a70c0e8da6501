import type { Locator, Page } from '@playwright/test'
import type { Order } from '../../domain/orders/order.ts'
import { rounds } from '../support/is-full.ts'
import { type Chaos, startChaosProxy } from '../support/network/chaos-proxy.ts'
import { type Guarantee, trackGuarantee } from '../support/trust/guarantee.ts'
import { type Api, demoPassword } from './support/api.ts'
import type { AppPage } from './support/app-page.ts'
import { historyOf, newParcels } from './support/parcels.ts'
import { newCourier, newOrder, newProduct, uniqueWord } from './support/records.ts'
import { expect, test, testInFullRun } from './support/test.ts'

const singles = rounds(14, 2)
const bulks = [
  { word: 'Confirmée', status: 'CONFIRMED', reason: null },
  { word: 'Annulée', status: 'CANCELLED', reason: 'A changé d’avis' },
]
const cards = rounds(18, 2)
/** A full run is as slow as the guarantee states; a short one has the same cuts on a faster network. */
const bad: Chaos = {
  bytesPerSecond: rounds(6_250, 400_000),
  roundTrip: rounds(500, 60),
  cutPercent: rounds(5, 12),
}

test.use({ expectedErrors: [/ERR_|Failed to fetch|dynamically imported|Load failed|status of 5\d\d/] })
test.setTimeout(rounds(3_600_000, 240_000))

const longTimeout = { timeout: rounds(120_000, 30_000) }

test.describe.configure({ mode: 'parallel' })

/** Does the work through a bad network, then reports the cuts. */
const throughChaos = async (
  { page, server, guarantee }: { page: Page; server: { url: string }; guarantee: Guarantee },
  work: (url: string, onLoggedIn: () => void) => Promise<void>,
) => {
  const proxy = await startChaosProxy(server.url, bad)
  const began = Date.now()
  const seconds = () => Math.round((Date.now() - began) / 1_000)
  let inAfter = 0
  try {
    await work(proxy.url, () => {
      inAfter = seconds()
    })
    const { asked, done, answered } = proxy.cuts()
    guarantee.report(
      `${proxy.exchanges()} exchanges, cut ${asked} while asked, ${done} after the work, ${answered} while answered; in after ${inAfter} s, all in ${seconds()} s`,
    )
  } finally {
    await page.goto('about:blank').catch(() => undefined)
    await proxy.stop()
  }
}

testInFullRun(
  'on a bad network the office logs in, lists, changes one and many; everything once',
  async ({ page, app, api, server }) => {
    const guarantee = trackGuarantee(
      'at 50 kbit/s and 500 ms, 5 % cut: every change of a list is made once, none is lost',
    )
    const { word, orders } = await newOrders(api, singles)
    await throughChaos({ page, server, guarantee }, async (url, onLoggedIn) => {
      await logIn(page, app, `${url}/auth/login`, 'admin@waybill.test')
      onLoggedIn()
      await openUntilReady(page, `${url}/orders/list?q=${word}`, () => untilListReady(page, app, 'Commandes'))
      if ((await app.total()) !== orders.length) guarantee.broke('the list is not whole')
      await app.press('Home')
      for (let at = 0; at < singles; at++) {
        await app.press('s')
        await expect(app.palette).toBeVisible(longTimeout)
        await app.type('injoignable')
        await expect(app.highlighted).toContainText('Injoignable', longTimeout)
        await app.press('Enter')
        await expect(app.palette).toBeHidden(longTimeout)
        await settle(page, app, async () => (await reached(api, orders)) === at + 1)
        guarantee.tried()
        await app.press('ArrowDown')
      }
      await openUntilReady(page, `${url}/shippings/list`, () => untilListReady(page, app, 'Livraisons'))
      await openUntilReady(page, `${url}/orders/list?q=${word}`, () => untilListReady(page, app, 'Commandes'))
      for (const { word: said, status, reason } of bulks) {
        await app.press('Control+a', 's')
        await expect(app.palette).toBeVisible(longTimeout)
        await app.type(said)
        await expect(app.highlighted).toContainText(said, longTimeout)
        await app.press('Enter')
        if (reason !== null) {
          await expect(app.highlighted).toContainText(reason, longTimeout)
          await app.press('1')
        }
        const summary = reason === null ? app.palette : page.getByRole('alertdialog')
        await expect(summary).toContainText(`${orders.length} changeraient`, longTimeout)
        await app.press('Enter')
        await expect(app.palette).toBeHidden(longTimeout)
        await settle(page, app, async () => (await statusesOf(api, word)).every((one) => one === status))
        guarantee.tried(orders.length)
      }
      for (const { id, number } of orders) await once(api, guarantee, 'orders', { id, number })
    })
  },
)

test('on a bad network the round logs in and takes every card out; everything once', {
  tag: '@full',
}, async ({ page, app, api, server }) => {
  const guarantee = trackGuarantee(
    'at 50 kbit/s and 500 ms, 5 % cut: every change of the round is made once, none is lost',
  )
  const courier = await newCourier(api)
  const parcels = await newParcels(api, courier, cards)
  await throughChaos({ page, server, guarantee }, async (url, onLoggedIn) => {
    await logIn(page, app, `${url}/auth/login`, courier.email)
    await comes(page, app, page.getByRole('article').first())
    onLoggedIn()
    for (const { customerName } of parcels) {
      const card = page.getByRole('article', { name: customerName, exact: true })
      const button = card.getByRole('button', { name: 'Partir en tournée' })
      await expect(button).toBeVisible(longTimeout)
      await button.focus()
      await app.press('Enter')
      await expect(card).toContainText('En tournée')
      guarantee.tried()
    }
    await expect
      .poll(async () => {
        const read = await api.list('shippings', { keyword: parcelWord(parcels), limit: 100 })
        return read.items.filter(({ status }) => status !== 'OUT_FOR_DELIVERY').length
      }, longTimeout)
      .toBe(0)
    for (const { id, number } of parcels) await once(api, guarantee, 'shippings', { id, number })
  })
})

/** Logs in like a person: reloads pages that do not load, resubmits when there is no answer. */
const logIn = async (page: Page, app: AppPage, url: string, email: string) => {
  const heading = page.getByRole('heading', { level: 1 })
  const isIn = async () => {
    await pressRetry(page, app)
    if (!page.url().includes('/auth/')) return heading.isVisible()
    const problem = page.getByRole('alert').filter({ hasText: /\S/ })
    if ((await problem.count()) > 0 && (await page.getByLabel('Mot de passe').count()) > 0)
      await app.press('Enter')
    return false
  }
  const field = page.getByLabel('Adresse e-mail')
  await openUntilReady(page, url, async () => {
    // After a reload the session may be open already.
    await expect.poll(async () => (await isIn()) || (await field.isVisible()), longTimeout).toBe(true)
    if (await field.isVisible()) await app.logIn(email, demoPassword)
    await expect.poll(isIn, longTimeout).toBe(true)
  })
}

/** If the screen's code failed to load, presses the key that the error names. */
const pressRetry = async (page: Page, app: AppPage): Promise<void> => {
  // Checked once: the error may disappear with a reload.
  const isFocused = page
    .getByRole('button', { name: 'Réessayer' })
    .evaluateAll((buttons) => buttons.some((button) => button === document.activeElement))
  if (await isFocused.catch(() => false)) await app.press('Enter')
}

const comes = (page: Page, app: AppPage, part: Locator) =>
  expect
    .poll(async () => {
      await pressRetry(page, app)
      return part.isVisible()
    }, longTimeout)
    .toBe(true)

const openUntilReady = async (page: Page, url: string, isReady: () => Promise<unknown>) => {
  for (let tries = 1; ; tries++) {
    try {
      await page.goto(url, { waitUntil: 'commit', ...longTimeout }).catch(isLoadedAnew)
      return await isReady()
    } catch (cameNot) {
      // A page cut within its first lines stays blank until reloaded.
      if (tries === 10) throw cameNot
    }
  }
}

/** A cut page reloads itself, possibly during a navigation; the navigation's target wins. */
const isLoadedAnew = (error: unknown): void => {
  if (!String(error).includes('interrupted by another navigation')) throw error
}

const untilListReady = async (page: Page, app: AppPage, name: string) => {
  const list = page.getByRole('grid', { name, exact: true })
  await expect(list).toHaveAttribute('aria-busy', 'false', longTimeout)
  await expect(list).toBeFocused(longTimeout)
  await expect.poll(async () => (await app.active())?.isLoaded, longTimeout).toBe(true)
}

/** Waits until the condition holds; presses the offered key if the console reports a missing answer. */
const settle = async (page: Page, app: AppPage, isDone: () => Promise<boolean>) => {
  const failed = page.getByText(/La modification n.est pas passée/)
  await expect
    .poll(async () => {
      if (await isDone()) return 'done'
      if ((await failed.count()) > 0) {
        await app.press('F8')
        await app.press('Enter')
      }
      return 'on its way'
    }, longTimeout)
    .toBe('done')
}

const newOrders = async (api: Api, count: number): Promise<{ word: string; orders: Order[] }> => {
  const word = uniqueWord()
  const product = (await newProduct(api)).id
  const orders: Order[] = []
  for (let at = 0; at < count; at++)
    orders.push(await newOrder(api, { product, customerName: `Awa ${word} ${at + 1}` }))
  return { word, orders }
}

const reached = async (api: Api, orders: readonly Order[]): Promise<number> => {
  const read = await Promise.all(orders.map(({ id }) => api.one('orders', id)))
  return read.filter(({ status }) => status === 'NOT_REACHABLE').length
}

const statusesOf = async (api: Api, word: string): Promise<string[]> =>
  (await api.list('orders', { keyword: word, limit: 100 })).items.map(({ status }) => status)

const parcelWord = (parcels: readonly { customerName: string }[]): string =>
  parcels[0]?.customerName.split(' ')[1] ?? ''

/** No change is recorded twice in a record's history. */
const once = async (
  api: Api,
  guarantee: Guarantee,
  resource: 'orders' | 'shippings',
  { id, number }: { id: string; number: number },
) => {
  const lines = (await historyOf(api, resource, id)).map(({ verb }) => verb)
  const twice = lines.find((verb, at) => verb === lines[at + 1])
  if (twice !== undefined) guarantee.broke(`n° ${number}: ${twice} twice (${lines.join()})`)
}
