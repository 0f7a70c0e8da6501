import type { Locator } from '@playwright/test'
import { newOrder, newOrders, newProduct, uniqueWord } from './support/records.ts'
import { expect, test } from './support/test.ts'

const centerOf = async (locator: Locator) => {
  const { x, y, width, height } = (await locator.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

test('a click on a status opens the statuses of that row, and one on its number opens the record', async ({
  page,
  desk,
  openAs,
  api,
}) => {
  const word = uniqueWord()
  const orders = await newOrders(api, word, ['Un', 'Deux'])
  await openAs('admin', `/orders/list?q=${word}`)
  await desk.listReady('Commandes')
  const second = desk.grid.getByRole('row', { name: new RegExp(`Un ${word}`) })
  await second.getByText('En attente').click()
  await expect(desk.palette.getByRole('option', { name: /^Confirmée/ })).toBeVisible()
  await desk.type('injoig')
  await desk.press('Enter')
  await expect(desk.toasts).toContainText(`Commande n° ${orders[0]!.number}`)
  await expect.poll(async () => (await api.one('orders', orders[0]!.id)).status).toBe('NOT_REACHABLE')
  expect(await api.one('orders', orders[1]!.id)).toMatchObject({ status: 'PENDING' })
  await second.getByText(String(orders[0]!.number), { exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(String(orders[0]!.number))
})

test('for a role that may not change it, a status only takes the row; its number opens it all the same', async ({
  page,
  desk,
  openAs,
}) => {
  await openAs('seller', '/orders/list')
  await desk.listReady('Commandes')
  const third = desk.grid.getByRole('row').nth(3)
  await third.getByRole('gridcell').nth(9).locator('> *').click()
  await expect.poll(async () => (await desk.active())?.at).toBe(3)
  await expect(desk.palette).toBeHidden()
  await third.getByRole('gridcell').nth(1).locator('> *').click()
  await expect(page).toHaveURL(/\/orders\/view\//)
})

test('a drag over the boxes selects a range or deselects one, and scrolls at the edge', async ({
  page,
  desk,
  openAs,
}) => {
  await openAs('admin', '/orders/list')
  await desk.listReady('Commandes')
  const total = await desk.total()
  const box = (row: number) => centerOf(desk.grid.getByRole('row').nth(row).getByRole('gridcell').first())
  const dragOver = async (from: number, to: number) => {
    const [start, end] = [await box(from), await box(to)]
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(end.x, end.y, { steps: 6 })
  }
  const top = (await desk.grid.boundingBox())!.y
  await dragOver(2, 5)
  await page.mouse.up()
  await expect(desk.selection).toContainText('4 sélectionnées')
  expect((await desk.grid.boundingBox())!.y, 'the bar moves nothing').toBe(top)
  await dragOver(4, 6)
  await page.mouse.up()
  await expect(desk.selection).toContainText('2 sélectionnées')
  await desk.grid
    .getByRole('row')
    .nth(7)
    .getByRole('gridcell')
    .nth(5)
    .click({ modifiers: ['Shift'] })
  await expect(desk.selection).toContainText('4 sélectionnées')

  await desk.press('Control+a')
  await dragOver(3, 5)
  const back = await box(4)
  await page.mouse.move(back.x, back.y, { steps: 3 })
  await page.mouse.up()
  await expect(desk.selection).toContainText(`Tout ce qui correspond : ${total - 2}`)

  await desk.press('Escape')
  await dragOver(2, 4)
  const { x, y, height } = (await desk.grid.boundingBox())!
  await page.mouse.move(x + 20, y + height - 5, { steps: 4 })
  await expect.poll(async () => (await desk.active())?.at).toBeGreaterThan(60)
  await page.mouse.up()
  const { at } = (await desk.active())!
  await expect(desk.selection).toContainText(`${at - 1} sélectionnées`)
  expect(await page.evaluate(() => String(getSelection()))).toBe('')
})

test('the selection’s statuses and comments are changed from its bar', async ({ desk, openAs, api }) => {
  const word = uniqueWord()
  const orders = await Promise.all(
    ['Un', 'Deux', 'Trois'].map((name) => newOrder(api, { customerName: `${name} ${word}` })),
  )
  await openAs('admin', `/orders/list?q=${word}`)
  await desk.listReady('Commandes')
  for (const name of ['Un', 'Deux']) {
    const row = desk.grid.getByRole('row', { name: new RegExp(`${name} ${word}`) })
    await row.getByRole('gridcell').first().click()
  }
  await expect(desk.selection).toContainText('2 sélectionnées')
  await desk.selection.getByRole('button', { name: /^Changer le statut/ }).click()
  const status = desk.palette.getByRole('option', { name: /^Injoignable/ })
  await status.hover()
  await expect(desk.palette).toContainText('2 changeraient')
  await status.click()
  await desk.palette.getByRole('button', { name: /^Appliquer/ }).click()
  await expect(desk.toasts).toContainText('2 commandes marquées injoignables')
  await desk.selection.getByRole('button', { name: /^Commenter/ }).click()
  await desk.type('Vu au téléphone')
  await desk.palette.getByRole('option', { name: 'Vu au téléphone' }).click()
  await desk.palette.getByRole('button', { name: /^Appliquer/ }).click()
  await expect(desk.toasts).toContainText('Commentaire ajouté à 2 commandes')
  const now = await Promise.all(orders.map(({ id }) => api.one('orders', id)))
  expect(now.map(({ status, comment }) => [status, comment])).toEqual([
    ['NOT_REACHABLE', 'Vu au téléphone'],
    ['NOT_REACHABLE', 'Vu au téléphone'],
    ['PENDING', null],
  ])
})

test('a heading is moved by dragging it, sorts by its blank space and by Space', async ({
  page,
  desk,
  openAs,
}) => {
  await openAs('admin', '/orders/list')
  await desk.listReady('Commandes')
  const heading = (name: string) => page.getByRole('columnheader', { name, exact: true })
  const headings = () => page.getByRole('columnheader').allTextContents()
  const before = await headings()
  const drag = async (from: string, to: string) => {
    const [start, end] = [await centerOf(heading(from)), await heading(to).boundingBox()]
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(end!.x + 8, start.y, { steps: 8 })
  }
  await drag('Statut', 'Adresse')
  await desk.press('Escape')
  await page.mouse.up()
  expect(await headings()).toEqual(before)
  await drag('Statut', 'Adresse')
  await page.mouse.up()
  const at = before.indexOf('Adresse')
  const moved = before.filter((name) => name !== 'Statut').toSpliced(at, 0, 'Statut')
  await expect.poll(headings).toEqual(moved)
  await expect(page, 'the drag sorts nothing').toHaveURL('/orders/list')
  await drag('Produit', 'Client')
  await page.mouse.up()
  const stays = await headings()
  expect(stays.indexOf('Client'), 'pinned columns stay first').toBeLessThan(stays.indexOf('Produit'))
  await page.reload()
  await desk.listReady('Commandes')
  expect(await headings()).toEqual(stays)

  const total = page.getByRole('columnheader', { name: /^Total/ })
  const { x, y, height } = (await total.boundingBox())!
  await page.mouse.click(x + 4, y + height - 4)
  await expect(total).toHaveAttribute('aria-sort', 'ascending')
  await total.getByRole('button').click()
  await expect(total).toHaveAttribute('aria-sort', 'descending')
  await desk.press('Space')
  await expect(total).not.toHaveAttribute('aria-sort')
  await desk.press('Enter')
  await expect(total).toHaveAttribute('aria-sort', 'ascending')
})

test('a text is selected within its cell, and a drag over rows selects none', async ({
  page,
  desk,
  openAs,
  api,
}) => {
  const word = uniqueWord()
  for (const name of ['Un', 'Deux', 'Trois']) await newProduct(api, { name: `${name} ${word}` })
  await openAs('admin', `/products/list?q=${word}`)
  await desk.listReady('Produits')
  const text = desk.grid.getByText(`Deux ${word}`)
  const { x, y, width, height } = (await text.boundingBox())!
  const selected = () => page.evaluate(() => String(getSelection()))
  await page.mouse.move(x + 1, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width - 1, y + height / 2, { steps: 4 })
  await page.mouse.up()
  expect(await selected()).toBe(`Deux ${word}`)
  await page.mouse.move(x + 1, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + 30, y + height * 3, { steps: 6 })
  await page.mouse.up()
  expect(await selected()).toBe('')
})
