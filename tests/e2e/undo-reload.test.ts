import type { Order } from '../../domain/orders/order.ts'
import { type Api, enterAs, openApi } from './support/api.ts'
import { type AppPage, createAppPage } from './support/app-page.ts'
import { newAdmin, newAgent, newOrder, newProduct } from './support/records.ts'
import { expect, full, test } from './support/shared-page.ts'

const statusOf = async (api: Api, { id }: Order) => (await api.one('orders', id)).status
const confirm = (api: Api, { id }: Order) => api.put('orders/status', { ids: [id], status: 'CONFIRMED' })
const ready = (app: AppPage) => app.listReady('Commandes')

test('u undoes the last change after a reload, and says which; Shift+U redoes it, after another', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const order = await newOrder(api)
  await confirm(api, order)
  await app.openList('/orders/list')
  await app.press('u')
  await expect(app.toasts).toContainText(`Défait : Confirmation · 1 commande · n° ${order.number}`)
  expect(await statusOf(api, order)).toBe('PENDING')

  await page.reload()
  await ready(app)
  await app.press('Shift+U')
  await expect(app.toasts).toContainText(`Refait : Confirmation · 1 commande · n° ${order.number}`)
  expect(await statusOf(api, order)).toBe('CONFIRMED')
})

test('u asks before it undoes a change of another country', full, async ({ app, api, page }) => {
  const product = await newProduct(api, { country: 'tn' })
  const order = await newOrder(api, { country: 'tn', product: product.id, customerPhone: '+21620123456' })
  await confirm(api, order)
  await app.openList('/orders/list')
  await app.press('u')
  const question = page.getByRole('alertdialog', { name: /plus ancien, ou d’un autre pays/ })
  await expect(question).toContainText(`Confirmation · 1 commande · n° ${order.number}`)
  await app.press('Escape')
  await expect(question).toBeHidden()
  expect(await statusOf(api, order)).toBe('CONFIRMED')
  await app.press('u')
  await expect(question).toBeVisible()
  await app.press('Enter')
  await expect(app.toasts).toContainText(`Défait : Confirmation · 1 commande · n° ${order.number}`)
  expect(await statusOf(api, order)).toBe('PENDING')
})

test('u on another machine undoes it too', full, async ({ browser, app, api, playwright, server }) => {
  const order = await newOrder(api)
  await app.openList('/orders/list')
  await confirm(api, order)

  const context = await browser.newContext({ locale: 'fr-FR' })
  const second = await context.newPage()
  const other = createAppPage(second)
  await enterAs(second, { playwright, origin: server.url }, 'admin', '/products/list')
  await other.listReady('Produits')
  await other.press('u')
  await expect(other.toasts).toContainText(`Défait : Confirmation · 1 commande · n° ${order.number}`)
  await context.close()
  expect(await statusOf(api, order)).toBe('PENDING')
})

test('u says which change it cannot undo, and why', full, async ({ app, api, playwright, server }) => {
  const order = await newOrder(api)
  const other = await newAdmin(api)
  const own = await openApi(playwright, server.url, other.email)
  await confirm(own, order)
  await own.close()
  await api.update('orders', order.id, { comment: 'Plus tard' })
  await app.openList('/orders/list', other.email)
  await app.press('u')
  await expect(app.toasts).toContainText(
    `Impossible de défaire : Confirmation · 1 commande · n° ${order.number}`,
  )
  await expect(app.toasts).toContainText(`n° ${order.number} : `)
  expect(await statusOf(api, order)).toBe('CONFIRMED')
})

test('u says that it is offline', full, async ({ page, app, api }) => {
  app.expectErrors(/ERR_INTERNET_DISCONNECTED/)
  const agent = await newAgent(api)
  const loaded = new Set<string>()
  page.on('requestfinished', (request) => loaded.add(/\/(undo-\w+)-/.exec(request.url())?.[1] ?? ''))
  await app.openAs(agent.email, '/')
  await app.listReady('Livraisons')
  // Loaded when the page is idle, so that undo answers without a network.
  await expect.poll(() => ['undo-changes', 'undo-stored'].every((file) => loaded.has(file))).toBe(true)
  await page.context().setOffline(true)
  await app.press('u')
  await expect(app.toasts).toContainText('Rien n’a été défait')
  await page.context().setOffline(false)
})

test('u says that there is nothing to undo', full, async ({ app, api }) => {
  const agent = await newAgent(api)
  await app.openAs(agent.email, '/')
  await app.listReady('Livraisons')
  await app.press('u')
  await expect(app.toasts).toContainText('Rien à défaire')
})
