import { newProduct, newSeller, uniqueWord } from './support/records.ts'
import { expect, test } from './support/test.ts'

test('an expedition is written down, confirmed into the stock of its product and taken back; its seller reads along', async ({
  page,
  desk,
  openAs,
  api,
}) => {
  const seller = await newSeller(api)
  const product = await newProduct(api, { owner: seller.id, quantity: 50 })
  const name = `Palette ${uniqueWord()}`
  const stock = async () => (await api.one('products', product.id)).quantity
  await api.create('expeditions', { country: 'ic', name: 'Autre', price: 0, quantity: 1, mode: 'GROUND' })
  const statusOnScreen = () => expect.poll(async () => (await desk.active())?.cells[4])

  await openAs('admin', '/orders/list')
  await desk.listReady('Commandes')
  await desk.press('g', 'e')
  await desk.listReady('Expéditions')
  await desk.press('n')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nouvelle expédition')
  await desk.tabTo(page.getByRole('combobox', { name: 'Vendeur' }))
  await desk.type(seller.name)
  await expect(page.getByRole('option', { name: seller.name })).toBeVisible()
  await desk.press('Enter', 'Tab')
  await desk.type(name)
  await desk.press('Tab')
  await desk.type('150 000')
  await desk.press('Tab')
  await desk.fill('20')
  await desk.press('Control+Enter')
  const mode = page.getByRole('combobox', { name: 'Transport', exact: true })
  await expect(mode).toBeFocused()
  await expect(mode).toHaveAccessibleDescription('Ce champ est obligatoire.')
  await desk.type('Avion')
  await desk.tabTo(page.getByRole('combobox', { name: 'Produit' }), 'Shift+Tab')
  await desk.type(product.name)
  await expect(page.getByRole('option', { name: product.name })).toBeVisible()
  await desk.press('Enter')
  await desk.tabTo(page.getByLabel('Poids (kg)'))
  await desk.type('12,5')
  await desk.press('Control+Enter')
  await expect(desk.toasts).toContainText(/Expédition n° \d+ enregistrée/)
  await desk.listReady('Expéditions')
  const [expedition] = (await api.list('expeditions', { keyword: name })).items
  expect(expedition).toMatchObject({
    name,
    owner: seller.id,
    product: product.id,
    price: 150_000,
    quantity: 20,
    mode: 'AIR',
    weight: 12.5,
    status: 'PENDING',
  })

  await desk.press('f')
  await desk.type(name)
  await desk.press('Enter')
  await expect.poll(desk.total).toBe(1)
  await statusOnScreen().toBe('En attente')
  await desk.press('s')
  await desk.type('conf')
  await expect(desk.highlighted).toHaveText('Confirmée')
  await desk.press('Enter')
  await expect(desk.toasts).toContainText(/Expédition n° \d+ confirmée/)
  await statusOnScreen().toBe('Confirmée')
  expect(await stock()).toBe(70)

  await desk.press('g', 'p')
  await desk.listReady('Produits')
  await desk.press('f')
  await desk.type(product.name)
  await desk.press('Enter')
  await expect
    .poll(async () => (await desk.active())?.cells.slice(4))
    .toEqual(expect.arrayContaining(['70', seller.name]))
  await desk.press('u')
  await expect(desk.toasts).toContainText('1 remise comme avant')
  await expect.poll(async () => (await desk.active())?.cells[5]).toBe('50')
  expect(await api.one('expeditions', expedition!.id)).toMatchObject({ status: 'PENDING' })

  await openAs(seller.email, '/expeditions/list')
  await desk.listReady('Expéditions')
  expect(await desk.total()).toBe(1)
  expect((await desk.active())?.cells.filter((_, place) => place === 2 || place === 4)).toEqual([
    name,
    'En attente',
  ])
  await expect(page.getByRole('button', { name: 'Nouvelle expédition' })).toHaveCount(0)
  await desk.press('n')
  await expect(desk.toasts).toContainText('Nouvelle expédition')
  await expect(page).toHaveURL('/expeditions/list')
})
