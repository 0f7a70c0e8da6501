import type { Page } from '@playwright/test'
import { enterAs } from './support/api.ts'
import { newOrder, newOrders, uniqueWord } from './support/records.ts'
import { expect, full, test } from './support/shared-page.ts'

test.beforeEach(({ app }) => app.openList('/orders/list'))

test("shows others' changes in place, announces new rows, marks gone ones", async ({ page, app, api }) => {
  const before = await app.total()
  const order = await newOrder(api, { customerName: 'Nouvelle Venue' })
  const news = page.getByRole('status').filter({ hasText: /nouvelle ligne|La liste a changé/ })
  await expect(news).toBeVisible()
  await expect(page.getByRole('gridcell', { name: 'Nouvelle Venue' })).toBeHidden()
  await app.press('r')
  await expect(page.getByRole('gridcell', { name: 'Nouvelle Venue' })).toBeVisible()
  await expect.poll(app.total).toBe(before + 1)
  await expect(news).toBeHidden()

  await api.update('orders', order.id, { customerName: 'Autre Nom' })
  await expect(page.getByRole('gridcell', { name: 'Autre Nom' })).toBeVisible()
  await api.put('orders/status', { ids: [order.id], status: 'NOT_REACHABLE' })
  const row = page.getByRole('row', { name: /Autre Nom/ })
  await expect(row).toContainText('Injoignable')
  await api.put('orders/delete', { ids: [order.id] })
  await expect(row).toHaveAttribute('aria-disabled', 'true')
})

test('a change and its undo are no news in the tab that made them, and are in another', {
  tag: '@full',
}, async ({ page, context, app, api, playwright, server }) => {
  const word = uniqueWord()
  await newOrders(api, word, ['Une', 'Autre'])
  const path = `/orders/list?q=${encodeURIComponent(`status:PENDING ${word}`)}`
  await page.goto(path)
  await app.listReady('Commandes')
  const newsOf = (tab: Page) => tab.getByRole('status').filter({ hasText: 'La liste a changé' })
  const other = await context.newPage()
  await enterAs(other, { playwright, origin: server.url }, 'admin', path)
  const row = other.getByRole('row', { name: new RegExp(`Autre ${word}`) })
  await expect(row).toContainText('En attente')
  await expect(other.getByRole('banner').getByRole('status').filter({ hasText: 'En direct' })).toBeAttached()
  await app.press('s', '1')
  await expect(app.toasts).toContainText('confirmée')
  await expect(newsOf(other)).toBeVisible()
  await expect(row).toContainText('Confirmée')
  await expect(newsOf(page)).toBeHidden()
  await app.press('u')
  await expect(row).not.toContainText('Confirmée')
  await expect(newsOf(page)).toBeHidden()
})

test('says that it is connected on screens without rows too', full, async ({ page, app }) => {
  const connection = page.getByRole('banner').getByRole('status').filter({ hasText: /\S/ })
  await expect(connection).toHaveText('En direct')
  await page.goto('/orders/import')
  await expect(page.getByRole('heading', { level: 1, name: 'Importer des commandes' })).toBeVisible()
  await expect(connection).toHaveText('En direct')
  await page.goto('/products/add')
  await expect(page.getByRole('heading', { level: 1, name: 'Nouveau produit' })).toBeVisible()
  await expect(connection).toHaveText('En direct')
  await app.press('Escape')
  await app.listReady('Produits')
})

test('keeps the last rows offline, says so, and recovers', full, async ({ page, context, app, api }) => {
  app.expectErrors(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/)
  const order = await newOrder(api, { customerName: 'Avant Coupure' })
  await app.press('r')
  await expect(page.getByRole('gridcell', { name: 'Avant Coupure' })).toBeVisible()
  await context.setOffline(true)
  await app.press('r')
  const banner = page.getByText('Hors connexion : dernières lignes connues')
  await expect(banner).toBeVisible()
  await expect(page.getByRole('gridcell', { name: 'Avant Coupure' })).toBeVisible()
  await app.press('Home', 'j', 'j', 'k')
  await expect.poll(async () => (await app.active())?.at).toBe(2)

  await api.update('orders', order.id, { customerName: 'Après Coupure' })
  await context.setOffline(false)
  await expect(banner).toBeHidden({ timeout: 20_000 })
  await expect(page.getByRole('gridcell', { name: 'Après Coupure' })).toBeVisible()
})
