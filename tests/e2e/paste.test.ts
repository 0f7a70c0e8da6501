import type { Order } from '../../domain/orders/order.ts'
import { encodeScan } from '../../domain/scans/scan-code.ts'
import { newOrder, newProduct, uniqueWord } from './support/records.ts'
import { expect, full, test } from './support/shared-page.ts'

test.use({ expectedErrors: [/ERR_FAILED/] })

test('a pasted list of numbers, codes, telephones and references selects exactly those orders', async ({
  page,
  context,
  app,
  api,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const product = (await newProduct(api, { quantity: 50 })).id
  const word = uniqueWord()
  const orders: Order[] = []
  for (let made = 0; made < 6; made++)
    orders.push(
      await newOrder(api, { product, customerName: `${word} ${made}`, customerPhone: phoneOf(made) }),
    )
  await newOrder(api, { product, customerName: `${word} again`, customerPhone: phoneOf(5) })
  const [one, two, three, four] = orders as [Order, Order, Order, Order]

  await app.openList('/orders/list')
  const paste = async (text: string) => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), text)
    await app.press('Control+v')
  }
  const dialog = page.getByRole('dialog', { name: /collés?$/ })
  await paste(
    `n° ${one.number}\n${two.number}; ${encodeScan({ kind: 'orders', number: three.number })}\t${four.customerPhone}` +
      `, ${phoneOf(5)}\nXYZ-404, ${one.number}`,
  )
  await expect(dialog).toHaveAccessibleName('7 éléments collés')
  await expect(dialog.getByRole('status')).toHaveText('4 trouvés, 1 inconnu, 1 ambigu')
  await expect(dialog).toContainText(`${phoneOf(5)} · 2 commandes`)
  await expect(dialog).toContainText('XYZ-404')

  await test.step('what was not found can be copied back', async () => {
    await app.activate(dialog.getByRole('button', { name: 'Copier les 2 restants' }), 'Shift+Tab')
    await expect(app.toasts).toContainText('2 éléments copiés')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${phoneOf(5)}\nXYZ-404`)
  })

  await app.activate(dialog.getByRole('button', { name: 'Sélectionner 4' }))
  await expect(dialog).toBeHidden()
  await expect(app.selection).toContainText('4')

  await test.step('a change is made to these and no others, and undone as one', async () => {
    await app.ask('marquer injoignable')
    await expect(app.palette).toContainText('4 changeraient')
    await app.press('Enter')
    const statusOf = async ({ id }: Order) => (await api.one('orders', id)).status
    await expect.poll(() => statusOf(four)).toBe('NOT_REACHABLE')
    expect(await Promise.all(orders.map(statusOf))).toEqual([
      ...Array.from({ length: 4 }, () => 'NOT_REACHABLE'),
      'PENDING',
      'PENDING',
    ])
    await app.press('u')
    await expect.poll(() => statusOf(one)).toBe('PENDING')
  })

  await test.step('what the filter hides is named and not selected', async () => {
    await api.put('orders/status', { ids: [one.id], status: 'CONFIRMED' })
    await app.press('f')
    await app.fill('statut:confirmée')
    await app.press('Enter')
    await app.listReady('Commandes')
    await paste(`${one.number}\n${two.number}`)
    await expect(dialog.getByRole('status')).toHaveText('2 trouvés, dont 1 hors de cette liste')
    await expect(dialog).toContainText(String(two.number))
    await expect(dialog.getByRole('button', { name: 'Sélectionner 1' })).toBeFocused()
    await app.press('Enter')
    await expect(app.selection).toContainText('1')
    await expect.poll(async () => (await app.active())?.isSelected ?? false).toBe(true)
    await app.press('Escape')
  })

  await test.step('in the filter box a paste is text', async () => {
    await app.press('f')
    await paste(`${two.number}`)
    await expect(app.filterBox).toHaveValue(new RegExp(`${two.number}$`))
    await expect(dialog).toBeHidden()
  })
})

test('a pasted list that names nothing says so, and without a network can be tried again', {
  tag: '@full',
}, async ({ page, context, app }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await app.openList('/shippings/list')
  const dialog = page.getByRole('dialog', { name: '2 éléments collés' })
  await page.evaluate(() => navigator.clipboard.writeText('ABC-1 ABC-2'))
  await page.route('**/api/shippings/resolve', (route) => route.abort())
  await app.press('Control+v')
  await expect(dialog.getByRole('status')).toContainText('Pas de connexion')
  await page.unroute('**/api/shippings/resolve')
  await app.press('Enter')
  await expect(dialog.getByRole('status')).toHaveText('0 trouvé, 2 inconnus')
  await app.press('Enter')
  await expect(dialog).toBeVisible()
  await app.press('Escape')
  await expect(dialog).toBeHidden()
})

test('a pasted table selects by one column, then by another', full, async ({ page, context, app, api }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const product = (await newProduct(api, { quantity: 50 })).id
  const word = uniqueWord()
  const orders: Order[] = []
  for (let made = 0; made < 3; made++)
    orders.push(await newOrder(api, { product, customerName: `${word} ${made}` }))
  const [one, two, paid] = orders as [Order, Order, Order]
  await app.openList('/orders/list')
  // The second line's amount equals another order's number.
  const table = `${one.number}\tYao\t9 876 000\r\n${two.number}\tŒdipe\t${paid.number}`
  await page.evaluate((text) => navigator.clipboard.writeText(text), table)
  await app.press('Control+v')
  const dialog = page.getByRole('dialog', { name: /collés?$/ })
  await expect(dialog).toHaveAccessibleName('2 éléments collés')
  await expect(dialog.getByRole('status')).toHaveText('2 trouvés')
  const column = dialog.getByRole('combobox', { name: 'Colonne des clés' })
  await expect(column).toHaveValue('0')
  await expect(dialog.getByRole('listitem')).toHaveText([String(one.number), String(two.number)])
  await app.tabTo(column, 'Shift+Tab')
  await app.press('End')
  await expect(dialog.getByRole('status')).toHaveText('3 trouvés, 3 inconnus')
  await app.press('Home')
  await expect(dialog.getByRole('status')).toHaveText('2 trouvés')
  await app.activate(dialog.getByRole('button', { name: 'Sélectionner 2' }))
  await expect(dialog).toBeHidden()
  await expect(app.selection).toContainText('2')
})

const phoneOf = (at: number): string => `+22507991${String(10_000 + at)}`
