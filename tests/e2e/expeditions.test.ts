import { newProduct, newSeller, uniqueWord } from './support/records.ts'
import { expect, test } from './support/shared-page.ts'

test('an expedition is created, confirmed into the stock of its product and undone; its seller can read it', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const seller = await newSeller(api)
  const product = await newProduct(api, { owner: seller.id, quantity: 50 })
  const name = `Palette ${uniqueWord()}`
  const stock = async () => (await api.one('products', product.id)).quantity
  await api.create('expeditions', { country: 'ic', name: 'Autre', price: 0, quantity: 1, mode: 'GROUND' })
  const statusOnScreen = () => expect.poll(async () => (await app.active())?.cells[4])

  await app.openList('/orders/list')
  await app.press('g', 'e')
  await app.listReady('Expéditions')
  await app.press('n')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nouvelle expédition')
  await app.tabTo(page.getByRole('combobox', { name: 'Vendeur' }))
  await app.type(seller.name)
  await expect(page.getByRole('option', { name: seller.name })).toBeVisible()
  await app.press('Enter', 'Tab')
  await app.type(name)
  await app.press('Tab')
  await app.type('150 000')
  await app.press('Tab')
  await app.fill('20')
  await app.press('Control+Enter')
  const mode = page.getByRole('combobox', { name: 'Transport', exact: true })
  await expect(mode).toBeFocused()
  await expect(mode).toHaveAccessibleDescription('Ce champ est obligatoire.')
  await app.type('Avion')
  await app.tabTo(page.getByRole('combobox', { name: 'Produit' }), 'Shift+Tab')
  await app.type(product.name)
  await expect(page.getByRole('option', { name: product.name })).toBeVisible()
  await app.press('Enter')
  await app.tabTo(page.getByLabel('Poids (kg)'))
  await app.type('12,5')
  await app.press('Control+Enter')
  await expect(app.toasts).toContainText(/Expédition n° \d+ enregistrée/)
  await app.listReady('Expéditions')
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

  await app.filter(name)
  await expect.poll(app.total).toBe(1)
  await statusOnScreen().toBe('En attente')
  await app.press('s')
  await app.type('conf')
  await expect(app.highlighted).toHaveText('Confirmée')
  await app.press('Enter')
  await expect(app.toasts).toContainText(/Expédition n° \d+ confirmée/)
  await statusOnScreen().toBe('Confirmée')
  expect(await stock()).toBe(70)

  await app.press('g', 'p')
  await app.listReady('Produits')
  await app.filter(product.name)
  await expect
    .poll(async () => (await app.active())?.cells.slice(4))
    .toEqual(expect.arrayContaining(['70', seller.name]))
  await app.press('u')
  await expect(app.toasts).toContainText('1 changement défait')
  await expect.poll(async () => (await app.active())?.cells[5]).toMatch(/50$/)
  expect(await api.one('expeditions', expedition!.id)).toMatchObject({ status: 'PENDING' })

  await app.openList('/expeditions/list', seller.email)
  expect(await app.total()).toBe(1)
  expect((await app.active())?.cells.filter((_, place) => place === 2 || place === 4)).toEqual([
    name,
    'En attente',
  ])
  await expect(page.getByRole('button', { name: 'Nouvelle expédition' })).toHaveCount(0)
  await app.press('n')
  await expect(app.toasts).toContainText('Nouvelle expédition')
  await expect(page).toHaveURL('/expeditions/list')
})
