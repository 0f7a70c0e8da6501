import type { Locator, Page } from '@playwright/test'
import type { ProductRates } from '../../domain/analytics/analytics.ts'
import type { AppPage } from './support/app-page.ts'
import { violations } from './support/axe.ts'
import { expect, full, test } from './support/shared-page.ts'

/** The example of the design document, in tab order. */
const example = ['100', '1000', '15000', '4000', '500', '60', '70', '1500', '500', '300', '100', '0']

test("comes to the design's result as one types, and keeps it in link and browser", async ({ page, app }) => {
  await app.openAs('admin', '/calculator')
  await typeExample(page, app)
  await expect(profit(page)).toHaveText(money(245_000))
  await expect(page.getByText(written(3450), { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/price=15000/)
  expect(await violations(page)).toEqual([])

  await page.reload()
  await expect(profit(page)).toHaveText(money(245_000))
  await page.goto('/calculator')
  await expect(profit(page)).toHaveText(money(245_000))
  await expect(page).toHaveURL(/costPerLead=1000/)
})

test('says at the box what it cannot read, and goes on as soon as it can', full, async ({ page, app }) => {
  await app.openAs('admin', '/calculator?leads=100&price=15000&deliveryFee=0&returnFee=0')
  await expect(profit(page)).toHaveText(money(630_000))
  const rate = page.getByLabel('Taux de livraison', { exact: true })
  await app.tabTo(rate)
  await app.fill('-7')
  await expect(rate).toHaveAccessibleDescription('Trop petit : 0 au moins.')
  await expect(profit(page)).toHaveText(money(630_000))
  await app.fill('50')
  await expect(rate).toHaveAccessibleDescription('')
  await expect(profit(page)).toHaveText(money(450_000))
})

test('opens a link in the country whose money it is in', full, async ({ page, app }) => {
  await app.openAs('admin', '/calculator?country=tn&leads=10&price=45.500&deliveryFee=0&returnFee=0')
  await expect(profit(page)).toHaveText(money(10 * 0.6 * 0.7 * 45.5, 'TND'))
  await expect(page).toHaveURL(/country=tn&leads=10&/)
  await expect(page.getByRole('banner').getByText('Tunisie')).toBeVisible()
})

test("begins from a product's real rates", full, async ({ page, app, api }) => {
  const { items } = await api.list('products', { country: 'ic', limit: 50 })
  const all = await Promise.all(
    items.map(
      async ({ id }) => (await (await api.send('GET', `products/${id}/rates`)).json()) as ProductRates,
    ),
  )
  const rates = all.find(({ confirmationRate, deliveryRate }) => confirmationRate && deliveryRate)
  const product = items.find(({ id }) => id === rates?.product)
  if (rates === undefined || product === undefined) throw new Error('The demo has no product that was sold')
  await app.openAs('admin', '/calculator')
  await app.tabTo(page.getByRole('combobox', { name: 'Partir d’un produit' }))
  await app.type(product.name)
  await expect(page.getByRole('option', { name: product.name }).first()).toBeVisible()
  await app.press('Enter')
  await expect(page.getByText(/^Chiffres réels sur/)).toContainText(written(rates.orders))
  await expect(page.getByLabel('Prix de vente', { exact: true })).toHaveValue(String(rates.price))
  await expect(page.getByLabel('Taux de confirmation', { exact: true })).toHaveValue(
    String(Number(((rates.confirmationRate ?? 0) * 100).toFixed(2))),
  )
})

test('starts over by a button, and copies its link by key', full, async ({ page, context, app }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await app.openAs('admin', '/calculator?leads=7&price=15000')
  await expect(page.getByLabel('Nombre de leads')).toHaveValue('7')
  await app.press('y')
  await expect(app.toasts).toContainText('Lien du calcul copié')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /\/calculator\?country=ic&leads=7&/,
  )
  await app.activate(page.getByRole('button', { name: 'Recommencer' }))
  await expect(page.getByLabel('Nombre de leads')).toHaveValue('100')
  const price = page.getByLabel('Prix de vente', { exact: true })
  await expect(price).toHaveValue('0')

  await test.step('an empty form shows neither a loss nor an error', async () => {
    await expect(page.getByText('Saisissez un prix de vente')).toBeVisible()
    await expect(page.getByRole('status', { name: /^(Bénéfice|Perte)$/ })).toHaveCount(0)
    await app.tabTo(price)
    await app.press('Delete')
    await expect(price).toHaveValue('')
    await expect(price).toHaveAccessibleDescription('Ce champ est obligatoire.')
    await expect(price).not.toHaveAttribute('aria-invalid')
    await app.type('15000')
    await expect(profit(page)).toBeVisible()
  })
})

const typeExample = async (page: Page, app: AppPage) => {
  await app.tabTo(page.getByLabel('Nombre de leads'))
  for (const [index, value] of example.entries()) {
    if (index > 0) await app.press('Tab')
    await app.fill(value)
  }
}

const profit = (page: Page): Locator => page.getByRole('status', { name: /^(Bénéfice|Perte)$/ })

const written = (value: number): string => new Intl.NumberFormat('fr-FR').format(value)

const money = (value: number, currency = 'XOF'): string =>
  new Intl.NumberFormat('fr-FR', { style: 'currency', currency }).format(value)
