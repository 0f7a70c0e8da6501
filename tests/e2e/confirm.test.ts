import type { Order } from '../../domain/orders/order.ts'
import { newOrder, newProduct, uniqueWord } from './support/records.ts'
import { expect, full, test } from './support/shared-page.ts'

test('deleting from the palette names the order and asks; Escape and Enter leave it, Ctrl+Enter deletes it', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const word = uniqueWord()
  const order = await newOrder(api, { customerName: `Awa ${word}` })
  const left = async () => (await api.list('orders', { keyword: word })).total
  const question = page.getByRole('alertdialog', { name: `Supprimer la commande n° ${order.number}` })
  const openQuestion = async () => {
    await app.ask('supprimer la commande')
    await expect(app.highlighted).toContainText('Supprimer la commande')
    await expect(app.palette).toContainText('1 changerait')
    await app.press('Enter')
    await expect(question).toContainText(`Awa ${word}`)
    await expect(question.getByRole('button', { name: 'Conserver' })).toBeFocused()
  }
  await app.openList(`/orders/list?q=${word}`)
  await openQuestion()
  expect(await left()).toBe(1)
  await app.press('Escape')
  await expect(question).toBeHidden()
  expect(await left()).toBe(1)

  await openQuestion()
  await app.press('Enter')
  await expect(question).toBeHidden()
  await expect(app.grid).toBeFocused()
  expect(await left()).toBe(1)

  await openQuestion()
  await app.press('Tab')
  await expect(
    question.getByRole('button', { name: `Supprimer la commande n° ${order.number}` }),
  ).toBeFocused()
  await app.press('Shift+Tab', 'Control+Enter')
  await expect(app.toasts).toContainText(`Commande n° ${order.number} supprimée`)
  expect(await left()).toBe(0)
  await app.press('u')
  await expect.poll(left).toBe(1)

  // Back, Forward and links close the confirmation dialog without running the command.
  await app.press('g', 'p')
  await app.listReady('Produits')
  await app.press('Delete')
  const other = page.getByRole('alertdialog', { name: /^Supprimer le produit/ })
  await expect(other).toBeVisible()
  await page.goBack()
  await app.listReady('Commandes')
  await expect(other).toBeHidden()
  await app.press('Control+a', 's')
  await app.type('confirmée')
  await expect(app.highlighted).toContainText('Confirmée')
  await app.press('Enter')
  const apply = app.palette.getByRole('button', { name: 'Appliquer' })
  await expect(apply).toBeVisible()
  await expect(app.palette).toContainText('1 changerait')
  await page.goForward()
  await app.listReady('Produits')
  await expect(app.palette).toBeHidden()
  await app.press('Delete')
  await expect(other).toBeVisible()
  // Links behind a dialog can be activated by screen readers.
  await page.locator('nav a[href^="/orders/list"]').first().dispatchEvent('click')
  await app.listReady('Commandes')
  await expect(other).toBeHidden()
  // A dialog that is opened while the next page loads belongs to that page.
  await app.press('g', 'p', 'Control+k')
  await expect(page.getByRole('heading', { name: 'Produits', level: 1, includeHidden: true })).toBeAttached()
  await expect(app.palette).toBeVisible()
  await app.press('Escape')
  expect(await api.one('orders', order.id)).toMatchObject({ status: 'PENDING' })
})

test('cancelling asks for the reason and adds it to the comment; other texts are used as typed', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const word = uniqueWord()
  const orders: Order[] = []
  for (const name of ['Un', 'Deux']) {
    orders.push(await newOrder(api, { customerName: `${name} ${word}`, comment: `Note ${name}` }))
  }
  const now = () => Promise.all(orders.map(({ id }) => api.one('orders', id)))
  await app.openList(`/orders/list?q=${word}`)
  const number = Number((await app.active())?.cells[1])
  await app.ask('annuler')
  await expect(app.highlighted).toHaveText(/^Annuler la commande/)
  await app.press('Enter')
  await expect(app.palette.getByRole('combobox')).toHaveAttribute('placeholder', 'Pourquoi annuler ?')
  expect((await now()).map(({ status }) => status)).toEqual(['PENDING', 'PENDING'])
  await app.press('2')
  const one = page.getByRole('alertdialog', { name: `Annuler la commande n° ${number}` })
  await expect(one).toContainText('Trop cher')
  await expect(one.getByRole('button', { name: 'Conserver' })).toBeVisible()
  await expect(one.getByRole('button', { name: `Annuler la commande n° ${number}` })).toBeFocused()
  await app.press('Enter')
  await expect(app.toasts).toContainText(`Commande n° ${number} annulée`)
  const cancelled = (await now()).find((order) => order.number === number)
  expect(cancelled).toMatchObject({
    status: 'CANCELLED',
    comment: expect.stringMatching(/^Note .*\nTrop cher$/),
  })
  await app.press('u')
  await expect.poll(async () => (await now()).map(({ status }) => status)).toEqual(['PENDING', 'PENDING'])

  await app.press('Control+a')
  await page
    .getByRole('button', { name: /^Annuler la commande/ })
    .first()
    .click()
  await app.type('Parti en voyage')
  await expect(app.highlighted).toContainText('Parti en voyage')
  await app.press('Enter')
  const dialogForTwo = page.getByRole('alertdialog', { name: 'Annuler 2 commandes' })
  await expect(dialogForTwo).toContainText('Parti en voyage · 2 changeraient')
  await expect(dialogForTwo.getByRole('button', { name: 'Annuler 2 commandes' })).toBeFocused()
  await app.press('Enter')
  await expect(app.toasts).toContainText('2 commandes annulées')
  expect((await now()).map(({ comment }) => comment)).toEqual([
    'Note Un\nParti en voyage',
    'Note Deux\nParti en voyage',
  ])
})

test('repeating a deletion asks for the next record', full, async ({ page, app, api }) => {
  const word = uniqueWord()
  for (const name of ['Un', 'Deux']) await newProduct(api, { name: `${name} ${word}` })
  const left = async () => (await api.list('products', { keyword: word })).total
  await app.openList(`/products/list?q=${word}`)
  // A repeated refusal is shown once.
  await app.press('.', '.', '.')
  await expect(app.toasts.getByRole('listitem').filter({ hasText: 'Rien à répéter' })).toHaveCount(1)
  await app.press('Delete')
  const question = page.getByRole('alertdialog', { name: /^Supprimer le produit n° \d+/ })
  await expect(question.getByRole('button', { name: 'Conserver' })).toBeFocused()
  await app.press('Control+Enter')
  await expect(app.toasts).toContainText(/Produit n° \d+ supprimé/)
  await app.press('j', '.')
  await expect(question.getByRole('button', { name: 'Conserver' })).toBeFocused()
  expect(await left()).toBe(1)
  await app.press('Control+Enter')
  await expect.poll(left).toBe(0)
})
