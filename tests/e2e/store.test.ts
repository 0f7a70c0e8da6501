import type { Api } from './support/api.ts'

import { uniqueWord } from './support/records.ts'
import { expect, full, test } from './support/shared-page.ts'
import type { OpenedApp } from './support/test.ts'

const offerOf = (word: string) => ({
  country: 'ic' as const,
  name: word,
  price: 8_000,
  quantity: 40,
  description: 'Trois vitesses',
})

type Offering = { app: OpenedApp; api: Api }

/** A seller's store with one new offer. */
const openOffer = async ({ app, api }: Offering) => {
  const word = uniqueWord()
  const offer = await api.create('affiliates', offerOf(word))
  await app.openAs('seller', `/affiliates/store?q=${word}`)
  await app.listReady('Boutique')
  return { word, offer, row: app.grid.getByRole('row', { name: new RegExp(word) }) }
}

test('a seller takes an offer and requests its goods by key, menu and palette, and takes both back', async ({
  page,
  app,
  api,
}) => {
  const { word, offer, row } = await openOffer({ app, api })
  const products = async () => (await api.list('products', { affiliate: offer.id })).items
  await expect(row).toContainText('Prendre')

  await test.step('taken by its key, once', async () => {
    await app.press('a')
    await expect(app.toasts).toContainText(/Produit n° \d+ créé à partir de l’offre/)
    await expect(row).toContainText('Prise')
    expect(await products()).toMatchObject([{ name: word, price: 8_000, quantity: 0 }])
    await app.press('m')
    const taking = page.getByRole('menuitem', { name: /^Créer le produit de cette offre/ })
    await expect(taking).toHaveAttribute('aria-disabled', 'true')
    await expect(taking).toContainText('offre déjà prise')
    await app.press('Escape', 'u')
    await expect(row).toContainText('Prendre')
    expect(await products()).toEqual([])
  })

  await test.step('taken from the menu of its row; the toast leads to the product', async () => {
    await app.press('m')
    await app.enter('créer')
    await expect(row).toContainText('Prise')
    await app.press('F8')
    await expect(page.getByRole('button', { name: 'Ouvrir le produit' }).last()).toBeFocused()
    await app.press('Enter')
    await expect(page).toHaveURL(`/products/view/${(await products())[0]!.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Produit n° \d+$/)
    await page.goBack()
    await app.listReady('Boutique')
  })

  await test.step('requested from the palette, and seen among the requests', async () => {
    await app.ask('demander l’achat')
    await app.press('Enter')
    const answer = page.getByRole('combobox')
    for (const [typed, reason] of [
      ['abc', 'Un nombre est attendu ici'],
      ['-5', 'Ce nombre est trop petit'],
      ['41', 'stock insuffisant'],
    ] as const) {
      await answer.fill(typed)
      await app.press('Enter')
      await expect(app.highlighted).toContainText(reason)
      await expect(answer).toHaveValue(typed)
    }
    await answer.fill('25')
    await app.press('Enter')
    await app.enter('Avant la rentrée')
    await expect(app.toasts).toContainText(/Demande n° \d+ enregistrée/)
    await app.press('g', 'r')
    await app.listReady('Demandes')
    const request = app.grid.getByRole('row', { name: new RegExp(word) })
    await expect(request).toContainText('25')
    await expect(request).toContainText('En attente')
    const { items } = await api.list('requests', { keyword: word })
    expect(items).toMatchObject([{ quantity: 25, comment: 'Avant la rentrée', status: 'PENDING' }])
    await app.press('u')
    await expect(request).toBeHidden()
  })
})

test('an offer opened from the store stays in the store: menu, way back, neighbours, reload', async ({
  page,
  app,
  api,
}) => {
  const { word, offer } = await openOffer({ app, api })
  const current = page.getByRole('navigation').locator('a[aria-current="page"]')
  const trail = page.getByRole('main').getByRole('link', { name: 'Boutique' })
  await expect(current).toHaveText(/^Boutique/)
  await app.press('Enter')
  await expect(page).toHaveURL(`/affiliates/view/${offer.id}?q=${word}&list=store`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Offre n° \d+$/)
  await expect(current).toHaveText(/^Boutique/)
  await expect(trail).toHaveAttribute('href', `/affiliates/store?q=${word}`)
  await page.reload()
  await expect(page.getByText('1 sur 1')).toBeVisible()
  await expect(current).toHaveText(/^Boutique/)
  await app.press('Escape')
  await expect(page).toHaveURL(`/affiliates/store?q=${word}`)
  await app.listReady('Boutique')
})

test('the button of a row takes its offer, the toast’s leads to it', full, async ({ page, app, api }) => {
  const { offer, row } = await openOffer({ app, api })
  await row.getByText('Prendre', { exact: true }).click()
  await expect(row).toContainText('Prise')
  await row.getByText('Prise', { exact: true }).click()
  await expect(app.toasts).toContainText('Vous avez déjà pris cette offre')
  await page.getByRole('button', { name: 'Ouvrir le produit' }).click()
  const { items } = await api.list('products', { affiliate: offer.id })
  expect(items).toHaveLength(1)
  await expect(page).toHaveURL(`/products/view/${items[0]!.id}`)
})
