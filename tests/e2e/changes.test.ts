import type { Order } from '../../domain/orders/order.ts'
import { isFull } from '../support/is-full.ts'
import type { Api } from './support/api.ts'
import { newOrder, newOrders, newProduct, uniqueWord } from './support/records.ts'
import { expect, full, test } from './support/shared-page.ts'
import type { OpenedApp } from './support/test.ts'

test('deleting many asks first, says what is refused, and can be undone', async ({ page, app, api }) => {
  const { word, orders } = await threeOrders(api)
  await api.put('orders/status', { ids: [orders[0]!.id], status: 'CONFIRMED' })
  const left = async () => (await api.list('orders', { keyword: word })).total
  await app.openList(`/orders/list?q=${word}`)
  await app.press('Control+a', 'Delete')
  const question = page.getByRole('alertdialog', { name: 'Supprimer 2 commandes' })
  await expect(question).toContainText('2 changeraient, 1 refusée')
  await expect(question).toContainText('commande confirmée')
  await app.press('Escape')
  await expect(question).toBeHidden()
  await expect(app.grid).toBeFocused()
  expect(await left()).toBe(3)

  await app.press('Delete')
  await expect(question.getByRole('button', { name: /^Conserver/ })).toBeFocused()
  await expect(question).toContainText('2 changeraient')
  await app.press('Enter')
  await expect(question).toBeHidden()
  expect(await left()).toBe(3)

  await app.press('Delete')
  await expect(question).toContainText('2 changeraient')
  await app.press('Control+Enter')
  await expect(app.toasts).toContainText('2 commandes supprimées, 1 refusée')
  expect(await left()).toBe(1)
  await app.press('Control+z')
  await expect(app.toasts).toContainText('2 changements défaits')
  expect(await left()).toBe(3)
})

test('one button of the toast takes a change back; F8 leads there', full, async ({ page, app, api }) => {
  const { orders } = await openThree(app, api)
  await app.press('Control+a', 'Control+k')
  await app.type('annuler')
  await expect(app.highlighted).toHaveText(/^Annuler la commande/)
  await app.press('Enter')
  await expect(app.highlighted).toContainText('A changé d’avis')
  await app.press('Enter')
  await expect(page.getByRole('alertdialog', { name: 'Annuler 3 commandes' })).toContainText('3 changeraient')
  await app.press('Enter')
  await expect(app.toasts).toContainText('3 commandes annulées')
  await app.press('F8')
  await expect(page.getByRole('button', { name: /^Défaire/ }).last()).toBeFocused()
  await app.press('Enter')
  await expect(app.toasts).toContainText('3 changements défaits')
  expect(await statusesOf(api, orders)).toEqual(['PENDING', 'PENDING', 'PENDING'])
})

test('without the event stream rows have the change at once too', full, async ({ page, app, api }) => {
  app.expectErrors(/ERR_FAILED/)
  await page.route('**/api/events', (route) => route.abort())
  const { orders } = await openThree(app, api)
  await app.press('s', '1')
  await expect(app.toasts).toContainText(/Commande n° \d+ confirmée/)
  await app.press('s', '2')
  await expect(app.highlighted).toHaveText(/^Injoignable.*passage impossible depuis ce statut/)
  await app.press('Escape', 'u')
  await expect(app.toasts).toContainText('1 changement défait')
  await app.press('s', '2')
  await expect(app.toasts).toContainText(/Commande n° \d+ marquée injoignable/)
  expect((await statusesOf(api, orders)).sort()).toEqual(['NOT_REACHABLE', 'PENDING', 'PENDING'])
})

test('hundreds of rows that are changed at once show it without moving', full, async ({ app, api }) => {
  const word = uniqueWord()
  const { id: product } = await newProduct(api)
  // More than two pages of a list; four in a full run.
  const many = isFull ? 450 : 210
  const ids: string[] = []
  while (ids.length < many) {
    const name = (at: number) => `N${ids.length + at} ${word}`
    const ten = Array.from({ length: 10 }, (_, at) => newOrder(api, { product, customerName: name(at) }))
    ids.push(...(await Promise.all(ten)).map(({ id }) => id))
  }
  await app.openList(`/orders/list?q=${word}`)
  const row = async () => (await app.active())!
  for (let at = 1; at < many; at = (await row()).at) {
    await app.press('PageDown')
    await expect.poll(async () => (await row()).isLoaded).toBe(true)
  }
  await app.press('Control+a', 's', '2')
  await expect(app.palette).toContainText(`${many} changeraient`)
  await app.press('Enter')
  await expect(app.toasts).toContainText(`${many} commandes marquées injoignables`)
  expect((await row()).cells).toContain('Injoignable')
  await app.press('Home')
  expect((await row()).cells).toContain('Injoignable')
  // Removed, so that they do not dominate figures in other tests.
  await api.put('orders/delete', { ids })
})

test('a change without an answer says so, and its retry does it once', full, async ({ page, app, api }) => {
  app.expectErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK/)
  const { orders } = await openThree(app, api)
  await app.press('Control+a', 'Control+k')
  await app.type('marquer injoignable')
  await expect(app.palette).toContainText('3 changeraient')
  // The server applies the change, but the response is lost.
  await page.route('**/api/orders/status', async (route) => {
    await route.fetch()
    await route.abort('internetdisconnected')
  })
  await app.press('Enter')
  await expect(app.toasts).toContainText(/La modification n.est pas passée/)
  await page.unroute('**/api/orders/status')
  await app.press('F8')
  await expect(app.toasts.getByRole('button', { name: 'Réessayer' })).toBeFocused()
  await app.press('Enter')
  await expect(app.toasts).toContainText('3 commandes marquées injoignables')
  expect(await Promise.all(orders.map(async ({ id }) => (await api.one('orders', id)).attempts))).toEqual([
    1, 1, 1,
  ])
})

test('a comment is written in the palette', full, async ({ app, api }) => {
  const { word } = await openThree(app, api)
  const number = Number((await app.active())?.cells[1])
  await app.press('c')
  await expect(app.palette.getByRole('combobox')).toHaveAttribute('placeholder', 'Votre commentaire')
  await app.enter('Rappeler à 18 h')
  await expect(app.toasts).toContainText(`Commentaire ajouté à la commande n° ${number}`)
  const { items } = await api.list('orders', { keyword: word })
  expect(items.find((order) => order.number === number)?.comment).toBe('Rappeler à 18 h')
})

/** A focused list of three orders. */
const openThree = async (app: OpenedApp, api: Api) => {
  const three = await threeOrders(api)
  await app.openList(`/orders/list?q=${three.word}`)
  return three
}

const threeOrders = async (api: Api): Promise<{ word: string; orders: Order[] }> => {
  const word = uniqueWord()
  return { word, orders: await newOrders(api, word, ['Un', 'Deux', 'Trois']) }
}

const statusesOf = (api: Api, orders: readonly Order[]) =>
  Promise.all(orders.map(async ({ id }) => (await api.one('orders', id)).status))
