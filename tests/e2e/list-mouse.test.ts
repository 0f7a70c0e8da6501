import type { Locator } from '@playwright/test'
import { violations } from './support/axe.ts'
import { newOrder, newOrders, newProduct, uniqueWord } from './support/records.ts'
import { expect, full, test } from './support/shared-page.ts'

const centerOf = async (locator: Locator) => {
  const { x, y, width, height } = (await locator.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

test('a click on a status opens the statuses of that row, and one on its number opens the record', async ({
  page,
  app,
  api,
}) => {
  const word = uniqueWord()
  const orders = await newOrders(api, word, ['Un', 'Deux'])
  await app.openList(`/orders/list?q=${word}`)
  const second = app.grid.getByRole('row', { name: new RegExp(`Un ${word}`) })
  await second.getByText('En attente').click()
  await expect(app.palette.getByRole('option', { name: /^Confirmée/ })).toBeVisible()
  await app.enter('injoig')
  await expect(app.toasts).toContainText(`Commande n° ${orders[0]!.number}`)
  await expect.poll(async () => (await api.one('orders', orders[0]!.id)).status).toBe('NOT_REACHABLE')
  expect(await api.one('orders', orders[1]!.id)).toMatchObject({ status: 'PENDING' })
  await second.getByText(String(orders[0]!.number), { exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(String(orders[0]!.number))
})

test('for a role that may not change it, a status only takes the row; its number opens it all the same', {
  tag: '@full',
}, async ({ page, app }) => {
  await app.openList('/invoices/list', 'moderator')
  const third = app.grid.getByRole('row').nth(3)
  await third.getByText(/^(Impayée|Payée|À verser|Versé)$/).click()
  await expect.poll(async () => (await app.active())?.at).toBe(3)
  await expect(app.palette).toBeHidden()
  await third.getByText(/^INV-/).click()
  await expect(page).toHaveURL(/\/invoices\/view\//)
})

test('a drag over the boxes selects or deselects a range, and scrolls', full, async ({ page, app }) => {
  await app.openList('/orders/list')
  const total = await app.total()
  const box = (row: number) => centerOf(app.grid.getByRole('row').nth(row).getByRole('gridcell').first())
  const dragOver = async (from: number, to: number) => {
    const [start, end] = [await box(from), await box(to)]
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(end.x, end.y, { steps: 6 })
  }
  const top = (await app.grid.boundingBox())!.y
  await dragOver(2, 5)
  await page.mouse.up()
  await expect(app.selection).toContainText('4 sélectionnées')
  expect((await app.grid.boundingBox())!.y, 'the bar moves nothing').toBe(top)
  await dragOver(4, 6)
  await page.mouse.up()
  await expect(app.selection).toContainText('2 sélectionnées')
  await app.grid
    .getByRole('row')
    .nth(7)
    .getByRole('gridcell')
    .nth(5)
    .click({ modifiers: ['Shift'] })
  await expect(app.selection).toContainText('4 sélectionnées')

  await app.press('Control+a')
  await dragOver(3, 5)
  const back = await box(4)
  await page.mouse.move(back.x, back.y, { steps: 3 })
  await page.mouse.up()
  await expect(app.selection).toContainText(`Tout ce qui correspond : ${total - 2}`)

  await app.press('Escape')
  await dragOver(2, 4)
  const { x, y, height } = (await app.grid.boundingBox())!
  await page.mouse.move(x + 20, y + height - 5, { steps: 4 })
  await expect.poll(async () => (await app.active())?.at).toBeGreaterThan(60)
  await page.mouse.up()
  const { at } = (await app.active())!
  await expect(app.selection).toContainText(`${at - 1} sélectionnées`)
  expect(await page.evaluate(() => String(getSelection()))).toBe('')
})

test('the selection’s statuses and comments are changed from its bar', full, async ({ app, api }) => {
  const word = uniqueWord()
  const orders = await Promise.all(
    ['Un', 'Deux', 'Trois'].map((name) => newOrder(api, { customerName: `${name} ${word}` })),
  )
  await app.openList(`/orders/list?q=${word}`)
  for (const name of ['Un', 'Deux']) {
    const row = app.grid.getByRole('row', { name: new RegExp(`${name} ${word}`) })
    await row.getByRole('gridcell').first().click()
  }
  await expect(app.selection).toContainText('2 sélectionnées')
  await app.selection.getByRole('button', { name: /^Changer le statut/ }).click()
  const status = app.palette.getByRole('option', { name: /^Injoignable/ })
  await status.hover()
  await expect(app.palette).toContainText('2 changeraient')
  await status.click()
  await app.palette.getByRole('button', { name: /^Appliquer/ }).click()
  await expect(app.toasts).toContainText('2 commandes marquées injoignables')
  await app.selection.getByRole('button', { name: /^Commenter/ }).click()
  await app.type('Vu au téléphone')
  await app.palette.getByRole('option', { name: 'Vu au téléphone' }).click()
  await app.palette.getByRole('button', { name: /^Appliquer/ }).click()
  await expect(app.toasts).toContainText('Commentaire ajouté à 2 commandes')
  const now = await Promise.all(orders.map(({ id }) => api.one('orders', id)))
  expect(now.map(({ status, comment }) => [status, comment])).toEqual([
    ['NOT_REACHABLE', 'Vu au téléphone'],
    ['NOT_REACHABLE', 'Vu au téléphone'],
    ['PENDING', null],
  ])
})

test('what cancels a selection is a button in the colour of danger', full, async ({ page, app }) => {
  await app.openList('/orders/list')
  await app.press('Space')
  const look = (name: RegExp) =>
    app.selection.getByRole('button', { name }).evaluate((button) => {
      const { borderTopColor, backgroundColor, color } = getComputedStyle(button)
      return { ground: [borderTopColor, backgroundColor], color }
    })
  const [confirm, cancel] = [await look(/^Confirmer/), await look(/^Annuler la commande/)]
  expect(cancel.ground).toEqual(confirm.ground)
  expect(cancel.color).not.toBe(confirm.color)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    expect(await violations(page, { rules: 'colours' })).toEqual([])
  }
})

test('a heading is moved by a drag, sorts by its blank space and by Space', full, async ({ page, app }) => {
  await app.openList('/orders/list')
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
  await app.press('Escape')
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
  await app.listReady('Commandes')
  expect(await headings()).toEqual(stays)

  const total = page.getByRole('columnheader', { name: /^Total/ })
  const { x, y, height } = (await total.boundingBox())!
  await page.mouse.click(x + 4, y + height - 4)
  await expect(total).toHaveAttribute('aria-sort', 'ascending')
  await total.getByRole('button').click()
  await expect(total).toHaveAttribute('aria-sort', 'descending')
  await app.press('Space')
  await expect(total).not.toHaveAttribute('aria-sort')
  await app.press('Enter')
  await expect(total).toHaveAttribute('aria-sort', 'ascending')
})

test('a text is selected within its cell, by no drag over rows', full, async ({ page, app, api }) => {
  const word = uniqueWord()
  for (const name of ['Un', 'Deux', 'Trois']) await newProduct(api, { name: `${name} ${word}` })
  await app.openList(`/products/list?q=${word}`)
  const text = app.grid.getByText(`Deux ${word}`)
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

test('a heading filters by its values, a cell by its own, and a double click edits it', async ({
  page,
  app,
  api,
}) => {
  const word = uniqueWord()
  const orders = await newOrders(api, word, ['Une', 'Deux', 'Trois'])
  await api.put('orders/status', { ids: [orders[0]!.id], status: 'NOT_REACHABLE' })
  await app.openList(`/orders/list?q=${word}`)
  const heading = page.getByRole('columnheader', { name: 'Statut', exact: true })
  await heading.hover()
  await heading.getByTitle('Menu de la colonne').click()
  const menu = page.getByRole('menu', { name: 'Statut' })
  await expect(menu.getByRole('menuitemradio', { name: /En attente/ })).toContainText('2')
  await expect(menu.getByRole('menuitemradio', { name: /Injoignable/ })).toContainText('1')
  const marks = await menu
    .locator('svg')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x))
  expect(new Set(marks).size, 'icons and ticks stand below one another').toBe(1)
  await menu.getByRole('menuitemradio', { name: /En attente/ }).click()
  await expect(app.filterBox).toHaveValue(new RegExp(`${word} statut:en-attente`))
  await expect.poll(app.total).toBe(2)
  await expect(heading).toHaveAttribute('data-filtered')
  await heading.click({ button: 'right' })
  await menu.getByRole('menuitem', { name: 'Toutes les valeurs' }).click()
  await expect.poll(app.total).toBe(3)

  const cell = (name: string, column: string) =>
    page.getByRole('row', { name: new RegExp(name) }).locator(`[data-column="${column}"]`)
  await cell('Deux', 'customerAddress').dblclick()
  const editor = page.getByRole('dialog', { name: /Adresse/ })
  await expect(editor.getByRole('textbox')).toBeFocused()
  await app.fill('Plateau, rue 12')
  await app.press('Enter')
  await expect(cell('Deux', 'customerAddress')).toHaveText('Plateau, rue 12')
  expect((await api.one('orders', orders[1]!.id)).customerAddress).toBe('Plateau, rue 12')

  await cell('Deux', 'customerName').click({ button: 'right' })
  await page.getByRole('menuitem', { name: `Seulement : Deux ${word}` }).click()
  await expect.poll(app.total).toBe(1)
  await expect(app.filterBox).toHaveValue(`Deux ${word}`)
  await cell('Deux', 'customerName').click({ button: 'right' })
  await page.getByRole('menuitem', { name: /Modifier cette cellule/ }).click()
  await expect(page.getByRole('dialog', { name: /Client|Nom/ }).getByRole('textbox')).toBeFocused()
  await app.press('Escape')
  await cell('Deux', 'createdAt').dblclick()
  await expect(page).toHaveURL(/orders\/view/)
})

test(
  'pressing another row saves the cell that was edited in its own record, and edits that row’s own',
  full,
  async ({ page, app, api }) => {
    const word = uniqueWord()
    const [one, other] = await newOrders(api, word, ['Un', 'Deux'])
    await app.openList(`/orders/list?q=${word}`)
    const nameIn = (name: string) =>
      app.grid.getByRole('row', { name: new RegExp(`${name} ${word}`) }).getByText(`${name} ${word}`)
    const field = page.getByRole('textbox', { name: 'Client' })
    await nameIn('Un').dblclick()
    await expect(field).toHaveValue(`Un ${word}`)
    await app.fill(`Premier ${word}`)
    await nameIn('Deux').dblclick()
    await expect(app.toasts).toContainText(`N° ${one!.number} · Client : enregistré`)
    await expect(field).toHaveCount(1)
    await expect(field).toHaveValue(`Deux ${word}`)
    await app.press('Escape')
    const names = () =>
      Promise.all([one!, other!].map(async ({ id }) => (await api.one('orders', id)).customerName))
    expect(await names()).toEqual([`Premier ${word}`, `Deux ${word}`])
    await nameIn('Premier').dblclick()
    await app.fill(`Encore ${word}`)
    await nameIn('Deux').click()
    await expect(field).toBeHidden()
    await expect.poll(names).toEqual([`Encore ${word}`, `Deux ${word}`])
  },
)
