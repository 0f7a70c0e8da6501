import { uniqueWord } from './support/records.ts'
import { expect, full, test } from './support/test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test.beforeEach(({ app }) => app.openList('/orders/list'))

test('a tap on a row opens its record, on its box it selects, and while rows are selected it selects more', async ({
  page,
  app,
}) => {
  const row = (at: number) => app.grid.getByRole('row').nth(at)
  // Cell indexes: phone, product and address are between status and number.
  const [box, name, status, number] = [0, 1, 2, 6]
  const tap = (at: number, cell: number) => row(at).getByRole('gridcell').nth(cell).tap()
  const opened = await row(3).getByRole('gridcell').nth(number).textContent()
  await tap(3, name)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Commande n° ${opened}`)
  await page.goBack()
  await app.listReady('Commandes')

  await tap(3, box)
  await expect(app.selection).toContainText('1 sélectionnée')
  await tap(4, status)
  await expect(app.selection).toContainText('2 sélectionnées')
  await tap(3, name)
  await expect(app.selection).toContainText('1 sélectionnée')
  await tap(4, name)
  await expect(app.selection).toBeHidden()
  await expect(page).toHaveURL('/orders/list')

  await row(5).getByRole('gridcell').nth(status).locator('> *').tap()
  await expect(app.palette.getByRole('option', { name: 'Confirmée' })).toBeVisible()
  await app.palette.getByRole('button', { name: 'Fermer' }).tap()
  await expect(app.palette).toBeHidden()
  await row(5).getByRole('button', { name: 'Ouvrir les actions de la ligne' }).tap()
  await expect(page.getByRole('menu', { name: 'Actions sur la ligne' })).toBeVisible()
  await expect(page).toHaveURL('/orders/list')
})

test('the button of a row’s actions is three whole dots', full, async ({ app }) => {
  const button = app.grid.getByRole('button', { name: 'Ouvrir les actions de la ligne' }).first()
  const dots = await button.evaluate((element) => {
    const { width, backgroundSize } = getComputedStyle(element, '::before')
    return Number.parseFloat(width) / Number.parseFloat(backgroundSize)
  })
  expect(dots).toBe(3)
})

test('the status of a selection is changed by two touches, no key is hinted at, and the palette has a way out', {
  tag: '@full',
}, async ({ page, app }) => {
  await app.press('x', 'j', 'x')
  // The next ones have room for their icon.
  await expect(app.selection.getByRole('button', { name: 'Confirmer' })).toBeInViewport({ ratio: 1 })
  await app.selection.getByRole('button', { name: 'Changer le statut' }).tap()
  await expect(app.palette.getByRole('option', { name: 'Confirmée' })).toBeVisible()
  await app.palette.getByRole('button', { name: 'Fermer' }).tap()
  await expect(app.palette).toBeHidden()
  await app.press('Escape')
  await expect(app.selection).toBeHidden()

  await page.getByRole('button', { name: 'Rechercher ou agir' }).tap()
  await expect(app.highlighted).toBeVisible()
  // A keycap has no role or name of its own.
  await expect(page.locator('kbd').filter({ visible: true })).toHaveCount(0)
  await app.palette.getByRole('button', { name: 'Fermer' }).tap()
  await expect(app.palette).toBeHidden()
  await app.press('?')
  const keys = page.getByRole('dialog', { name: 'Toutes les touches' })
  await expect(keys.locator('kbd').filter({ visible: true }).first()).toBeVisible()
})

test('the button of an offer is within its row and as high as a finger needs', full, async ({ app, api }) => {
  const name = uniqueWord()
  await api.create('affiliates', { country: 'ic', name, price: 8_000, quantity: 40 })
  await app.openAs('seller', `/affiliates/store?q=${name}`)
  await app.listReady('Boutique')
  const row = app.grid.getByRole('row', { name: new RegExp(name) })
  const button = row.getByText('Prendre', { exact: true })
  const [inner, outer] = [(await button.boundingBox())!, (await row.boundingBox())!]
  expect(inner.height).toBeGreaterThanOrEqual(44)
  expect(inner.y).toBeGreaterThanOrEqual(outer.y)
  expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height)
  await button.tap()
  await expect(row).toContainText('Prise')
})
