import { countryCodes } from '../../domain/core/countries.ts'
import { isFull } from '../support/is-full.ts'
import { expect, full, test } from './support/test.ts'

const orders = isFull ? 100_000 : 10_000

test.use({ demoOrders: orders })
test.describe.configure({ timeout: 180_000 })

test(`a list has as many nodes of ${orders} orders as of a hundred`, full, async ({ page, app, api }) => {
  const everywhere = { country: countryCodes.join() }
  const [hundredth] = (await api.list('orders', { ...everywhere, limit: 1, skip: 99 })).items
  const hours = Math.ceil((Date.now() - Date.parse(hundredth!.createdAt)) / 3_600_000)
  const nodesOf = async (query: string) => {
    await page.goto(`/orders/list?q=${encodeURIComponent(query)}`)
    await app.listReady('Commandes')
    return app.grid.evaluate((grid) => grid.getElementsByTagName('*').length)
  }
  await app.openAs('admin', '/orders/list')
  const few = await nodesOf(`country:${countryCodes.join()} created:<${hours}h`)
  expect(await app.total()).toBeGreaterThanOrEqual(100)
  expect(await app.total()).toBeLessThan(orders / 20)
  // The newest rows are equal, so only the number of rows differs.
  const many = await nodesOf(`country:${countryCodes.join()}`)
  expect(await app.total()).toBe(orders)
  expect(many).toBe(few)
})

test(`a list of ${orders} orders opens, moves and reaches both ends with few nodes in the document`, {
  tag: '@full',
}, async ({ page, app, api }) => {
  const everywhere = { country: countryCodes.join() }
  const [newest] = (await api.list('orders', { ...everywhere, limit: 1 })).items
  const [oldest] = (await api.list('orders', { ...everywhere, limit: 1, skip: orders - 1 })).items
  await app.openList(`/orders/list?q=country:${countryCodes.join()}`)
  expect(await app.total()).toBe(orders)
  await standsOn(1, newest!.number)

  for (let screen = 0; screen < 30; screen++) await app.press('PageDown')
  await expect.poll(async () => (await app.active())?.isLoaded).toBe(true)
  await isSmall()
  await app.press('End')
  await standsOn(orders, oldest!.number)
  await isSmall()
  for (let screen = 0; screen < 10; screen++) await app.press('PageUp')
  await expect.poll(async () => (await app.active())?.isLoaded).toBe(true)
  await isSmall()
  await app.press('Home')
  await standsOn(1, newest!.number)

  await app.press('Control+a')
  await expect(app.selection).toContainText(`Tout ce qui correspond : ${orders.toLocaleString('fr-FR')}`)

  async function standsOn(at: number, number: number) {
    await expect.poll(async () => (await app.active())?.at).toBe(at)
    await expect.poll(async () => (await app.active())?.cells[1]).toBe(String(number))
    await isSmall()
  }

  async function isSmall() {
    expect(await page.getByRole('row').count()).toBeLessThanOrEqual(80)
    expect(await page.evaluate(() => document.getElementsByTagName('*').length)).toBeLessThan(2_000)
  }
})
