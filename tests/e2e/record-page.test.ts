import type { Page } from '@playwright/test'
import { openApi } from './support/api.ts'
import { violations } from './support/axe.ts'
import { newOrder, newPhone, newProduct, uniqueWord } from './support/records.ts'
import { expect, full, test } from './support/shared-page.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const part = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name, exact: true })

test('an admin walks orders, acts on them by key and comes back to the row', async ({ page, app, api }) => {
  const word = uniqueWord()
  const product = await newProduct(api, { name: `Lampe ${word}` })
  const phone = newPhone()
  const sourceLink = `https://boutique.example/p/${word}`
  const fields = { product: product.id, comment: word, customerPhone: phone.e164, sourceLink }
  const orders = []
  for (const customerName of ['Awa Première', 'Awa Deuxième', 'Awa Troisième']) {
    orders.push(await newOrder(api, { ...fields, customerName }))
  }
  const [first, second, third] = orders as [(typeof orders)[0], (typeof orders)[0], (typeof orders)[0]]
  const at = (order: { id: string }) => `/orders/view/${order.id}?q=${word}&sort=number`
  await app.openList(`/orders/list?q=${word}&sort=number`)

  await test.step('Enter opens the page: facts, the other orders of the customer, the parcel, the history', async () => {
    await app.press('Enter')
    await expect(page).toHaveURL(at(first))
    await expect(heading(page)).toHaveText(`Commande n° ${first.number}`)
    const main = page.getByRole('main')
    await expect(main).toContainText('Awa Première')
    await expect(main).toContainText('1 sur 3')
    await expect(main.getByRole('link', { name: `+225 ${phone.spaced}`, exact: true })).toHaveAttribute(
      'href',
      `tel:${phone.e164}`,
    )
    const source = main.getByRole('link', { name: sourceLink, exact: true })
    await expect(source).toHaveAttribute('href', sourceLink)
    await expect(source).toHaveAttribute('target', '_blank')
    await expect(source).toHaveAttribute('rel', 'noreferrer')
    await expect(part(page, 'Autres commandes du client').getByRole('listitem')).toHaveCount(2)
    await expect(part(page, 'Livraison')).toContainText('Pas encore de colis')
    await expect(part(page, 'Historique').getByRole('listitem')).toContainText([/Création/])
    expect(await violations(page)).toEqual([])
  })

  await test.step('j and k walk through the list, and stop at its ends', async () => {
    await app.press('k', 'j')
    await expect(heading(page)).toHaveText(`Commande n° ${second.number}`)
    await expect(page).toHaveURL(at(second))
    await app.press('j')
    await expect(heading(page)).toHaveText(`Commande n° ${third.number}`)
    await app.press('j')
    await app.press('k')
    await expect(heading(page)).toHaveText(`Commande n° ${second.number}`)
  })

  await test.step('a change shows on the page, with its parcel and its line of history; u takes it back', async () => {
    await app.press('s', '1')
    await expect(app.toasts).toContainText(`Commande n° ${second.number} confirmée`)
    await expect(page.getByRole('main')).toContainText('Confirmée')
    await expect(part(page, 'Livraison').getByRole('link')).toContainText('Sans livreur')
    await expect(part(page, 'Historique').getByRole('listitem').first()).toContainText('Confirmation')
    await app.press('u')
    await expect(part(page, 'Livraison')).toContainText('Pas encore de colis')
    await expect(part(page, 'Livraison').getByRole('link')).toHaveCount(0)
    await expect(heading(page).locator('..')).toContainText('En attente')
    await expect(part(page, 'Historique').getByRole('listitem').first()).toContainText(
      'Confirmation · défait',
    )
  })

  await test.step('what others change shows by itself', async () => {
    await api.update('orders', second.id, { customerName: 'Awa Renommée' })
    await expect(page.getByRole('main')).toContainText('Awa Renommée')
  })

  await test.step('the palette has its commands first; e edits and leads back to the page', async () => {
    await app.press('Control+k')
    await expect(app.palette.getByRole('group').first()).toHaveAccessibleName(`Commande n° ${second.number}`)
    await app.press('Escape')
    await app.press('e')
    await expect(heading(page)).toHaveText(`Modifier la commande n° ${second.number}`)
    await app.press('Escape')
    await expect(page).toHaveURL(at(second))
    await expect(heading(page)).toHaveText(`Commande n° ${second.number}`)
  })

  await test.step('Escape leads back to the list, with the keyboard on that row', async () => {
    await app.press('Escape')
    await app.listReady('Commandes')
    await expect(page).toHaveURL(`/orders/list?q=${word}&sort=number`)
    await expect.poll(async () => (await app.active())?.cells[1]).toBe(String(second.number))
  })

  await test.step('an address by itself is the same page, walked in the list that it names', async () => {
    await page.goto(at(first))
    await expect(page.getByRole('main')).toContainText('1 sur 3')
    await app.press('j')
    await expect(heading(page)).toHaveText(`Commande n° ${second.number}`)
  })

  await test.step('and offers no way to the next where it is none of the first rows', async () => {
    const { items } = await api.list('orders', { country: 'ic', skip: 150, limit: 1 })
    await page.goto(`/orders/view/${items[0]!.id}`)
    await expect(heading(page)).toHaveText(`Commande n° ${items[0]!.number}`)
    await expect(page.getByRole('button', { name: 'Enregistrement suivant' })).toHaveCount(0)
    await app.press('j')
    await expect(heading(page)).toHaveText(`Commande n° ${items[0]!.number}`)
  })
})

test('the active row is read beside the list, and followed', full, async ({ page, app, api }) => {
  const word = uniqueWord()
  const product = await newProduct(api, { name: `Tapis ${word}` })
  const one = await newOrder(api, { product: product.id, comment: word, customerName: 'Binta Une' })
  const other = await newOrder(api, { product: product.id, comment: word, customerName: 'Binta Deux' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await app.openList(`/orders/list?q=${word}&sort=number`)
  const peek = page.getByRole('complementary', { name: 'Aperçu de la ligne' })
  await app.press('Shift+Space')
  await expect(peek).toContainText(`Commande n° ${one.number}`)
  await expect(peek).toContainText('Binta Une')
  await expect(peek.getByRole('region', { name: 'Historique' })).toContainText('Création')
  await app.press('j')
  await expect(peek).toContainText('Binta Deux')
  await expect(app.grid).toBeFocused()
  // Space and x still select.
  await app.press('Space')
  await expect(app.selection).toContainText('1 sélectionnée')
  expect(await violations(page)).toEqual([])
  await app.press('Escape')
  await expect(peek).toHaveCount(0)
  await expect(app.selection).toContainText('1 sélectionnée')
  await app.press('Escape')
  await expect(app.selection).toHaveCount(0)

  // On narrow screens the preview overlays the list.
  await page.setViewportSize({ width: 390, height: 700 })
  await app.press('Shift+Space')
  await expect(peek).toContainText('Binta Deux')
  await app.press('Enter')
  await expect(heading(page)).toHaveText(`Commande n° ${other.number}`)
})

test('the history of a record abroad is in its own currency', full, async ({ page, app, api }) => {
  const product = await newProduct(api, { country: 'fr', price: 22.9 })
  await app.openAs('admin', `/products/view/${product.id}`)
  await expect(part(page, 'Historique')).toContainText(/22,90\s€/)
})

test('a telephone number stands on one line inside its column', full, async ({ page, app, api }) => {
  const order = await newOrder(api)
  await page.setViewportSize({ width: 1280, height: 800 })
  await app.openAs('admin', `/orders/view/${order.id}`)
  const phone = page
    .getByRole('definition')
    .getByRole('link', { name: /^\+225/ })
    .first()
  await expect(phone).toBeVisible()
  const lines = await phone.evaluate((link) => {
    const text = document.createRange()
    text.selectNodeContents(link)
    const column = link.closest('dd')!.getBoundingClientRect()
    return {
      count: text.getClientRects().length,
      isInside: text.getBoundingClientRect().right <= column.right,
    }
  })
  expect(lines).toEqual({ count: 1, isInside: true })
})

test('an agent reads a parcel, gives it to a delivery person and finds the way to the next', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const order = await newOrder(api, { customerName: `Colis ${uniqueWord()}` })
  await api.put('orders/status', { ids: [order.id], status: 'CONFIRMED' })
  await app.openList(`/shippings/list?q=${order.customerName.split(' ')[1]}`, 'agent')
  await app.press('Enter')
  await expect(heading(page)).toHaveText(/^Livraison n° \d+$/)
  await expect(page.getByRole('main')).toContainText(order.customerName)
  await expect(page.getByRole('link', { name: '+225 07 08 09 10 11', exact: true })).toHaveAttribute(
    'href',
    `tel:${order.customerPhone}`,
  )
  await expect(page.getByRole('button', { name: /^Modifier/ })).toHaveCount(0)
  await app.press('d')
  await expect(app.palette.getByRole('option').first()).toBeVisible()
  await app.press('Enter')
  await expect(page.getByRole('main')).toContainText('Attribuée')
  await expect(part(page, 'Historique')).toContainText('Attribution à un livreur')
  await app.press('Escape')
  await app.listReady('Livraisons')
})

test('a seller reads a product of their own with its stock, and no other’s', { tag: '@full' }, async ({
  page,
  app,
  api,
  playwright,
  server,
}) => {
  // Fields that the role may not read are absent.
  app.expectErrors(/status of 404/)
  const theirs = await newProduct(api)
  const seller = await openApi(playwright, server.url, 'seller')
  // The oldest has sold for longest; the newest may be another test's.
  const { items } = await seller.list('products', { limit: 1, sort: 'number' })
  await seller.close()
  await app.openList('/products/list?sort=number', 'seller')
  await app.press('Enter')
  await expect(heading(page)).toHaveText(`Produit n° ${items[0]?.number}`)
  await expect(part(page, 'Stock')).toContainText(String(items[0]?.available))
  // Sellers have no access to parcels: deliveries link to their order.
  const movements = part(page, 'Mouvements de stock')
  await expect(movements.getByRole('listitem').first()).toBeVisible()
  await expect(movements.locator('a[href^="/shippings/"]')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Modifier/ })).toHaveCount(0)
  await app.press('e')
  await expect(app.toasts).toContainText('Modifier le produit')

  await page.goto(`/products/view/${theirs.id}`)
  await expect(page.getByRole('alert')).toBeVisible()
  await app.press('Escape')
  await app.listReady('Produits')
})

test(
  'after its deletion the list is shown, with the toast and its undo',
  full,
  async ({ page, app, api }) => {
    // The record is read once more.
    app.expectErrors(/404/)
    const word = uniqueWord()
    const product = await newProduct(api, { name: `Lampe ${word}` })
    const order = await newOrder(api, { product: product.id, comment: word })
    await app.openList(`/orders/list?q=${word}`)
    await app.press('Enter')
    await expect(heading(page)).toHaveText(`Commande n° ${order.number}`)
    await app.press('Delete')
    const question = page.getByRole('alertdialog')
    await expect(question.getByRole('button', { name: /^Supprimer/ })).toBeEnabled()
    await app.press('Control+Enter')
    await expect(page).toHaveURL(`/orders/list?q=${word}`)
    await expect(app.toasts).toContainText(`Commande n° ${order.number} supprimée`)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await app.press('u')
    await expect(page.getByRole('main')).toContainText(order.customerName)
  },
)
