import auth from '../../locales/fr/auth.json' with { type: 'json' }
import { demoPassword } from './support/api.ts'
import { violations } from './support/axe.ts'
import { newCourier, newOrder, newProduct, newSeller, uniqueWord } from './support/records.ts'
import { expect, test } from './support/test.ts'

test('a seller opens in the country of the account, and sees what is owed and which orders wait for them', async ({
  page,
  app,
  api,
}) => {
  const seller = await newSeller(api, { country: 'tn', phone: '+21620123456' })
  const product = await newProduct(api, { country: 'tn', owner: seller.id, price: 45, quantity: 2 })
  const order = { country: 'tn', product: product.id, customerPhone: '+21620123457' } as const
  const [delivered, away] = [await newOrder(api, order), await newOrder(api, order)]
  await api.put('orders/status', { ids: [away.id], status: 'NOT_REACHABLE' })
  await newOrder(api, { ...order, quantity: 9 })
  const courier = await newCourier(api, { country: 'tn', phone: '+21620123458' })
  await api.put(`orders/status/${delivered.id}`, { status: 'CONFIRMED', delivery: courier.id })
  const { shipping } = await api.one('orders', delivered.id)
  await api.put(`shippings/status/${shipping}`, { status: 'OUT_FOR_DELIVERY' })
  await api.put(`shippings/status/${shipping}`, { status: 'DELIVERED' })
  await api.send('POST', 'invoices/generate', { seller: seller.id })

  await page.goto('/')
  await app.logIn(seller.email, demoPassword)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('button', { name: /Tunisie/ })).toBeVisible()
  const owed = page.getByRole('region', { name: 'À vous verser' })
  await expect(owed).toContainText(/37,000\sTND/)
  await expect(owed).toContainText(/le (lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche) \d+/)
  await page.goto('/dashboard?from=2020-01-01&to=2020-01-02')
  await expect(owed).toContainText(/37,000\sTND/)

  const needs = page.getByRole('region', { name: 'Commandes qui vous attendent' })
  await expect(needs.getByRole('listitem')).toHaveText([/^Injoignables.*1$/, /^Stock insuffisant.*1$/])
  await app.tabTo(needs.getByRole('link', { name: /^Stock insuffisant/ }))
  await app.press('Enter')
  await app.listReady('Commandes')
  await expect.poll(app.total).toBe(1)
  await page.goBack()
  await app.tabTo(owed.getByRole('link', { name: /^INV-TN-/ }))
  await app.press('Enter')
  await expect(page).toHaveURL(/\/invoices\/view\//)

  await page.goto('/auth/logout')
  await expect(page.getByRole('button', { name: auth.logout.again })).toBeFocused()
  await app.press('Enter')
  await app.logIn(seller.email, demoPassword)
  await expect(page.getByRole('button', { name: /Tunisie/ })).toBeVisible()
})

test('a seller corrects an order, comments on it and cancels it by keyboard, and nothing else', async ({
  page,
  app,
  api,
}) => {
  const seller = await newSeller(api)
  const product = await newProduct(api, { owner: seller.id })
  const order = await newOrder(api, { product: product.id })
  await app.openAs(seller.email, '/orders/list')
  await app.listReady('Commandes')
  await app.press('e')
  await expect(page.getByRole('textbox', { name: 'Téléphone' })).toBeFocused()
  // The city belongs to the address.
  await expect(page.getByRole('textbox')).toHaveCount(4)
  await app.tabTo(page.getByRole('textbox', { name: 'Adresse' }))
  await app.fill('Treichville, avenue 8')
  await app.press('Control+Enter')
  await app.listReady('Commandes')
  expect(await api.one('orders', order.id)).toMatchObject({ customerAddress: 'Treichville, avenue 8' })

  await app.press('c')
  await app.type('Appeler après 18 h')
  await app.press('Enter')
  await expect.poll(async () => (await api.one('orders', order.id)).comment).toBe('Appeler après 18 h')

  await app.press('s')
  const choices = page.getByRole('dialog').getByRole('option')
  await expect(choices).toHaveText([/Annulée/])
  await app.press('1')
  await expect(choices.first()).toHaveText(/Ne veut plus|changé d’avis/)
  await app.press('1')
  await expect(page.getByRole('button', { name: /^Annuler la commande/ })).toBeFocused()
  await app.press('Enter')
  await expect.poll(async () => (await api.one('orders', order.id)).status).toBe('CANCELLED')
})

test('an administrator sees in the menu, on the dashboard and in the palette who waits for activation', async ({
  page,
  app,
  server,
}) => {
  const word = uniqueWord()
  const [name, email] = [`Leïla ${word}`, `${word}@waybill.test`]
  await page.request.post('/api/users/register', {
    data: { name, email, phone: '+21698765432', password: 'lagune-ebrie-27' },
  })
  await expect.poll(() => server.mailedTo(email).length).toBe(1)
  await page.goto(server.mailedTo(email)[0]!)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(auth.verified.title)

  await app.openAs('admin', '/dashboard')
  const waits = page.getByRole('status').filter({ hasText: /attend(ent)? (son|leur) activation/ })
  await expect(waits).toBeVisible()
  await expect(page.getByRole('link', { name: /^Utilisateurs .*activation/ })).toBeVisible()
  expect(await violations(page, { within: 'frame' })).toEqual([])
  await app.tabTo(waits.getByRole('button'))
  await app.press('Enter')
  await app.listReady('Utilisateurs')
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
  await page.goto('/orders/list')
  await app.listReady('Commandes')
  await app.press('Control+k')
  await app.type('inscriptions')
  await expect(page.getByRole('option').first()).toHaveText(/Vendeurs en attente d’activation/)
})

test('an import warns of goods that are not there, and asks how many to request', async ({
  page,
  app,
  api,
}) => {
  const seller = await newSeller(api)
  const product = await newProduct(api, { owner: seller.id, quantity: 0 })
  await app.openAs(seller.email, '/orders/import')
  const csv = `Produit;Nom;Téléphone;Adresse;Qté\n${product.name};Awa;0708091011;Cocody;1\n`
  await page.locator('input[type=file]').setInputFiles({
    name: 'commandes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv),
  })
  const warning = page.getByRole('status').filter({ hasText: `${product.name} n’a plus de stock` })
  await expect(warning).toBeVisible()
  await app.tabTo(warning.getByRole('button', { name: 'Demander de la marchandise' }))
  await app.press('Enter')
  await expect(app.palette.getByRole('combobox')).toHaveAttribute('placeholder', 'Combien de pièces ?')
  await app.enter('25')
  await app.enter('Avant la rentrée')
  await expect(app.toasts).toContainText(/Demande n° \d+ enregistrée/)
  await expect(page.getByRole('grid', { name: 'Aperçu des lignes' })).toBeVisible()
  const { items } = await api.list('requests', { owner: seller.id })
  expect(items).toMatchObject([{ name: product.name, quantity: 25, comment: 'Avant la rentrée' }])
})

test('a seller who may not create a record is led by the same key to what they may do', async ({
  page,
  app,
  api,
}) => {
  const seller = await newSeller(api)
  const product = await newProduct(api, { owner: seller.id, quantity: 0 })
  await newOrder(api, { product: product.id })
  await app.openAs(seller.email, '/requests/list')
  await expect(page.getByRole('button', { name: 'Demander un réassort' }).first()).toBeVisible()
  await app.press('n')
  await app.type(product.name)
  await expect(app.highlighted).toContainText(product.name)
  await app.press('Enter')
  await expect(app.palette.getByRole('combobox')).toHaveAttribute('placeholder', 'Combien de pièces ?')
  // Back to the choice of the product, then away.
  await app.press('Escape', 'Escape')
  await expect(app.palette).toBeHidden()
  await app.press('g', 'o')
  await app.listReady('Commandes')
  await app.press('n')
  await expect(page).toHaveURL(/orders\/import/)
})

test('an import offers the request for each product without goods', async ({ page, app, api }) => {
  const seller = await newSeller(api)
  const products = []
  for (let made = 0; made < 3; made++) products.push(await newProduct(api, { owner: seller.id, quantity: 0 }))
  await app.openAs(seller.email, '/orders/import')
  const lines = products.map(({ name }, at) => `${name};Awa;070809101${at};Cocody;1`)
  await page.locator('input[type=file]').setInputFiles({
    name: 'commandes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Produit;Nom;Téléphone;Adresse;Qté', ...lines].join('\n')),
  })
  await expect(page.getByRole('status').filter({ hasText: '3 produits n’ont plus de stock' })).toBeVisible()
  for (const { name } of products)
    await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible()
  const requests = page.getByRole('button', { name: 'Demander de la marchandise' })
  await expect(requests).toHaveCount(3)
  await app.tabTo(requests.filter({ visible: true }).nth(1))
  await app.press('Enter')
  await expect(app.palette.getByRole('combobox')).toHaveAttribute('placeholder', 'Combien de pièces ?')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 } })

  test('the list of invoices has week and due date', async ({ page, app, api }) => {
    const seller = await newSeller(api)
    const product = await newProduct(api, { owner: seller.id })
    const order = await newOrder(api, { product: product.id })
    const courier = await newCourier(api)
    await api.put(`orders/status/${order.id}`, { status: 'CONFIRMED', delivery: courier.id })
    const { shipping } = await api.one('orders', order.id)
    await api.put(`shippings/status/${shipping}`, { status: 'OUT_FOR_DELIVERY' })
    await api.put(`shippings/status/${shipping}`, { status: 'DELIVERED' })
    await api.send('POST', 'invoices/generate', { seller: seller.id })
    const { items } = await api.list('invoices', { owner: seller.id })
    const [invoice] = items
    await app.openAs(seller.email, '/invoices/list')
    await app.listReady('Factures')
    const row = page.getByRole('row').filter({ hasText: invoice!.code })
    await expect(row).toContainText(/S\d+ 20\d\d/)
    await expect(row).toContainText(/Échéance/)
  })
})
