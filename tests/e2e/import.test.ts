import type { Page } from '@playwright/test'
import errors from '../../locales/fr/errors.json' with { type: 'json' }
import { casesOf } from '../support/is-full.ts'
import { fieldSpreadsheet } from '../support/spreadsheets/field-spreadsheet.ts'
import { hostileFiles } from '../support/spreadsheets/hostile-files.ts'
import { readDownload } from './support/read-download.ts'
import { newOrder, newProduct, newSeller, uniqueWord } from './support/records.ts'
import { expect, full, test } from './support/shared-page.ts'

const preview = (page: Page) => page.getByRole('grid', { name: 'Aperçu des lignes' })

const bad = [
  'a renamed zip',
  'a CSV with zero bytes',
  'a CSV that lacks columns',
  'a zip bomb in a sheet',
  '11 MB',
  'a header that lacks columns',
  'a header without a row',
]

const refused = casesOf(bad, (_, at) => at % 2 === 0)

test('files that cannot be read are refused, and nothing is written', full, async ({ page, app, api }) => {
  app.expectErrors(/status of 4(00|13|22)/)
  const before = (await api.list('orders', { limit: 1 })).total
  await app.openAs('admin', '/orders/import')
  let button = page.getByRole('button', { name: 'Choisir un fichier' })
  for (const { what, make, code } of hostileFiles.filter((file) => refused.includes(file.what))) {
    await app.chooseFile(button, `${what}.xlsx`, make())
    const alert = page.getByRole('alert').filter({ hasText: `${what}.xlsx` })
    await expect(alert, what).toContainText(errors[code])
    await expect(alert).toContainText('Rien n’a été écrit.')
    button = page.getByRole('button', { name: 'Autre fichier' })
    await app.tabTo(button)
  }
  expect((await api.list('orders', { limit: 1 })).total).toBe(before)
})

test.describe('the same file', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('creates nothing twice', full, async ({ page, app, api }) => {
    const product = await newProduct(api, { owner: (await newSeller(api)).id })
    const { bytes, expected } = fieldSpreadsheet({ rows: 40, seed: 11, products: [product] })
    const count = async () => (await api.list('orders', { product: product.id, limit: 1 })).total
    const importing = page.getByRole('button', { name: `Importer ${expected.valid} commandes` })
    await app.openAs('admin', '/orders/import')
    await app.chooseFile(page.getByRole('button', { name: 'Choisir un fichier' }), 'mars.xlsx', bytes)
    await expect(preview(page)).toBeFocused()
    await expect(importing).toBeVisible()
    await app.press('Control+Enter')
    await expect(page.getByText(`${expected.valid} commandes créées`)).toBeVisible()
    expect(await count()).toBe(expected.valid)

    const again = page.getByRole('button', { name: 'Importer un autre fichier' })
    await app.tabTo(again)
    await app.chooseFile(again, 'mars.xlsx', bytes)
    const earlier = page.getByRole('alert').filter({ hasText: 'mars.xlsx' })
    await expect(earlier).toContainText(errors.FILE_ALREADY_IMPORTED)
    await expect(earlier).toContainText(`${expected.valid} commandes`)
    expect(await count()).toBe(expected.valid)
  })

  test('is undone as a whole from its report', full, async ({ page, app, api }) => {
    const product = await newProduct(api, { owner: (await newSeller(api)).id })
    const { bytes, expected } = fieldSpreadsheet({ rows: 30, seed: 12, products: [product] })
    const count = async () => (await api.list('orders', { product: product.id, limit: 1 })).total
    await app.openAs('admin', '/orders/import')
    const choose = page.getByRole('button', { name: 'Choisir un fichier' })
    await app.chooseFile(choose, 'avril.xlsx', bytes)
    await expect(preview(page)).toBeFocused()
    await expect(page.getByRole('button', { name: `Importer ${expected.valid} commandes` })).toBeVisible()
    await app.press('Control+Enter')
    await app.activate(page.getByRole('button', { name: 'Défaire cet import' }))
    await expect(page.getByText('L’import a été défait')).toBeVisible()
    expect(await count()).toBe(0)
  })
})

test('the template has its name, and the language of the page', full, async ({ page, app }) => {
  await app.openAs('admin', '/orders/import')
  await app.tabTo(page.getByRole('button', { name: 'Télécharger le modèle' }))
  const downloading = page.waitForEvent('download')
  await app.press('Enter')
  const download = await downloading
  expect(download.suggestedFilename()).toBe('orders.xlsx')
  const [headers] = await readDownload(download)
  expect(headers?.slice(0, 3)).toEqual(['Produit *', 'Nom du client *', 'Téléphone *'])
})

test('a seller imports orders for their own products', full, async ({ page, app, api }) => {
  const seller = (await api.list('users', { keyword: 'seller@waybill.test' })).items[0]!
  const product = await newProduct(api, { owner: seller.id, country: seller.country })
  const { bytes, expected } = fieldSpreadsheet({
    rows: 20,
    seed: 13,
    products: [product],
    country: seller.country,
  })
  await app.openList('/orders/list', 'seller')
  await expect(page.getByRole('button', { name: 'Importer des commandes' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Nouvelle commande' })).toHaveCount(0)
  await app.press('i')
  const choose = page.getByRole('button', { name: 'Choisir un fichier' })
  await app.chooseFile(choose, 'vendeur.xlsx', bytes)
  await expect(preview(page)).toBeFocused()
  await expect(page.getByRole('button', { name: `Importer ${expected.valid} commandes` })).toBeVisible()
  await app.press('Control+Enter')
  await expect(page.getByText(`${expected.valid} commandes créées`)).toBeVisible()
  expect((await api.list('orders', { product: product.id, owner: seller.id })).total).toBe(expected.valid)
})

test('a CSV from an old Excel is corrected in its cells and imported', async ({ page, app, api }) => {
  const word = uniqueWord()
  const product = await newProduct(api, { name: `Pétrin ${word} 5 L` })
  const lines = [
    'Produit;Nom;Téléphone;Adresse;Qté;Prix',
    `Pétrin ${word} 5 L;Awa Koné;0708091011;Cocody;1;15 000`,
    `petrin ${word.slice(0, -1)} 5L;Héloïse;12;"Rue 12; porte 3";2;15 000`,
    `Pétrin ${word} 5 L;Awa Koné;0708091011;Cocody;1;15 000`,
  ]
  await app.openAs('admin', '/orders/import')
  const choose = page.getByRole('button', { name: 'Choisir un fichier' })
  await app.chooseFile(choose, 'avril.csv', Buffer.from(lines.join('\r\n'), 'latin1'))
  const grid = preview(page)
  await expect(grid).toBeFocused()
  await expect(page.getByText('1 bonne', { exact: true })).toBeVisible()
  const said = page.getByRole('status').filter({ hasText: 'Ligne 3' })
  await test.step('the first cell to correct is active, with its reason and the name that is meant', async () => {
    await expect(said).toContainText(errors.PRODUCT_NOT_FOUND)
    await expect(said).toContainText(`Vouliez-vous dire « Pétrin ${word} 5 L » ?`)
    await expect(grid.getByRole('gridcell', { name: errors.INVALID_PHONE })).toHaveAttribute(
      'aria-invalid',
      'true',
    )
    await expect(grid.getByRole('row', { name: 'Comme la ligne 2' })).toBeVisible()
  })
  await test.step('Enter takes the name, and the next cell is typed over', async () => {
    await app.press('Enter')
    await expect(said).not.toContainText(errors.PRODUCT_NOT_FOUND)
    await app.type('12')
    const box = page.getByRole('textbox', { name: 'Téléphone, ligne 3' })
    await expect(box).toHaveValue('12')
    await app.press('Escape')
    await expect(grid).toBeFocused()
    await app.press('F2')
    await expect(box).toHaveValue('12')
    await app.fill('07 08 09 10 12')
    await app.press('Enter')
    await expect(grid).toBeFocused()
    await expect(page.getByText('2 bonnes', { exact: true })).toBeVisible()
    await expect(grid.locator('[aria-invalid]')).toHaveCount(0)
  })
  await test.step('the orders are as they were corrected', async () => {
    await app.press('Control+Enter')
    await expect(page.getByText('2 commandes créées')).toBeVisible()
    const { items } = await api.list('orders', { product: product.id })
    expect(items.map(({ customerName, customerPhone }) => [customerName, customerPhone]).toSorted()).toEqual([
      ['Awa Koné', '+2250708091011'],
      ['Héloïse', '+2250708091012'],
    ])
  })
})

test('pasted cells are imported: a row is left out, an edit taken back, and letters are the keys that are shown', async ({
  page,
  context,
  app,
  api,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const product = await newProduct(api, { name: `Râpe ${uniqueWord()}` })
  const lines = [
    'Produit\tNom\tTéléphone\tAdresse\tQté',
    `#${product.number}\tAwa Koné\t0708096611\tCocody\t1`,
    `#${product.number}\tAwa K.\t0708096611\tPlateau\t2`,
    `#${product.number}\tHéloïse\t12\tPlateau\t2`,
  ]
  await app.openList('/orders/list')
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines.join('\r\n'))
  await app.press('Control+v')
  await expect(page.getByRole('button', { name: 'Importer comme commandes' })).toBeFocused()
  await app.press('Enter')
  const grid = preview(page)
  await expect(grid).toBeFocused()
  const good = (words: string) => expect(page.getByText(words, { exact: true })).toBeVisible()
  await good('2 bonnes')
  await good('1 doublon probable')

  await test.step('an edit is taken back and made again, and nothing else is undone', async () => {
    await app.press('F2')
    await app.fill('0708096612')
    await app.press('Enter')
    await good('3 bonnes')
    await app.press('Control+z')
    await good('2 bonnes')
    await app.press('Control+Shift+z')
    await good('3 bonnes')
  })

  await test.step('Space leaves the active row out, and takes it in again', async () => {
    await app.press('ArrowUp')
    await app.press('Space')
    await good('1 laissée de côté')
    await app.press('Space')
    await good('3 bonnes')
    const checked = page.waitForResponse((answer) => answer.url().includes('/orders/upload-multiple'))
    await app.press('Space')
    await good('2 bonnes')
    await checked
    await expect(page.getByText('Le serveur contrôle les lignes')).toBeHidden()
    await good('1 laissée de côté')
  })

  await test.step('the keys that are shown work in a row to correct too', async () => {
    await app.press('ArrowDown')
    await app.press('Control+z')
    await app.press('Control+z')
    await app.press('Control+z')
    await app.press('Control+z')
    await expect(grid.locator('[aria-invalid]')).toHaveCount(1)
    await app.press('f')
    await expect(page.getByRole('checkbox', { name: 'Seulement les problèmes' })).toBeChecked()
    await app.press('f')
    const choosing = page.waitForEvent('filechooser')
    await app.press('o')
    await choosing
  })

  await test.step('another table is pasted on the page itself', async () => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), lines.slice(0, 2).join('\n'))
    await app.press('Control+v')
    await good('1 bonne')
    await app.press('Control+Enter')
    await expect(page.getByText('1 commande créée')).toBeVisible()
    expect((await api.list('orders', { product: product.id })).total).toBe(1)
  })
})

test('a likely duplicate is marked, a product of several sellers is chosen by number, and the report leads to its orders', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const name = `Hachoir ${uniqueWord()}`
  const sellers = [await newSeller(api), await newSeller(api)]
  const [first, second] = [
    await newProduct(api, { name, owner: sellers[0]!.id }),
    await newProduct(api, { name, owner: sellers[1]!.id }),
  ]
  await newOrder(api, { product: first.id, customerPhone: '+2250708091011' })
  const lines = [
    'Produit;Nom;Téléphone;Adresse;Qté',
    `#${first.number};Awa Koné;0708091011;Cocody;1`,
    `${name};Héloïse;0708091012;Plateau;2`,
  ]
  await app.openAs('admin', '/orders/import')
  const choose = page.getByRole('button', { name: 'Choisir un fichier' })
  await app.chooseFile(choose, 'juin.csv', Buffer.from(lines.join('\n')))
  const grid = preview(page)
  await expect(grid).toBeFocused()

  await test.step('the server marks the order that is there already, and refuses nothing', async () => {
    await expect(page.getByText('1 doublon probable', { exact: true })).toBeVisible()
    const row = grid.getByRole('row', { name: 'Doublon probable' })
    await expect(row).toHaveAttribute('title', /Une commande des 72 dernières heures a déjà ce téléphone/)
    await expect(page.getByText('1 bonne', { exact: true })).toBeVisible()
  })

  await test.step('Enter leads to the products of that name, and Escape back', async () => {
    const said = page.getByRole('status').filter({ hasText: 'Ligne 3' })
    await expect(said).toContainText(errors.PRODUCT_AMBIGUOUS)
    await app.press('Enter')
    const one = page.getByRole('button', { name: `N° ${first.number}, ${sellers[0]!.name}` })
    const other = page.getByRole('button', { name: `N° ${second.number}, ${sellers[1]!.name}` })
    await expect(one).toBeFocused()
    await app.press('Escape')
    await expect(grid).toBeFocused()
    await app.press('Enter')
    await app.activate(other)
    await expect(grid).toBeFocused()
    await expect(page.getByText('2 bonnes', { exact: true })).toBeVisible()
    await expect(page.getByText('1 doublon probable', { exact: true })).toBeVisible()
  })

  await test.step('the report leads to exactly the imported orders', async () => {
    await app.press('Control+Enter')
    await expect(page.getByText('2 commandes créées')).toBeVisible()
    await app.press('v')
    await app.listReady('Commandes')
    await expect.poll(app.total).toBe(2)
    const [made] = (await api.list('orders', { product: second.id })).items
    await expect(page).toHaveURL(`/orders/list?q=${encodeURIComponent(`created:${made!.createdAt}`)}`)
    await expect(app.grid).toContainText('Héloïse')
    await expect(app.grid).toContainText('Awa Koné')
  })
})
