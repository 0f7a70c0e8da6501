import type { Page } from '@playwright/test'
import { encodeScan, type ScanKind } from '../../domain/scans/scan-code.ts'
import { type ScannerOptions, scanStrokes } from '../support/scanner.ts'
import { newParcel } from './support/parcels.ts'
import { newCourier, newOrder, newProduct, newSeller, uniqueWord } from './support/records.ts'
import { expect, full, test } from './support/shared-page.ts'
import { plugIn } from './support/typing/keyboard.ts'

/** Simulates a scanner with the computer's layout. */
const scannerOn = async (page: Page) => {
  const keyboard = await plugIn(page)
  return (digits: string, options?: ScannerOptions) => keyboard.scan(scanStrokes(digits, options))
}

const codeOf = (kind: ScanKind, { number }: { number: number }) => encodeScan({ kind, number })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Writes sent to the server. */
const writesOf = (page: Page): string[] => {
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  return writes
}

test('a scan on a list or page opens the record, on each layout', async ({ page, app, api }) => {
  const product = await newProduct(api)
  const order = await newOrder(api, { product: product.id })
  await app.openList('/orders/list')
  const scan = await scannerOn(page)
  const writes = writesOf(page)
  const ways: readonly ScannerOptions[] = [
    {},
    { layout: 'AZERTY' },
    { layout: 'AZERTY', shift: true },
    { layout: 'QWERTZ', block: 'numpad', end: 'NumpadEnter' },
    { layout: 'Russian', shift: true, end: 'Tab' },
  ]
  for (const options of ways) {
    await test.step(JSON.stringify(options), async () => {
      await scan(codeOf('orders', order), options)
      await expect(page).toHaveURL(`/orders/view/${order.id}`)
      await expect(heading(page)).toHaveText(`Commande n° ${order.number}`)
      await scan(codeOf('products', product), options)
      await expect(page).toHaveURL(`/products/view/${product.id}`)
      await expect(heading(page)).toHaveText(`Produit n° ${product.number}`)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(app.toasts.getByRole('listitem')).toHaveCount(0)
    })
  }
  expect(writes).toEqual([])
})

test('who delivers gets the parcel on their round', full, async ({ page, app, api }) => {
  const courier = await newCourier(api)
  const parcel = await newParcel(api, courier)
  await app.openAs(courier.email, '/journal')
  await expect(heading(page)).toHaveText('Journal')
  const scan = await scannerOn(page)
  await scan(codeOf('shippings', parcel))
  await expect(page).toHaveURL(`/shippings/delivery/list?q=${parcel.number}`)
  await expect(page.getByRole('main')).toContainText(parcel.customerName)
})

test.describe('in the palette', () => {
  test('a scan is the record to act on, by the command that was typed', full, async ({ page, app, api }) => {
    const order = await newOrder(api, { customerName: `Awa ${uniqueWord()}` })
    const other = await newOrder(api, { customerName: `Issa ${uniqueWord()}` })
    await app.openList('/products/list')
    const scan = await scannerOn(page)
    const field = app.palette.getByRole('combobox')

    await app.press('Control+k')
    await expect(field).toBeFocused()
    await scan(codeOf('orders', order))
    await expect(app.palette).toContainText(order.customerName)
    await expect(field).toHaveValue('')
    await expect(app.palette.getByRole('option', { name: /^Modifier/ })).toBeVisible()
    await scan(codeOf('orders', other), { layout: 'AZERTY' })
    await expect(app.palette).toContainText(other.customerName)
    await expect(app.palette).not.toContainText(order.customerName)
    // Steps back from the last scan.
    await app.press('Escape')
    await app.type('annuler la commande')
    await expect(app.highlighted).toContainText('Annuler la commande')
    await scan(codeOf('orders', order))
    await expect(app.palette).toContainText(order.customerName)
    await expect(app.highlighted).toContainText('Annuler la commande')
    await app.press('Enter')
    await expect(field).toHaveAttribute('placeholder', 'Pourquoi annuler ?')
    expect((await api.one('orders', order.id)).status).toBe('PENDING')
  })

  test('a scan answers which record, where it is one of those', full, async ({ page, app, api }) => {
    const order = await newOrder(api)
    const parcel = await newParcel(api, await newCourier(api))
    await app.openList('/products/list')
    const scan = await scannerOn(page)
    const field = app.palette.getByRole('combobox')
    await app.ask('annuler la commande')
    await expect(app.highlighted).toContainText('Annuler la commande')
    await app.press('Enter')
    await expect(field).toHaveAttribute('placeholder', 'Commande : numéro, nom ou téléphone…')
    await scan(codeOf('shippings', parcel))
    await expect(app.toasts).toContainText(
      `Livraison n° ${parcel.number} : ce n’est pas ce qui est demandé ici`,
    )
    await expect(field).toHaveAttribute('placeholder', 'Commande : numéro, nom ou téléphone…')
    await expect(field).toHaveValue('')
    await scan(codeOf('orders', order))
    await expect(field).toHaveAttribute('placeholder', 'Pourquoi annuler ?')
    await expect(field).toHaveValue('')
  })
})

test('in a field that asks for a record a scan chooses it, and what else is scanned changes nothing', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const product = await newProduct(api)
  const order = await newOrder(api)
  await app.openAs('admin', '/orders/add')
  const scan = await scannerOn(page)
  const writes = writesOf(page)
  const lookup = page.getByRole('combobox', { name: 'Produit' })
  await expect(lookup).toBeFocused()
  await scan(codeOf('orders', order))
  await expect(app.toasts).toContainText(`Commande n° ${order.number} : ce n’est pas ce qui est demandé ici`)
  await expect(lookup).toHaveValue('')
  await app.type('lam')
  await scan(codeOf('products', product), { layout: 'AZERTY', end: 'Tab' })
  await expect(lookup).toHaveValue(product.name)
  await expect(lookup).toBeFocused()
  await expect(lookup).toHaveAttribute('aria-expanded', 'false')

  await test.step('what a program types into a text field is its text, and Tab goes on', async () => {
    const phone = page.getByLabel('Téléphone')
    await app.tabTo(phone)
    await scan('2250708091011', { end: 'Tab' })
    await expect(phone).toHaveValue('2250708091011')
    await expect(page.getByLabel('Adresse')).toBeFocused()
  })
  await expect(page).toHaveURL('/orders/add')
  expect(writes).toEqual([])
})

test('in the filter box a scan filters, and digits are typed', full, async ({ page, app, api }) => {
  const order = await newOrder(api)
  const product = await newProduct(api)
  await app.openList('/orders/list')
  const scan = await scannerOn(page)
  await app.press('f')
  await expect(app.filterBox).toBeFocused()
  await scan(codeOf('products', product))
  await expect(app.toasts).toContainText(`Produit n° ${product.number} : ce n’est pas ce qui est demandé ici`)
  await expect(app.filterBox).toHaveValue('')
  await scan(codeOf('orders', order), { layout: 'AZERTY' })
  await expect(page).toHaveURL(`/orders/list?q=${order.number}`)
  await expect(app.filterBox).toHaveValue(String(order.number))
  await app.listReady('Commandes')
  await expect.poll(async () => (await app.active())?.cells).toContain(String(order.number))

  await test.step('slowly, with the Enter after them', async () => {
    await app.press('f', 'Control+a')
    await page.keyboard.type('0708 123456', { delay: 80 })
    await expect(app.filterBox).toHaveValue('0708 123456')
    await app.press('Control+a')
    await page.keyboard.type(String(order.number), { delay: 80 })
    await app.press('Enter')
    await expect(page).toHaveURL(`/orders/list?q=${order.number}`)
    await app.listReady('Commandes')
  })

  await test.step('a digit still answers a question, and Enter after it too', async () => {
    await app.press('s', '1')
    await expect.poll(async () => (await api.one('orders', order.id)).status).toBe('CONFIRMED')
  })
})

test('a code that cannot be opened is named, with why', full, async ({ page, context, app, api }) => {
  app.expectErrors(/status of 404|ERR_INTERNET_DISCONNECTED/)
  const order = await newOrder(api)
  const right = codeOf('orders', order)
  const wrong = `${right.slice(0, -1)}${(Number(right.at(-1)) + 1) % 10}`
  const unknown = encodeScan({ kind: 'products', number: 99_999_999 })
  const seller = await newSeller(api)
  await app.openAs(seller.email, '/orders/list')
  await expect(heading(page)).toHaveText('Commandes')
  const scan = await scannerOn(page)
  const says = async (code: string, why: string) => {
    const toast = app.toasts.getByRole('listitem').filter({ hasText: code }).last()
    await expect(toast).toContainText(`Le scan de ${code} est resté sans effet`)
    await expect(toast).toContainText(why)
    await expect(page).toHaveURL('/orders/list')
  }
  await scan(wrong)
  await says(wrong, 'Ce ne sont pas les chiffres d’un code imprimé ici')
  await scan('4006381333931')
  await says('4006381333931', 'Ce ne sont pas les chiffres d’un code imprimé ici')
  await scan(unknown)
  await says(unknown, 'Introuvable')
  await scan(right)
  await says(right, 'Introuvable')
  await app.press('f')
  await scan(wrong)
  await expect(app.filterBox).toHaveValue('')
  await app.press('Escape')

  await context.setOffline(true)
  await scan(encodeScan({ kind: 'orders', number: 1 }))
  await says(encodeScan({ kind: 'orders', number: 1 }), 'Pas de connexion')
  await context.setOffline(false)
})
