import type { Page } from '@playwright/test'
import type { Api } from './support/api.ts'
import { violations } from './support/axe.ts'
import { newCourier, newOrder, newProduct } from './support/records.ts'
import { expect, test } from './support/shared-page.ts'

test('what advertising cost is typed, pasted and said by keyboard, and the margin follows', async ({
  page,
  app,
  api,
}) => {
  const product = await soldProduct(api)
  await app.openAs('admin', `/products/view/${product.id}`)
  const before = await profitOn(page)
  expect(before).toBeGreaterThan(0)
  await expect(page.getByText('Aucune publicité saisie ces jours-là.')).toBeVisible()

  await test.step('typed in the form', async () => {
    await app.press('g', 'Shift+a')
    await app.listReady('Publicité')
    await app.press('n')
    await app.tabTo(page.getByRole('combobox', { name: 'Produit' }))
    await app.type(product.name)
    await expect(page.getByRole('option', { name: product.name }).first()).toBeVisible()
    await app.press('Enter')
    await app.tabTo(page.getByRole('combobox', { name: 'Jour' }))
    await app.fill('hier')
    await app.tabTo(page.getByRole('textbox', { name: 'Montant' }))
    await app.fill('1 000')
    expect(await violations(page)).toEqual([])
    await app.press('Control+Enter')
    await expect(app.toasts).toContainText('enregistré')
    await page.goto(`/products/view/${product.id}`)
    await expect.poll(() => profitOn(page)).toBe(before - 1_000)
  })

  await test.step('pasted from a spreadsheet, with its sums before it is saved', async () => {
    await app.press('g', 'Shift+a')
    await app.listReady('Publicité')
    await app.press('p')
    const box = page.getByLabel('Lignes copiées d’un tableur')
    await expect(box).toBeFocused()
    await page.keyboard.insertText(`avant-hier\t${product.name}\t500\nhier\tChaise\t2 000`)
    const outcome = page.getByRole('region', { name: 'Ce qui sera enregistré' })
    await expect(outcome).toContainText('1 ligne à corriger')
    await expect(page.getByText(/Produit : Aucun produit ne correspond/)).toBeVisible()
    await app.press('Control+a')
    await page.keyboard.insertText(`avant-hier\t${product.name}\t500\nhier\t${product.name}\t2 000`)
    await expect(outcome).toContainText(/2 coûts lus : 2\s500/)
    await expect(outcome).toContainText('Remplace 1 coût déjà saisi')
    expect(await violations(page)).toEqual([])
    await app.press('Control+Enter')
    await expect(app.toasts).toContainText('2 coûts enregistrés')
    await page.goto(`/products/view/${product.id}`)
    await expect.poll(() => profitOn(page)).toBe(before - 2_500)
  })

  await test.step('said to the palette, and taken back', async () => {
    await app.ask(`coût pub de ${product.name} hier 700`)
    await expect(app.highlighted).toContainText('Saisir une dépense publicitaire')
    await app.press('Enter')
    await expect(app.toasts).toContainText(`${product.name} : coût publicitaire enregistré`)
    await expect.poll(() => profitOn(page)).toBe(before - 3_200)
    await app.press('u')
    await expect.poll(() => profitOn(page)).toBe(before - 2_500)
  })

  await test.step('the dashboard has it, and its figures lead to their lists', async () => {
    await app.ask(`bénéfice de ${product.name}`)
    await expect(app.highlighted).toContainText('Bénéfice du produit')
    await app.ask('combien on a gagné cette semaine')
    await expect(app.highlighted).toContainText('cette semaine')
    await app.press('Escape', 'Escape')
    const panel = page.getByRole('region', { name: 'Bénéfice', exact: true })
    await app.ask('marge')
    await expect(app.highlighted).toContainText('Bénéfice et marge des produits')
    await app.press('Enter')
    await expect(panel).toBeFocused()
    await expect(panel.getByRole('heading', { name: 'Bénéfice' })).toBeInViewport()
    await page.goto('/dashboard?period=today')
    await expect(panel.getByText('Publicité', { exact: true }).first()).toBeVisible()
    expect(await violations(page)).toEqual([])
  })

  await test.step('the calculator takes its figures', async () => {
    await page.goto(`/calculator?product=${product.id}`)
    await expect(page.getByLabel('Coût d’achat', { exact: true })).toHaveValue('4000')
    await expect(page.getByLabel('Coût par lead', { exact: true })).toHaveValue('2500')
    await expect(page.getByLabel('Taux de livraison', { exact: true })).toHaveValue('100')
  })
})

/** A product with a cost of 4,000 and one parcel delivered for 15,000. */
const soldProduct = async (api: Api) => {
  const product = await newProduct(api, { price: 15_000, initialPrice: 4_000 })
  const { id } = await newOrder(api, { product: product.id })
  const courier = await newCourier(api)
  await api.put('orders/status', { ids: [id], status: 'CONFIRMED', delivery: courier.id })
  const { shipping } = await api.one('orders', id)
  await api.put(`shippings/status/${shipping}`, { status: 'OUT_FOR_DELIVERY' })
  await api.put(`shippings/status/${shipping}`, { status: 'DELIVERED' })
  return product
}

/** The profit of the product's page; NaN until it is read. */
const profitOn = async (page: Page): Promise<number> => {
  const part = page.getByRole('region', { name: 'Bénéfice', exact: true })
  await expect(part.getByText('Marge', { exact: true })).toBeVisible()
  const term = part.getByRole('term').filter({ hasText: /^Bénéfice$/ })
  const text = await term.locator('xpath=following-sibling::dd[1]').textContent()
  return Number((text ?? '').replace(/[^\d-]/g, ''))
}
