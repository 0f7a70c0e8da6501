import { resourceNames } from '../../domain/resources.ts'
import { readTexts } from '../../scripts/lib/read-texts.mjs'
import { violations } from './support/axe.ts'
import { newOrder, newPhone, newProduct, uniqueWord } from './support/records.ts'
import { expect, full, test } from './support/shared-page.ts'
import { holdRequests } from './support/stand-between.ts'

// An unknown phone number gets 404, which the browser logs as an error.
test.use({ expectedErrors: [/404/] })

test.beforeEach(({ app }) => app.openList('/orders/list'))

test('shows everything about a caller while their number is typed, opens an order and goes back', async ({
  page,
  app,
  api,
}) => {
  const customerName = `Aya ${uniqueWord()}`
  const phone = newPhone()
  const lamp = await newProduct(api, { name: 'Lampe solaire' })
  const fields = { customerName, customerPhone: phone.e164, product: lamp.id }
  const first = await newOrder(api, { ...fields, customerAddress: 'Marcory, rue du Canal' })
  const second = await newOrder(api, { ...fields, quantity: 2 })
  await api.put('orders/status', { ids: [first.id], status: 'CANCELLED' })
  const pane = app.palette.getByRole('region', { name: 'Aperçu' })

  await app.ask(phone.spaced.slice(0, -3))
  await expect(app.highlighted).toContainText(`${customerName}Client · 2 commandes, 1 à appeler`)
  await expect(app.palette.getByRole('status')).toContainText(`${customerName}, 2 commandes, 1 à appeler`)
  await expect(pane).toContainText(`+225 ${phone.spaced}`)
  await expect(pane).toContainText('et 1 autre adresse')
  await expect(pane.getByRole('listitem')).toContainText([/En attente/, /Annulée/])
  expect(await violations(page)).toEqual([])

  await app.press('ArrowDown')
  await expect(app.highlighted).toContainText(`Commande n° ${second.number}`)
  await expect(pane).toContainText(`Commande n° ${second.number}`)
  await expect(pane).toContainText('19 000')
  await app.press('ArrowUp', 'Enter')
  await expect(app.highlighted).toContainText(`Lampe solaire × 2${second.number}`)
  await app.type('annulee')
  await expect(app.highlighted).toContainText(String(first.number))

  await app.press('Tab')
  await expect(app.palette.getByRole('option', { name: /^Modifier/ })).toBeVisible()
  await expect(pane).toContainText(`Commande n° ${first.number}`)
  await app.press('Escape')
  await expect(app.highlighted).toContainText(String(first.number))
  await app.press('Escape')
  await expect(app.highlighted).toContainText('Client · 2 commandes')
  await app.press('Enter', 'Enter')
  await expect(page).toHaveURL(`/orders/view/${second.id}`)
})

const texts = readTexts('fr')

test('previews the highlighted record of every resource beside the list', full, async ({ app, api }) => {
  const pane = app.palette.getByRole('region', { name: 'Aperçu' })
  for (const resource of resourceNames) {
    const { items } = await api.list(resource, { limit: 100 })
    const record = items.find(({ country }) => country === 'ic') ?? items[0]
    const { title, one } = texts[resource] as Record<string, string>
    // The name of the list, or of one record where that has several words.
    await app.ask(`${(title!.includes(' ') ? one! : title!).toLowerCase()} `)
    await app.type(`#${record?.number}`)
    await expect(pane, resource).toContainText(`n° ${record?.number}`)
    await expect(pane.getByRole('term'), resource).not.toHaveCount(0)
    await app.press('Escape')
  }
})

test('takes the order of a caller: a known one with name and address, a new one with the number', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const customerName = `Sékou ${uniqueWord()}`
  const [phone, unknown] = [newPhone(), newPhone()]
  await newOrder(api, {
    customerName,
    customerPhone: phone.e164,
    customerAddress: 'Treichville, rue 38',
  })
  await app.ask(phone.digits)
  await expect(app.highlighted).toContainText(customerName)
  await app.press('Enter')
  await app.enter('commande pour')
  await expect(page.getByLabel('Client')).toHaveValue(customerName)
  await expect(page.getByLabel('Téléphone')).toHaveValue(new RegExp(phone.spaced))
  await expect(page.getByLabel('Adresse')).toHaveValue('Treichville, rue 38')

  await app.ask(unknown.spaced)
  await expect(app.highlighted).toContainText('Aucune commande avec ce numéro')
  await app.press('Enter')
  await app.enter('commande pour')
  await expect(page.getByLabel('Téléphone')).toHaveValue(new RegExp(unknown.spaced))
  await expect(page.getByLabel('Client')).toHaveValue('')
})

test('takes the order before the server has named the customer', full, async ({ page, app, api }) => {
  const customerName = `Mory ${uniqueWord()}`
  const phone = newPhone()
  await newOrder(api, { customerName, customerPhone: phone.e164 })
  const release = await holdRequests(page, /\/api\/customers\//)
  await app.ask(phone.digits)
  await expect(app.highlighted).toContainText(customerName)
  await app.press('Enter')
  await app.enter('commande pour')
  await expect(app.palette).toBeHidden()
  release()
  await expect(page.getByLabel('Client')).toHaveValue(customerName)
  await expect(page.getByLabel('Téléphone')).toHaveValue(new RegExp(phone.spaced))
})

test('is a row and a page on a phone, which does not scroll sideways', full, async ({ page, app, api }) => {
  const phone = newPhone()
  const customerName = `Marie-Bernadette ${uniqueWord()} épouse Kouassi-Yao de la Bagoué`
  const order = await newOrder(api, { customerName, customerPhone: phone.e164 })
  await page.setViewportSize({ width: 390, height: 780 })
  await app.ask(phone.digits)
  await expect(app.highlighted).toContainText('Client · 1 commande')
  await expect(app.palette.getByRole('region', { name: 'Aperçu' })).toBeHidden()
  await app.press('Enter')
  await expect(app.palette).toContainText(`+225 ${phone.spaced}`)
  await expect(app.highlighted).toContainText(String(order.number))
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  expect(await violations(page)).toEqual([])
})
