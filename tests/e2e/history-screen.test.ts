import type { Order } from '../../domain/orders/order.ts'
import { makeImage } from '../support/images/make-images.ts'
import type { Api } from './support/api.ts'
import { newOrder, newProduct } from './support/records.ts'
import { expect, full, test } from './support/shared-page.ts'

test('describes each change in words, live, and undoes and redoes it', async ({ page, app, api }) => {
  const orders = await twoOrders(api)
  await app.openAs('admin', '/journal')
  await expect(page.getByRole('heading', { name: 'Journal' })).toBeVisible()
  await confirm(api, orders)
  const batch = page.getByRole('button', { name: /Confirmation · 2 commandes/ }).first()
  await expect(batch).toContainText(`n° ${orders[0]!.number} Awa Koné`)
  await app.press('Home')
  await expect(batch).toBeFocused()
  await app.press('Enter')
  await expect(page.getByRole('definition').filter({ hasText: 'Confirmée' })).toHaveCount(2)
  await app.press('z')
  await expect(app.toasts).toContainText('2 changements défaits')
  await expect.poll(() => statesOf(api, orders)).toEqual(['PENDING', 'PENDING'])
  const undo = page.getByRole('button', { name: /Confirmation · 2 commandes · défait/ }).first()
  await expect(undo).toBeVisible()
  await app.press('Home')
  await expect(undo).toBeFocused()
  await app.press('z')
  await expect.poll(() => statesOf(api, orders)).toEqual(['CONFIRMED', 'CONFIRMED'])
})

test('names what has moved on; finds by number, narrows by verb', full, async ({ page, app, api }) => {
  const orders = await twoOrders(api)
  await confirm(api, orders)
  await api.put('orders/status', { ids: [orders[0]!.id], status: 'CANCELLED', comment: 'trop cher' })
  await app.openAs('admin', '/journal?action=confirm')
  await expect(page.getByRole('heading', { name: 'Journal' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Jour' })).toHaveAttribute('placeholder', 'Tous les jours')
  await app.press('f')
  await app.type(String(orders[0]!.number))
  await expect(page.getByText('1 changement', { exact: true })).toBeVisible()
  await app.press('Escape')
  await expect(page.getByRole('button', { name: /Confirmation · 2 commandes/ })).toBeFocused()
  await app.press('z')
  await expect(app.toasts).toContainText('1 changement défait')
  await expect(app.toasts).toContainText(`n° ${orders[0]!.number} :`)
  await expect(page.getByText('1 sur 2 défaits')).toBeVisible()
  expect(await statesOf(api, orders)).toEqual(['CANCELLED', 'PENDING'])
})

test('shows a record’s history from its list, with its undo', full, async ({ page, app, api }) => {
  const orders = await twoOrders(api)
  await confirm(api, orders.slice(0, 1))
  await app.openList(`/orders/list?q=${orders[0]!.number}`)
  await app.press('Shift+h')
  const history = page.getByRole('dialog', { name: 'Historique' })
  await expect(history).toContainText(`Commande n° ${orders[0]!.number}`)
  await expect(history.getByRole('listitem')).toHaveCount(2)
  await expect(history.getByRole('listitem').first()).toContainText('Confirmation')
  await app.activate(history.getByRole('button', { name: 'Défaire' }).first())
  await expect(history.getByRole('listitem')).toHaveCount(3)
  expect(await statesOf(api, orders)).toEqual(['PENDING', 'PENDING'])
})

test('shows a changed picture small, and a dead link as a word', full, async ({ page, app, api }) => {
  const product = await newProduct(api)
  await app.openAs('admin', `/products/edit/${product.id}`)
  const photo = page.getByRole('textbox', { name: 'Photo' })
  const choose = page.getByRole('button', { name: 'Choisir une image' })
  await app.tabTo(choose)
  const asked = page.waitForEvent('filechooser')
  await app.press('Enter')
  await (await asked).setFiles({ name: 'a.png', mimeType: 'image/png', buffer: await makeImage('png') })
  await expect(photo).toHaveAttribute('placeholder', 'Image envoyée')
  await app.press('Control+Enter')
  await app.listReady('Produits')
  const { productImage } = await api.one('products', product.id)
  await api.update('products', product.id, { productImage: null })

  await app.openList(`/products/list?q=${product.number}`)
  await app.press('Shift+h')
  const history = page.getByRole('dialog', { name: 'Historique' })
  const pictures = history.getByRole('img', { name: 'image' })
  await expect(pictures).toHaveCount(2)
  await expect(pictures.first()).toHaveAttribute('src', /-64\.webp$/)
  await expect(history).toContainText('vide')
  expect(productImage).toMatch(/^\/files\//)
  await expect(history).not.toContainText('/files/')
})

test('keeps to the rows in view and the active one', full, async ({ page, app }) => {
  await app.openAs('admin', '/journal')
  await expect(page.getByRole('listitem').first()).toBeVisible()
  const more = page.getByRole('button', { name: /Afficher la suite/ })
  for (let page = 0; page < 3; page++) {
    const rest = await more.textContent()
    await more.click()
    await expect(more).not.toHaveText(rest!)
  }
  // Those of the menu are not among them.
  const rows = () => page.getByRole('main').getByRole('listitem').count()
  await expect.poll(rows).toBeLessThan(60)
  await app.press('Home')
  const active = page.locator('li button[aria-expanded]:focus')
  await expect(active).toBeVisible()
  const first = await active.textContent()
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, 4_000)
  await expect(active, 'has the keyboard still').toHaveText(first!)
  await app.press('End')
  await expect(active).not.toHaveText(first!)
  await expect(active).toBeInViewport()
  await expect.poll(rows).toBeLessThan(60)
  await app.press('Home')
  await expect(active).toHaveText(first!)
  await expect(active).toBeInViewport()
})

const twoOrders = async (api: Api): Promise<Order[]> => {
  const product = (await newProduct(api)).id
  return [await newOrder(api, { product }), await newOrder(api, { product })]
}

const confirm = (api: Api, orders: readonly Order[]): Promise<unknown> =>
  api.put('orders/status', { ids: orders.map(({ id }) => id), status: 'CONFIRMED' })

const statesOf = (api: Api, orders: readonly Order[]): Promise<string[]> =>
  Promise.all(orders.map(async ({ id }) => (await api.one('orders', id)).status))
