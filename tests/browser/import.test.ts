import errors from '../../locales/fr/errors.json' with { type: 'json' }
import { fieldSpreadsheet } from '../builders/spreadsheets/field-spreadsheet.ts'
import { hostileFiles } from '../builders/spreadsheets/hostile-files.ts'
import { readDownload } from './support/read-download.ts'
import { newProduct, newSeller } from './support/records.ts'
import { expect, test } from './support/test.ts'

const bad = [
  'a renamed zip',
  'a zip bomb in a sheet',
  '11 MB',
  'a header that lacks columns',
  'a header without a row',
]

test.describe('a file that cannot be read', () => {
  test.use({ expectedErrors: [/status of 4(00|13|22)/] })

  test('is refused in words, one after the other, and nothing is written', async ({
    page,
    desk,
    openAs,
    api,
  }) => {
    const before = (await api.list('orders', { limit: 1 })).total
    await openAs('admin', '/orders/import')
    let button = page.getByRole('button', { name: 'Choisir un fichier' })
    for (const { what, make, code } of hostileFiles.filter((file) => bad.includes(file.what))) {
      await desk.chooseFile(button, `${what}.xlsx`, make())
      const alert = page.getByRole('alert').filter({ hasText: `${what}.xlsx` })
      await expect(alert, what).toContainText(errors[code], { timeout: 30_000 })
      await expect(alert).toContainText('Rien n’a été écrit.')
      button = page.getByRole('button', { name: 'Autre fichier' })
      await desk.tabTo(button)
    }
    expect((await api.list('orders', { limit: 1 })).total).toBe(before)
  })
})

test.describe('the same file', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('creates nothing twice', async ({ page, desk, openAs, api }) => {
    const product = await newProduct(api, { owner: (await newSeller(api)).id })
    const { bytes, expected } = fieldSpreadsheet({ rows: 40, seed: 11, products: [product] })
    const count = async () => (await api.list('orders', { product: product.id, limit: 1 })).total
    const importing = page.getByRole('button', { name: `Importer ${expected.valid} commandes` })
    await openAs('admin', '/orders/import')
    await desk.chooseFile(page.getByRole('button', { name: 'Choisir un fichier' }), 'mars.xlsx', bytes)
    await expect(importing).toBeFocused()
    await desk.press('Enter')
    await expect(page.getByText(`${expected.valid} commandes créées`)).toBeVisible()
    expect(await count()).toBe(expected.valid)

    const again = page.getByRole('button', { name: 'Importer un autre fichier' })
    await desk.tabTo(again)
    await desk.chooseFile(again, 'mars.xlsx', bytes)
    const earlier = page.getByRole('alert').filter({ hasText: 'mars.xlsx' })
    await expect(earlier).toContainText(errors.FILE_ALREADY_IMPORTED)
    await expect(earlier).toContainText(`${expected.valid} commandes`)
    expect(await count()).toBe(expected.valid)
  })

  test('is taken back as a whole from its report', async ({ page, desk, openAs, api }) => {
    const product = await newProduct(api, { owner: (await newSeller(api)).id })
    const { bytes, expected } = fieldSpreadsheet({ rows: 30, seed: 12, products: [product] })
    const count = async () => (await api.list('orders', { product: product.id, limit: 1 })).total
    await openAs('admin', '/orders/import')
    const choose = page.getByRole('button', { name: 'Choisir un fichier' })
    await desk.chooseFile(choose, 'avril.xlsx', bytes)
    await expect(page.getByRole('button', { name: `Importer ${expected.valid} commandes` })).toBeFocused()
    await desk.press('Enter')
    await desk.tabTo(page.getByRole('button', { name: 'Annuler cet import' }))
    await desk.press('Enter')
    await expect(page.getByText('L’import a été annulé')).toBeVisible()
    expect(await count()).toBe(0)
  })
})

test('the template is downloaded under its name, in the language of the page', async ({
  page,
  desk,
  openAs,
}) => {
  await openAs('admin', '/orders/import')
  await desk.tabTo(page.getByRole('button', { name: 'Télécharger le modèle' }))
  const downloading = page.waitForEvent('download')
  await desk.press('Enter')
  const download = await downloading
  expect(download.suggestedFilename()).toBe('orders.xlsx')
  const [headers] = await readDownload(download)
  expect(headers?.slice(0, 3)).toEqual(['Produit *', 'Nom du client *', 'Téléphone *'])
})

test('a seller imports orders for their own products', async ({ page, desk, openAs, api }) => {
  const seller = (await api.list('users', { keyword: 'seller@waybill.test' })).items[0]!
  const product = await newProduct(api, { owner: seller.id, country: seller.country })
  const { bytes, expected } = fieldSpreadsheet({
    rows: 20,
    seed: 13,
    products: [product],
    country: seller.country,
  })
  await openAs('seller', '/orders/list')
  await desk.listReady('Commandes')
  await expect(page.getByRole('button', { name: 'Nouvelle commande' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await desk.press('i')
  const choose = page.getByRole('button', { name: 'Choisir un fichier' })
  await desk.chooseFile(choose, 'vendeur.xlsx', bytes)
  await expect(page.getByRole('button', { name: `Importer ${expected.valid} commandes` })).toBeFocused()
  await desk.press('Enter')
  await expect(page.getByText(`${expected.valid} commandes créées`)).toBeVisible()
  expect((await api.list('orders', { product: product.id, owner: seller.id })).total).toBe(expected.valid)
})
