import type { ShippingStatus } from '../../domain/fulfillment/shipping-status.ts'
import type { Product } from '../../domain/products/product.ts'
import { rounds } from '../support/is-full.ts'
import { fieldSpreadsheet } from '../support/spreadsheets/field-spreadsheet.ts'
import { type Api, demoPassword } from './support/api.ts'
import { readDownload } from './support/read-download.ts'
import { newOrder, newProduct, newSeller, uniqueWord } from './support/records.ts'
import { expect, test } from './support/shared-page.ts'

test.describe.configure({ timeout: 180_000 })
// Cancelling a dry run that just ended answers 409.
test.use({ expectedErrors: [/status of 409/] })

test('an administrator imports a spreadsheet from the field, finds an order, confirms many and takes it back', async ({
  page,
  app,
  api,
}) => {
  const word = uniqueWord()
  const owner = (await newSeller(api)).id
  const plenty = await newProduct(api, { owner, name: `Théière ${word}`, quantity: 100_000 })
  const short = await newProduct(api, { owner, name: `Œillet ${word}`, quantity: 40 })
  const field = fieldSpreadsheet({ rows: rounds(2_000, 1_200), seed: 7, products: [plenty, short] })
  const { expected } = field
  const firstProblem = expected.problems[0]!
  const importing = page.getByRole('button', { name: /^Importer .* commandes$/ })
  const ours = { country: 'ic', product: [plenty.id, short.id].join() }
  const count = async (query: Record<string, string>) =>
    (await api.list('orders', { ...ours, ...query, limit: 1 })).total
  const shippings = async (status: ShippingStatus) =>
    (await api.list('shippings', { country: 'ic', status, limit: 1 })).total
  const stock = async ({ id }: Product) => (await api.one('products', id)).reserved

  await test.step('logs in with the keyboard', async () => {
    await page.goto('/')
    await app.logIn('admin@waybill.test', demoPassword)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tableau de bord')
    await app.press('g', 'o')
    await app.listReady('Commandes')
  })

  await test.step('sees what a spreadsheet from the field would come to', async () => {
    await app.press('i')
    await expect(page.getByRole('heading', { level: 1, name: 'Importer des commandes' })).toBeVisible()
    const choose = page.getByRole('button', { name: 'Choisir un fichier' })
    await app.chooseFile(choose, 'Commandes mars.xlsx', field.bytes)
    await expect(page.getByRole('grid', { name: 'Aperçu des lignes' })).toBeFocused()
    await expect(importing).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'à corriger' })).toHaveText(
      new RegExp(
        `${figure(expected.total)} lignes${figure(expected.valid)} bonnes${expected.invalid} à corriger${expected.skipped} en double dans le fichier`,
      ),
    )
    expect(await count({})).toBe(0)
  })

  await test.step('reads why a row is refused', async () => {
    const preview = page.getByRole('grid', { name: 'Aperçu des lignes' })
    await expect(preview).toBeFocused()
    const row = preview.getByRole('row', { selected: true })
    await expect(row).toContainText(`${firstProblem.row}À corriger`)
    await expect(page.getByRole('status').filter({ hasText: `Ligne ${firstProblem.row}` })).toContainText(
      'Produit : Aucun produit ne correspond.',
    )
    await app.press('End')
    await expect(row).toHaveAttribute('aria-rowindex', String(expected.total + 1))
  })

  await test.step('imports the good rows', async () => {
    await app.press('Control+Enter')
    const report = page.getByRole('status').filter({ hasText: 'créées' })
    await expect(report).toContainText(new RegExp(`${figure(expected.valid)} commandes créées`))
    await expect(report).toContainText(`${expected.invalid} lignes à corriger n’ont pas été importées`)
    expect(await importedOrders(api, ours.product)).toEqual(
      [...expected.orders.values()].toSorted((a, b) => a.externalRef.localeCompare(b.externalRef)),
    )
  })

  await test.step('gets the failed rows back as a spreadsheet, with the reasons', async () => {
    await app.tabTo(page.getByRole('button', { name: 'Télécharger les lignes à corriger' }))
    const downloading = page.waitForEvent('download')
    await app.press('Enter')
    const failed = await readDownload(await downloading)
    expect(failed).toHaveLength(1 + expected.invalid)
    expect(failed[0]?.at(-1)).toBe('À corriger')
    expect(failed[1]?.at(-1)).toMatch(/Aucun produit ne correspond/)
    await app.activate(page.getByRole('button', { name: 'Voir les commandes' }), 'Shift+Tab')
    await app.listReady('Commandes')
  })

  await test.step('finds an order by a piece of its customer’s name', async () => {
    const order = await newOrder(api, { customerName: `Zoumana ${uniqueWord()}` })
    await app.ask(order.customerName.slice(0, 14).toLowerCase())
    await expect(app.highlighted).toContainText(order.customerName)
    await app.press('Enter')
    await expect(page).toHaveURL(`/orders/view/${order.id}`)
    await expect(page.getByRole('main')).toContainText(order.customerName)
    await app.press('Escape')
    await app.listReady('Commandes')
  })

  await test.step('filters; the link carries it', async () => {
    await app.filter(`statut:en-attente ${word}`)
    await expect(page).toHaveURL(`/orders/list?q=status%3APENDING+${word}`)
    await expect.poll(app.total).toBe(expected.valid)
    await page.reload()
    await app.listReady('Commandes')
    expect(await app.total()).toBe(expected.valid)
  })

  await test.step('selects many, then everything that matches', async () => {
    await app.press('Space', 'Shift+ArrowDown', 'Shift+ArrowDown')
    await expect(app.selection).toContainText('3 sélectionnées')
    await app.press('Control+a')
    await expect(app.selection).toContainText(
      new RegExp(`Tout ce qui correspond : ${figure(expected.valid)}`),
    )
  })

  const toShip = await shippings('PENDING')
  const dryRun = await api.put<{ counts: { changed: number; refused: number } }>('orders/status', {
    where: { ...ours, status: 'PENDING' },
    status: 'CONFIRMED',
    dryRun: true,
  })
  const { changed, refused } = dryRun.counts
  expect(changed + refused).toBe(expected.valid)
  expect(refused).toBeGreaterThan(0)

  await test.step('sees what a status change would do', async () => {
    await app.press('s')
    await expect(app.palette).toBeVisible()
    await app.type('conf')
    await expect(app.highlighted).toContainText('Confirmée')
    await app.press('Enter')
    await expect(app.palette).toContainText(`${changed} changeraient, ${refused} refusées`)
    await expect(app.palette).toContainText('stock insuffisant')
    expect(await count({ status: 'CONFIRMED' })).toBe(0)
    expect(await stock(plenty)).toBe(0)
  })

  await test.step('does it: stock is reserved, shippings are made', async () => {
    await app.press('Enter')
    await expect(app.toasts).toContainText(`${changed} commandes confirmées, ${refused} refusées`)
    expect(await count({ status: 'CONFIRMED' })).toBe(changed)
    expect(await count({ status: 'PENDING' })).toBe(refused)
    const quantityOf = (product: Product) =>
      [...expected.orders.values()]
        .filter((order) => order.product === product.id)
        .reduce((sum, { quantity }) => sum + quantity, 0)
    expect(await stock(plenty)).toBe(quantityOf(plenty))
    expect(await stock(short)).toBeGreaterThan(35)
    expect(await stock(short)).toBeLessThanOrEqual(40)
    expect(await shippings('PENDING')).toBe(toShip + changed)
    await expect.poll(app.total).toBe(refused)
  })

  await test.step('undoes it: everything is as before', async () => {
    await app.press('u')
    await expect(app.toasts).toContainText(`${changed} changements défaits`)
    expect(await count({ status: 'CONFIRMED' })).toBe(0)
    expect(await count({ status: 'PENDING' })).toBe(expected.valid)
    expect(await stock(plenty)).toBe(0)
    expect(await stock(short)).toBe(0)
    expect(await shippings('PENDING')).toBe(toShip)
    await expect.poll(app.total).toBe(expected.valid)
  })
})

/** A number as a pattern with French thousands spaces. */
const figure = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, '\\s?')

/** Expected orders of the import, by reference. */
const importedOrders = async (api: Api, product: string) => {
  const pages = []
  for (let skip = 0; skip < 2_000; skip += 500) {
    pages.push(await api.list('orders', { country: 'ic', product, limit: 500, skip, sort: 'number' }))
  }
  return pages
    .flatMap(({ items }) => items)
    .map((order) => ({
      product: order.product,
      customerName: order.customerName,
      customerPhone: order.customerPhone,
      customerAddress: order.customerAddress,
      quantity: order.quantity,
      price: order.price,
      externalRef: order.externalRef ?? '',
    }))
    .toSorted((a, b) => a.externalRef.localeCompare(b.externalRef))
}
