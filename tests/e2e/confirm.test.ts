import type { Order } from '../../domain/orders/order.ts'
import { newOrder, newProduct, uniqueWord } from './support/records.ts'
import { expect, test } from './support/test.ts'

test('deleting from the palette names the order and asks; Escape leaves it, Enter deletes it', async ({
  page,
  desk,
  openAs,
  api,
}) => {
  const word = uniqueWord()
  const order = await newOrder(api, { customerName: `Awa ${word}` })
  const left = async () => (await api.list('orders', { keyword: word })).total
  const question = page.getByRole('alertdialog', { name: `Supprimer la commande n° ${order.number}` })
  const foretold = async () => {
    await desk.press('Control+k')
    await desk.type('supprimer la commande')
    await expect(desk.highlighted).toContainText('Supprimer la commande')
    await expect(desk.palette).toContainText('1 changerait')
    await desk.press('Enter')
    await expect(question).toContainText(`Awa ${word}`)
    await expect(
      question.getByRole('button', { name: `Supprimer la commande n° ${order.number}` }),
    ).toBeFocused()
  }
  await openAs('admin', `/orders/list?q=${word}`)
  await desk.listReady('Commandes')
  await foretold()
  expect(await left()).toBe(1)
  await desk.press('Escape')
  await expect(question).toBeHidden()
  expect(await left()).toBe(1)

  await foretold()
  await desk.press('Enter')
  await expect(desk.toasts).toContainText(`Commande n° ${order.number} supprimée`)
  expect(await left()).toBe(0)
  await desk.press('u')
  await expect.poll(left).toBe(1)

  // Back, Forward and a link close what asks about the page that is left, and nothing is done.
  await desk.press('g', 'p')
  await desk.listReady('Produits')
  await desk.press('Delete')
  const other = page.getByRole('alertdialog', { name: /^Supprimer le produit/ })
  await expect(other).toBeVisible()
  await page.goBack()
  await desk.listReady('Commandes')
  await expect(other).toBeHidden()
  await desk.press('Control+a', 's')
  await desk.type('confirmée')
  await expect(desk.highlighted).toContainText('Confirmée')
  await desk.press('Enter')
  const apply = desk.palette.getByRole('button', { name: 'Appliquer' })
  await expect(apply).toBeVisible()
  await expect(desk.palette).toContainText('1 changerait')
  await page.goForward()
  await desk.listReady('Produits')
  await expect(desk.palette).toBeHidden()
  await desk.press('Delete')
  await expect(other).toBeVisible()
  // No pointer reaches a link behind a dialog; a screen reader's list of links does.
  await page.locator('nav a[href^="/orders/list"]').first().dispatchEvent('click')
  await desk.listReady('Commandes')
  await expect(other).toBeHidden()
  // What is opened while the next page loads belongs to it.
  await desk.press('g', 'p', 'Control+k')
  await expect(page.getByRole('heading', { name: 'Produits', level: 1, includeHidden: true })).toBeAttached()
  await expect(desk.palette).toBeVisible()
  await desk.press('Escape')
  expect(await api.one('orders', order.id)).toMatchObject({ status: 'PENDING' })
})

test('cancelling asks for the reason and adds it to the comment; other words are taken as they are', async ({
  page,
  desk,
  openAs,
  api,
}) => {
  const word = uniqueWord()
  const orders: Order[] = []
  for (const name of ['Un', 'Deux']) {
    orders.push(await newOrder(api, { customerName: `${name} ${word}`, comment: `Note ${name}` }))
  }
  const now = () => Promise.all(orders.map(({ id }) => api.one('orders', id)))
  await openAs('admin', `/orders/list?q=${word}`)
  await desk.listReady('Commandes')
  const number = Number((await desk.active())?.cells[1])
  await desk.press('Control+k')
  await desk.type('annuler')
  await expect(desk.highlighted).toHaveText(/^Annuler la commande/)
  await desk.press('Enter')
  await expect(desk.palette.getByRole('combobox')).toHaveAttribute('placeholder', 'Pourquoi annuler ?')
  expect((await now()).map(({ status }) => status)).toEqual(['PENDING', 'PENDING'])
  await desk.press('2')
  const one = page.getByRole('alertdialog', { name: `Annuler la commande n° ${number}` })
  await expect(one).toContainText('Trop cher')
  await expect(one.getByRole('button', { name: 'Conserver' })).toBeVisible()
  await expect(one.getByRole('button', { name: `Annuler la commande n° ${number}` })).toBeFocused()
  await desk.press('Enter')
  await expect(desk.toasts).toContainText(`Commande n° ${number} annulée`)
  const cancelled = (await now()).find((order) => order.number === number)
  expect(cancelled).toMatchObject({
    status: 'CANCELLED',
    comment: expect.stringMatching(/^Note .*\nTrop cher$/),
  })
  await desk.press('u')
  await expect.poll(async () => (await now()).map(({ status }) => status)).toEqual(['PENDING', 'PENDING'])

  await desk.press('Control+a')
  await page
    .getByRole('button', { name: /^Annuler la commande/ })
    .first()
    .click()
  await desk.type('Parti en voyage')
  await expect(desk.highlighted).toContainText('Parti en voyage')
  await desk.press('Enter')
  const both = page.getByRole('alertdialog', { name: 'Annuler 2 commandes' })
  await expect(both).toContainText('Parti en voyage · 2 changeraient')
  await expect(both.getByRole('button', { name: 'Annuler 2 commandes' })).toBeFocused()
  await desk.press('Enter')
  await expect(desk.toasts).toContainText('2 commandes annulées')
  expect((await now()).map(({ comment }) => comment)).toEqual([
    'Note Un\nParti en voyage',
    'Note Deux\nParti en voyage',
  ])
})

test('repeating a deletion asks for the next record', async ({ page, desk, openAs, api }) => {
  const word = uniqueWord()
  for (const name of ['Un', 'Deux']) await newProduct(api, { name: `${name} ${word}` })
  const left = async () => (await api.list('products', { keyword: word })).total
  await openAs('admin', `/products/list?q=${word}`)
  await desk.listReady('Produits')
  // A refusal that is repeated is shown once.
  await desk.press('.', '.', '.')
  await expect(desk.toasts.getByRole('listitem').filter({ hasText: 'Rien à répéter' })).toHaveCount(1)
  await desk.press('Delete')
  const question = page.getByRole('alertdialog', { name: /^Supprimer le produit n° \d+/ })
  await expect(question.getByRole('button', { name: /^Supprimer le produit/ })).toBeFocused()
  await desk.press('Enter')
  await expect(desk.toasts).toContainText(/Produit n° \d+ supprimé/)
  await desk.press('j', '.')
  await expect(question.getByRole('button', { name: /^Supprimer le produit/ })).toBeFocused()
  expect(await left()).toBe(1)
  await desk.press('Enter')
  await expect.poll(left).toBe(0)
})
