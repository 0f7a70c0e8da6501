import type { Product } from '../../domain/products/product.ts'
import type { ShippingStatus } from '../../domain/shippings/shipping-status.ts'
import { fieldSpreadsheet } from '../builders/spreadsheets/field-spreadsheet.ts'
import { demoPassword } from './support/api.ts'
import { newOrder, newProduct, uniqueWord } from './support/records.ts'
import { expect, test } from './support/test.ts'

test.describe.configure({ timeout: 180_000 })

test('an administrator imports a spreadsheet from the field, finds an order, confirms many and takes it back', async ({
  page,
  desk,
  api,
}) => {
  const word = uniqueWord()
  const plenty = await newProduct(api, { name: `Théière ${word}`, quantity: 100_000 })
  const short = await newProduct(api, { name: `Œillet ${word}`, quantity: 40 })
  const field = fieldSpreadsheet({ rows: 2_000, seed: 7, products: [plenty, short] })
  const { expected } = field
  const ours = { country: 'ic', product: [plenty.id, short.id].join() }
  const count = async (query: Record<string, string>) =>
    (await api.list('orders', { ...ours, ...query, limit: 1 })).total
  const shippings = async (status: ShippingStatus) =>
    (await api.list('shippings', { country: 'ic', status, limit: 1 })).total
  const stock = async ({ id }: Product) => (await api.one('products', id)).reserved

  await test.step('logs in with the keyboard', async () => {
    await page.goto('/')
    await desk.logIn('admin@waybill.test', demoPassword)
    await desk.listReady('Commandes')
  })

  await test.step('imports the good rows of a field spreadsheet', async () => {
    const answer = await page.request.post('/api/orders/upload-multiple?mode=valid&country=ic', {
      headers: { authorization: api.session.token },
      multipart: { file: { name: 'field.xlsx', mimeType: 'application/octet-stream', buffer: field.bytes } },
    })
    expect(await answer.json()).toMatchObject({ created: expected.valid })
  })

  await test.step('finds an order by a piece of its customer’s name', async () => {
    const order = await newOrder(api, { customerName: `Zoumana ${uniqueWord()}` })
    await desk.press('Control+k')
    await desk.type(order.customerName.slice(0, 14).toLowerCase())
    await expect(desk.highlighted).toContainText(order.customerName)
    await desk.press('Enter')
    await expect(page).toHaveURL(`/orders/edit/${order.id}`)
    await expect(page.getByLabel('Client')).toHaveValue(order.customerName)
    await desk.press('Escape')
    await desk.listReady('Commandes')
  })

  await test.step('filters; the link carries it', async () => {
    await desk.press('f')
    await desk.type(`statut:en-attente ${word}`)
    await desk.press('Enter')
    await expect(page).toHaveURL(`/orders/list?q=status%3APENDING+${word}`)
    await expect.poll(desk.total).toBe(expected.valid)
    await page.reload()
    await desk.listReady('Commandes')
    expect(await desk.total()).toBe(expected.valid)
  })

  await test.step('selects many, then everything that matches', async () => {
    await desk.press('Space', 'Shift+ArrowDown', 'Shift+ArrowDown')
    await expect(desk.selection).toContainText('3 sélectionnées')
    await desk.press('Control+a')
    await expect(desk.selection).toContainText(`Tout ce qui correspond : ${inFrench(expected.valid)}`)
  })

  const toShip = await shippings('PENDING')
  const foretold = await api.put<{ counts: { changed: number; refused: number } }>('orders/status', {
    where: { ...ours, status: 'PENDING' },
    status: 'CONFIRMED',
    dryRun: true,
  })
  const { changed, refused } = foretold.counts
  expect(changed + refused).toBe(expected.valid)
  expect(refused).toBeGreaterThan(0)

  await test.step('sees what a status change would do', async () => {
    await desk.press('s')
    await expect(desk.palette).toBeVisible()
    await desk.type('conf')
    await expect(desk.highlighted).toContainText('Confirmée')
    await desk.press('Enter')
    await expect(desk.palette).toContainText(`${changed} changeraient, ${refused} refusées`)
    await expect(desk.palette).toContainText('stock insuffisant')
    expect(await count({ status: 'CONFIRMED' })).toBe(0)
    expect(await stock(plenty)).toBe(0)
  })

  await test.step('does it: stock is reserved, shippings are made', async () => {
    await desk.press('Enter')
    await expect(desk.toasts).toContainText(`${changed} modifiées, ${refused} refusées`, { timeout: 30_000 })
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
    await expect.poll(desk.total).toBe(refused)
  })

  await test.step('undoes it: everything is as before', async () => {
    await desk.press('u')
    await expect(desk.toasts).toContainText(`${changed} remises comme avant`, { timeout: 30_000 })
    expect(await count({ status: 'CONFIRMED' })).toBe(0)
    expect(await count({ status: 'PENDING' })).toBe(expected.valid)
    expect(await stock(plenty)).toBe(0)
    expect(await stock(short)).toBe(0)
    expect(await shippings('PENDING')).toBe(toShip)
    await expect.poll(desk.total).toBe(expected.valid)
  })
})

const inFrench = (count: number): string => new Intl.NumberFormat('fr').format(count)
