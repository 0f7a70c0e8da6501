import type { Page } from '@playwright/test'
import type { Order } from '../../domain/orders/order.ts'
import type { Tariff } from '../../domain/tariffs/tariff.ts'
import { violations } from './support/axe.ts'
import { newCourier, newOrder, newProduct, newSeller, uniqueWord } from './support/records.ts'
import { expect, test } from './support/test.ts'

/** A country of its own: zones and tariffs hold for all of its parcels. */
const country = 'bf'

test('an accountant’s Monday: a zone, its tariff, a city corrected, a grid rehearsed, bills, payouts, and all of it undone', async ({
  page,
  app,
  api,
}) => {
  // Colours are compared when they are final.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const word = uniqueWord()
  const seller = await newSeller(api, { country, phone: '+22670445566' })
  const product = await newProduct(api, { country, owner: seller.id, price: 10_000 })
  const tariffsOf = async (id: string) => (await api.list('tariffs', { country, zone: id })).items
  const before = await (await api.send('POST', 'invoices/generate', { country })).json()
  await api.create('zones', { country, name: `Sud ${word}`, cities: [`Bobo${word}`] })
  await app.openList('/zones/list')
  await app.ask('changer de pays Burkina Faso')
  await expect(app.highlighted).toContainText('Burkina Faso')
  await app.press('Enter')
  await app.listReady('Zones')

  await test.step('writes a zone with the spellings of its cities', async () => {
    await app.press('n')
    await expect(page.getByRole('textbox', { name: 'Nom' })).toBeFocused()
    await app.type(`Nord ${word}`)
    await app.press('Tab')
    await app.type(`Bobo${word}`)
    await expect(page.getByRole('status').filter({ hasText: 'est déjà dans la zone' })).toHaveText(
      `« Bobo${word} » est déjà dans la zone Sud ${word}`,
    )
    expect(await violations(page)).toEqual([])
    await app.fill(`Kaya${word} = Kaia${word}`)
    await expect(page.getByText('est déjà dans la zone')).toHaveCount(0)
    await app.press('Control+Enter')
    await app.listReady('Zones')
    await expect.poll(async () => (await app.active())?.cells).toContain(`Nord ${word}`)
  })
  const zone = (await api.list('zones', { country, keyword: `Nord ${word}` })).items[0]!

  await test.step('gives it a tariff', async () => {
    await app.press('g', 'Shift+F')
    await app.listReady('Tarifs')
    await app.press('n')
    await expect(page.getByRole('combobox', { name: 'Zone' })).toBeFocused()
    await app.type(`Nord ${word}`)
    await expect(page.getByRole('option', { name: new RegExp(`Nord ${word}`) })).toBeVisible()
    await app.press('Enter')
    await app.tabTo(page.getByRole('textbox', { name: 'Livraison' }))
    await app.type('2000')
    await app.tabTo(page.getByRole('textbox', { name: 'Retour' }))
    await app.type('900')
    await app.press('Control+Enter')
    await app.listReady('Tarifs')
    await expect.poll(async () => (await tariffsOf(zone.id)).map(fees)).toEqual([[2000, 900]])
  })

  // Delivered in the zone, in a city that no zone has, and refused in the zone.
  const places = [`Kaia${word}`, `Dori${word}`, `Kaya${word}`]
  const orders: Order[] = []
  for (const city of places) {
    orders.push(
      await newOrder(api, {
        country,
        product: product.id,
        customerPhone: '+22670778899',
        customerAddress: 'Près du marché',
        city,
      }),
    )
  }
  expect(orders.map((order) => order.zone)).toEqual([zone.id, null, zone.id])

  await test.step('corrects the zone of the order that none covers, by one key', async () => {
    await app.press('g', 'o')
    await app.listReady('Commandes')
    await app.filter(`zone:none Dori${word}`)
    await expect.poll(app.total).toBe(1)
    await app.press('z')
    await app.type(word)
    await expect(app.highlighted).toContainText(`Nord ${word}`)
    await app.press('Enter')
    const zoneOf = async () => (await api.one('orders', orders[1]!.id)).zone
    await expect.poll(zoneOf).toBe(zone.id)
    await expect(app.toasts).toContainText('Zone de la commande')
    await app.press('u')
    await expect.poll(zoneOf).toBeNull()
    await expect.poll(app.total).toBe(1)
    await app.press('z')
    await app.type(word)
    await expect(app.highlighted).toContainText(`Nord ${word}`)
    await app.press('Enter')
    await expect.poll(zoneOf).toBe(zone.id)
  })

  const ids = orders.map(({ id }) => id)
  const courier = await newCourier(api, { country, phone: '+22670990011' })
  await api.put('orders/status', { ids, status: 'CONFIRMED' })
  const parcels = (await api.list('shippings', { product: product.id, country })).items
  const parcelOf = (at: number) => parcels.find(({ order }) => order === ids[at])!.id
  const all = parcels.map(({ id }) => id)
  await api.put('shippings/delivery', { ids: all, delivery: courier.id })
  await api.put('shippings/status', { ids: all, status: 'OUT_FOR_DELIVERY' })
  await api.put('shippings/status', { ids: [parcelOf(0), parcelOf(1)], status: 'DELIVERED' })
  for (const status of ['REFUSED', 'RETURNED'])
    await api.put('shippings/status', { ids: [parcelOf(2)], status })

  await test.step('pastes a grid of prices, sees what it would cost, and saves it', async () => {
    await app.press('g', 'Shift+F')
    await app.listReady('Tarifs')
    await app.press('p')
    const field = page.getByRole('textbox', { name: 'Grille copiée d’un tableur' })
    await expect(field).toBeFocused()
    await app.press('Escape')
    await app.listReady('Tarifs')
    await app.press('p')
    await expect(field).toBeFocused()
    await paste(page, `Zone\tLivraison\tRetour\nNord ${word}\tdeux mille\t1000`)
    await expect(page.getByRole('region', { name: 'Lignes lues' })).toContainText('Un nombre est attendu ici')
    await app.press('Control+a')
    await paste(page, `Zone\tLivraison\tRetour\nNord ${word}\t2 500\t1000`)
    const outcome = page.getByRole('region', { name: 'Résultat de l’essai' })
    // Two deliveries and a return, as a refusal costs: 2 x 500 and 100 more.
    await expect(outcome).toContainText(/3 colis à facturer : 1\s100\sF\sCFA de frais en plus/)
    await expect(outcome.getByRole('row', { name: new RegExp(seller.name) })).toContainText(/\+1\s100/)
    await expect(page.getByRole('button', { name: /Enregistrer/ })).toBeFocused()
    expect(await violations(page)).toEqual([])
    await app.press('Enter')
    await app.listReady('Tarifs')
    await expect(app.toasts).toContainText('1 tarif enregistré')
    await expect.poll(async () => (await tariffsOf(zone.id)).map(fees)).toContainEqual([2500, 1000])
  })

  const invoiceOf = async () => (await api.list('invoices', { owner: seller.id })).items[0]
  await test.step('bills, and reads zone and tariff on each line', async () => {
    await app.press('g', 'i')
    await app.listReady('Factures')
    await app.press('n')
    const dialog = page.getByRole('alertdialog', { name: 'Facturer les colis dus' })
    await expect(dialog).toContainText(/1 nouvelle facture, pour 3 colis\./)
    await app.press('Enter')
    await expect(app.toasts).toContainText('1 facture établie')
    const invoice = (await invoiceOf())!
    // 20 000 collected, less 2 x 2 500 and 1 000.
    expect(invoice).toMatchObject({ totalWithoutFees: 20_000, shippingFees: 6000, totalWithFees: 14_000 })
    await expect.poll(async () => (await app.active())?.cells).toContain(invoice.code)
    await app.press('Enter')
    const sheet = page.getByRole('article', { name: new RegExp(`^Relevé ${invoice.code}$`) })
    await expect(sheet.getByRole('row', { name: new RegExp(`Nord ${word}`) })).toHaveCount(3)
    const { lines } = await (await api.send('GET', `invoices/${invoice.id}`)).json()
    const written = (await tariffsOf(zone.id)).find(({ delivery }) => delivery === 2500)!
    expect(lines).toHaveLength(3)
    for (const line of lines) expect(line).toMatchObject({ zone: zone.id, tariff: written.id })
  })

  await test.step('pays a part, then the rest; the statement is even, and what was paid is taken back', async () => {
    const { code } = (await invoiceOf())!
    const paid = async () => {
      const { status, remaining } = (await invoiceOf())!
      return [status, remaining]
    }
    const choose = async () => {
      await app.press('n')
      await expect(page.getByRole('combobox', { name: 'Vendeur' })).toBeFocused()
      await app.type(seller.name)
      await expect(page.getByRole('option', { name: new RegExp(seller.name) })).toBeVisible()
      await app.press('Enter')
      await expect(page.getByRole('button', { name: 'Payer tout le dû' })).toBeFocused()
    }
    await app.press('g', 'Shift+P')
    await expect(page).toHaveURL(/payouts\/list/)
    await choose()
    await app.tabTo(page.getByRole('textbox', { name: `Payé sur ${code}` }))
    await app.type('4000')
    expect(await violations(page)).toEqual([])
    await app.press('Control+Enter')
    await expect(page).toHaveURL(/payouts\/receipt/)
    await expect.poll(paid).toEqual(['UN_PAID', 10_000])
    await app.press('Escape')
    await app.listReady('Versements')
    await choose()
    await app.press('a')
    await expect(page.getByRole('button', { name: 'Enregistrer le versement' })).toBeFocused()
    await app.press('Enter')
    await expect.poll(paid).toEqual(['PAID', 0])
    await expect(page).toHaveURL(/payouts\/receipt/)
    await app.ask(`relevé de ${seller.name}`)
    await expect(app.highlighted).toContainText(/Relevé d.*: Vendeuse/)
    await app.press('Enter')
    const statement = page.getByRole('article', { name: `Relevé de ${seller.name}` })
    await expect(statement.getByRole('row', { name: /^Solde final/ })).toContainText('0')
    await expect(statement.getByRole('row', { name: /Versement/ })).toHaveCount(2)
    await expect(statement).toContainText('Rien n’est dû.')
    expect(await violations(page)).toEqual([])
    await app.press('u')
    await expect.poll(paid).toEqual(['UN_PAID', 10_000])
    await app.press('u')
    await expect.poll(paid).toEqual(['UN_PAID', 14_000])
    await expect(statement).toContainText(/Nous devons 14\s000\sF\sCFA à/)
  })

  await test.step('takes back the bill, then the grid', async () => {
    await app.press('g', 'i')
    await app.listReady('Factures')
    await app.press('u')
    await expect.poll(invoiceOf).toBeUndefined()
    await app.press('u')
    await expect.poll(async () => (await tariffsOf(zone.id)).map(fees)).toEqual([[2000, 900]])
    await expect(app.toasts).toContainText(/défait/)
  })
  if (before.batchId) await api.send('POST', `changes/${before.batchId}/undo`)
})

const fees = ({ delivery, returned }: Tariff) => [delivery, returned]

/** As `Control+V` of what a spreadsheet has copied. */
const paste = async (page: Page, text: string): Promise<void> => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('Control+v')
}
