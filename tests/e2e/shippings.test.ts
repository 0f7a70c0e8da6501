import type { Shipping } from '../../domain/shippings/shipping.ts'
import type { Api } from './support/api.ts'
import { newGuy, newOrder, newProduct, uniqueWord } from './support/records.ts'
import { expect, test } from './support/test.ts'

test('an agent assigns several parcels to a delivery guy, sends them out, and undoes it', async ({
  page,
  desk,
  openAs,
  api,
}) => {
  const guy = await newGuy(api)
  const { word, shippings } = await threeParcels(api)
  const states = async () =>
    (await Promise.all(shippings.map(({ id }) => api.one('shippings', id)))).map(
      ({ status, deliveryName }) => `${status} ${deliveryName ?? '-'}`,
    )
  await openAs('agent', `/shippings/list?q=${word}`)
  await desk.listReady('Livraisons')
  await desk.press('Control+a', 'd')
  await expect(desk.palette.getByRole('combobox')).toHaveAttribute('placeholder', 'Quel livreur ?')
  await desk.type(guy.name)
  await expect(desk.highlighted).toContainText(guy.name)
  await desk.press('Enter')
  await expect(desk.palette).toContainText(`Confier à un livreur : ${guy.name}`)
  await expect(desk.palette).toContainText('3 changeraient')
  await desk.press('Enter')
  await expect(desk.toasts).toContainText('3 livraisons confiées')
  expect(await states()).toEqual(Array(3).fill(`ASSIGNED ${guy.name}`))

  await desk.press('Control+k')
  await desk.type('statut tournee')
  await expect(desk.highlighted).toHaveText(/^Changer le statut : En tournée/)
  await expect(desk.palette).toContainText('3 changeraient')
  await desk.press('Enter')
  await expect.poll(states).toEqual(Array(3).fill(`OUT_FOR_DELIVERY ${guy.name}`))
  await expect.poll(async () => (await desk.active())?.cells[3]).toBe('En tournée')
  await desk.press('u')
  await expect(desk.toasts).toContainText('3 remises comme avant')
  expect(await states()).toEqual(Array(3).fill(`ASSIGNED ${guy.name}`))
  await expect.poll(async () => (await desk.active())?.cells[3]).toBe('Attribuée')

  // A name without a verb is looked for: Enter shows the parcels of that person and gives none to them.
  const before = await states()
  await desk.press('Control+k')
  await desk.type(`livraisons de ${guy.name}`)
  await expect(desk.highlighted).toContainText('Filtrer : 3 livraisons')
  await expect(desk.highlighted).toContainText(`livreur : ${guy.name}`)
  await desk.press('Enter')
  await expect(desk.palette).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`q=deliveryGuy%3A${guy.id}`))
  expect(await states()).toEqual(before)
})

test('a parcel is postponed to the day that the customer names, and delivered for another amount', async ({
  page,
  desk,
  openAs,
  api,
}) => {
  const guy = await newGuy(api)
  const { word, shippings } = await threeParcels(api)
  const ids = shippings.map(({ id }) => id)
  await api.put('shippings/delivery', { ids, delivery: guy.id })
  await api.put('shippings/status', { ids, status: 'OUT_FOR_DELIVERY' })
  await openAs('agent', `/shippings/list?q=${word}`)
  await desk.listReady('Livraisons')
  const first = Number((await desk.active())?.cells[1])
  const parcel = async (number: number) =>
    (await api.list('shippings', { keyword: word })).items.find((shipping) => shipping.number === number)

  await desk.press('s')
  await desk.type('report')
  await desk.press('Enter')
  const field = desk.palette.getByRole('combobox')
  await expect(field).toHaveAttribute('placeholder', 'Quel jour le client demande-t-il ?')
  await desk.type('24/12/2099')
  await expect(desk.highlighted).toContainText('24 décembre 2099')
  await desk.press('Enter')
  await expect(desk.toasts).toContainText(`Livraison n° ${first} reportée`)
  expect(await parcel(first)).toMatchObject({ status: 'POSTPONED', postponedTo: '2099-12-24' })

  await desk.press('j')
  await expect.poll(async () => (await desk.active())?.at).toBe(2)
  const second = Number((await desk.active())?.cells[1])
  await desk.press('Control+k')
  await desk.type('autre somme')
  await expect(desk.highlighted).toHaveText(/^Livrée, autre somme encaissée/)
  await desk.press('Enter')
  await expect(field).toHaveAttribute('placeholder', 'Quelle somme a été encaissée ?')
  await desk.type('7 500')
  await expect(desk.highlighted).toHaveText(/7\s500/)
  await desk.press('Enter')
  await expect.poll(async () => (await desk.active())?.cells[3]).toBe('Livrée')
  expect(await parcel(second)).toMatchObject({ status: 'DELIVERED', collected: 7500 })

  await desk.press('Control+k')
  await expect(desk.palette.getByRole('option', { name: /^Marquer livrée/ })).toContainText(
    'déjà à ce statut',
  )
  await desk.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

const threeParcels = async (api: Api): Promise<{ word: string; shippings: Shipping[] }> => {
  const word = uniqueWord()
  const product = (await newProduct(api)).id
  const orders = []
  for (const name of ['Un', 'Deux', 'Trois']) {
    orders.push(await newOrder(api, { product, customerName: `${name} ${word}` }))
  }
  await api.put('orders/status', { ids: orders.map(({ id }) => id), status: 'CONFIRMED' })
  const { items } = await api.list('shippings', { keyword: word })
  expect(items).toHaveLength(3)
  return { word, shippings: items }
}
