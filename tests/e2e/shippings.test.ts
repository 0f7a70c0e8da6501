import type { Shipping } from '../../domain/shippings/shipping.ts'
import type { Api } from './support/api.ts'
import { newCourier, newOrders, uniqueWord } from './support/records.ts'
import { expect, test } from './support/shared-page.ts'

test('an agent assigns several parcels, sends them out, and undoes it', async ({ page, app, api }) => {
  const courier = await newCourier(api)
  const { word, shippings } = await threeParcels(api)
  const states = async () =>
    (await Promise.all(shippings.map(({ id }) => api.one('shippings', id)))).map(
      ({ status, deliveryName }) => `${status} ${deliveryName ?? '-'}`,
    )
  await app.openList(`/shippings/list?q=${word}`, 'agent')
  await app.press('Control+a', 'd')
  await expect(app.palette.getByRole('combobox')).toHaveAttribute('placeholder', 'Quel livreur ?')
  await app.type(courier.name)
  await expect(app.highlighted).toContainText(courier.name)
  await app.press('Enter')
  await expect(app.palette).toContainText(`Confier à un livreur : ${courier.name}`)
  await expect(app.palette).toContainText('3 changeraient')
  await app.press('Enter')
  await expect(app.toasts).toContainText('3 livraisons confiées')
  expect(await states()).toEqual(Array(3).fill(`ASSIGNED ${courier.name}`))

  await app.ask('statut tournee')
  await expect(app.highlighted).toHaveText(/^Changer le statut : En tournée/)
  await expect(app.palette).toContainText('3 changeraient')
  await app.press('Enter')
  await expect.poll(states).toEqual(Array(3).fill(`OUT_FOR_DELIVERY ${courier.name}`))
  await expect.poll(async () => (await app.active())?.cells[3]).toBe('En tournée')
  await app.press('u')
  await expect(app.toasts).toContainText('3 changements défaits')
  expect(await states()).toEqual(Array(3).fill(`ASSIGNED ${courier.name}`))
  await expect.poll(async () => (await app.active())?.cells[3]).toBe('Attribuée')

  // A name without a verb is a search: Enter shows that courier's parcels and assigns nothing.
  const before = await states()
  await app.ask(`livraisons de ${courier.name}`)
  await expect(app.highlighted).toContainText('Filtrer : 3 livraisons')
  await expect(app.highlighted).toContainText(`livreur : ${courier.name}`)
  await app.press('Enter')
  await expect(app.palette).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`q=deliveryGuy%3A${courier.id}`))
  expect(await states()).toEqual(before)
})

test('a parcel is postponed to the day that the customer names, and delivered for another amount', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const courier = await newCourier(api)
  const { word, shippings } = await threeParcels(api)
  const ids = shippings.map(({ id }) => id)
  await api.put('shippings/delivery', { ids, delivery: courier.id })
  await api.put('shippings/status', { ids, status: 'OUT_FOR_DELIVERY' })
  await app.openList(`/shippings/list?q=${word}`, 'agent')
  const first = Number((await app.active())?.cells[1])
  const parcel = async (number: number) =>
    (await api.list('shippings', { keyword: word })).items.find((shipping) => shipping.number === number)

  await app.press('s')
  await app.enter('report')
  const field = app.palette.getByRole('combobox')
  await expect(field).toHaveAttribute('placeholder', 'Quel jour le client demande-t-il ?')
  await app.type('24/12/2099')
  await expect(app.highlighted).toContainText('24 décembre 2099')
  await app.press('Enter')
  await expect(app.toasts).toContainText(`Livraison n° ${first} reportée`)
  expect(await parcel(first)).toMatchObject({ status: 'POSTPONED', postponedTo: '2099-12-24' })

  await app.press('j')
  await expect.poll(async () => (await app.active())?.at).toBe(2)
  const second = Number((await app.active())?.cells[1])
  await app.ask('autre somme')
  await expect(app.highlighted).toHaveText(/^Livrée, autre somme encaissée/)
  await app.press('Enter')
  await expect(field).toHaveAttribute('placeholder', 'Quelle somme a été encaissée ?')
  await app.type('7 500')
  await expect(app.highlighted).toHaveText(/7\s500/)
  await app.press('Enter')
  await expect(field).toHaveAttribute('placeholder', 'Pourquoi cette somme ?')
  await app.enter('Remise convenue')
  await expect.poll(async () => (await app.active())?.cells[3]).toBe('Livrée')
  expect(await parcel(second)).toMatchObject({ status: 'DELIVERED', collected: 7500 })

  await app.press('Control+k')
  await expect(app.palette.getByRole('option', { name: /^Marquer livrée/ })).toContainText('déjà à ce statut')
  await app.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

const threeParcels = async (api: Api): Promise<{ word: string; shippings: Shipping[] }> => {
  const word = uniqueWord()
  const orders = await newOrders(api, word, ['Un', 'Deux', 'Trois'])
  await api.put('orders/status', { ids: orders.map(({ id }) => id), status: 'CONFIRMED' })
  const { items } = await api.list('shippings', { keyword: word })
  expect(items).toHaveLength(3)
  return { word, shippings: items }
}
