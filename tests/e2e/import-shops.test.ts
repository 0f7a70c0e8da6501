import type { Page } from '@playwright/test'
import errors from '../../locales/fr/errors.json' with { type: 'json' }
import { csvOf, shopifyHeaders, shopifyLine, shopifyOrder } from '../support/shop-files/make-shopify.ts'
import { newProduct, newSeller, uniqueWord } from './support/records.ts'
import { expect, test } from './support/shared-page.ts'

const preview = (page: Page) => page.getByRole('grid', { name: 'Aperçu des lignes' })

const importing = (page: Page, count: number) =>
  page.getByRole('button', { name: `Importer ${count} commande${count > 1 ? 's' : ''}` })

test('an export of Shopify is recognised, said, previewed as orders, imported and undone', async ({
  page,
  app,
  api,
}) => {
  const word = uniqueWord()
  const owner = (await newSeller(api)).id
  const watch = await newProduct(api, { name: `Montre ${word}`, price: 15_000, owner, quantity: 50 })
  const lamp = await newProduct(api, { name: `Lampe ${word}`, price: 7_500, owner, quantity: 50 })
  const file = csvOf(shopifyHeaders, [
    shopifyOrder(1001, { 'Lineitem name': watch.name, Total: '31500.00', 'Outstanding Balance': '31500.00' }),
    shopifyLine(1001, { 'Lineitem name': lamp.name, 'Lineitem quantity': '2', 'Lineitem price': '7500.00' }),
    // Shops add the variant: said once for all rows that name it so.
    shopifyOrder(1002, { 'Lineitem name': `${watch.name} - Noir`, 'Shipping Phone': '708091012' }),
    shopifyOrder(1003, { 'Lineitem name': `${watch.name} - Noir`, 'Shipping Phone': '0708091013' }),
    shopifyOrder(1004, { 'Lineitem name': watch.name, 'Cancelled at': '2026-08-05 09:00:00 +0500' }),
    shopifyOrder(1005, { 'Lineitem name': watch.name, Currency: 'EUR' }),
  ])
  const orders = async () => (await api.list('orders', { owner, sort: 'number' })).items
  await app.openAs('admin', '/orders/import')
  const choose = page.getByRole('button', { name: 'Choisir un fichier' })
  await app.chooseFile(choose, 'orders_export_1.csv', Buffer.from(file))
  const grid = preview(page)
  await expect(grid).toBeFocused()

  await test.step('it is said whose file it is, and on demand what was read as what', async () => {
    await expect(page.getByText('Export de Shopify reconnu')).toBeVisible()
    const read = page.getByText('Montant à encaisser')
    await expect(read).toBeHidden()
    await app.press('c')
    await expect(read).toBeVisible()
    await expect(page.getByText('Total, Refunded Amount, Outstanding Balance')).toBeVisible()
    await expect(page.getByText('Colonnes non lues : Email')).toBeVisible()
    await app.press('c')
    await expect(read).toBeHidden()
  })

  await test.step('rows are orders: an order a line, what the shop has ended left out', async () => {
    await expect(page.getByText('1 close dans la boutique', { exact: true })).toBeVisible()
    const row = (reference: string) => grid.getByRole('row', { name: reference })
    await expect(row('Shopify #1001/2')).toContainText('7 875')
    await expect(row('Shopify #1004')).toContainText('Close en boutique')
    await expect(row('Shopify #1005')).toContainText(errors.ROW_OTHER_CURRENCY)
  })

  await test.step('a product is corrected once for all rows that name it the same', async () => {
    const said = page.getByRole('status').filter({ hasText: 'Ligne 3' })
    await expect(said).toContainText(errors.PRODUCT_NOT_FOUND)
    await expect(said).toContainText(`Vouliez-vous dire « ${watch.name} » ?`)
    await app.press('Enter')
    await expect(importing(page, 4)).toBeVisible()
    await expect(page.getByText('1 à corriger', { exact: true })).toBeVisible()
  })

  await test.step('they collect what is outstanding, and are undone as a whole', async () => {
    await expect(page.getByText('Le serveur contrôle les lignes')).toBeHidden()
    await app.press('Control+Enter')
    await expect(page.getByText('4 commandes créées')).toBeVisible()
    await expect(page.getByText('1 ligne était close dans la boutique')).toBeVisible()
    expect((await orders()).map(({ externalRef, totalPrice }) => [externalRef, totalPrice])).toEqual([
      ['Shopify #1001', 15_750],
      ['Shopify #1001/2', 15_750],
      ['Shopify #1002', 16_500],
      ['Shopify #1003', 16_500],
    ])
    expect((await orders())[2]!.customerPhone).toBe('+2250708091012')
    await app.press('z')
    await expect(page.getByText('L’import a été défait')).toBeVisible()
    expect(await orders()).toEqual([])
  })
})

test('columns of a file without known headings are chosen by hand, kept for the next file, and forgotten', async ({
  page,
  app,
  api,
}) => {
  const word = uniqueWord()
  const product = await newProduct(api, { name: `Sac ${word}`, owner: (await newSeller(api)).id })
  const file = (count: number) =>
    Buffer.from(
      [
        `Wer;Sprechnummer;Strasse;Gegend;Sache;Wieviele;${word}`,
        ...Array.from(
          { length: count },
          (_, at) => `Awa Koné;070809${1000 + at};Rue ${at};Cocody;${product.name};2;x`,
        ),
      ].join('\n'),
    )
  const columns = page.getByRole('form', { name: 'Choisir les colonnes' })
  const column = (name: string) => columns.getByRole('combobox', { name, exact: true })
  const use = async (name: string, words: string) => {
    await app.tabTo(column(name))
    await page.keyboard.type(words)
    await expect(column(name).locator('option:checked')).toContainText(words)
  }
  await app.openAs('admin', '/orders/import')
  await app.chooseFile(page.getByRole('button', { name: 'Choisir un fichier' }), 'liste.csv', file(2))

  await test.step('the file is not refused: its columns can be chosen', async () => {
    await expect(columns.getByRole('alert')).toContainText(errors.FILE_WITHOUT_HEADER)
    await expect(column('Wer')).toBeFocused()
    await expect(columns.getByText('Awa Koné')).toBeVisible()
    const apply = columns.getByRole('button', { name: 'Lire ces colonnes' })
    await expect(apply).toHaveAttribute('aria-disabled', 'true')
    await use('Wer', 'Nom du client')
    await use('Sprechnummer', 'Téléphone')
    await use('Strasse', 'Adresse')
    await use('Gegend', 'Adresse')
    await use('Sache', 'Produit')
    await expect(columns.getByRole('status')).toHaveText('À choisir encore : Quantité')
    await use('Wieviele', 'Quantité')
    await app.press('Control+Enter')
  })

  await test.step('it is read by them, and so is the next one, in any browser', async () => {
    await expect(preview(page)).toBeFocused()
    await expect(page.getByText('Lu par les colonnes que vous avez choisies')).toBeVisible()
    await expect(preview(page)).toContainText('Rue 0, Cocody')
    await app.press('Control+Enter')
    await expect(page.getByText('2 commandes créées')).toBeVisible()
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.includes('import')) localStorage.removeItem(key)
    })
    await app.openAs('admin', '/orders/import')
    await app.chooseFile(page.getByRole('button', { name: 'Choisir un fichier' }), 'liste.csv', file(3))
    await expect(page.getByText('Lu par les colonnes que vous avez choisies')).toBeVisible()
    await expect(preview(page)).toBeFocused()
  })

  await test.step('it is changed, gone back from, and forgotten', async () => {
    await app.press('m')
    await expect(column('Gegend').locator('option:checked')).toContainText('Adresse')
    await app.press('Escape')
    await expect(preview(page)).toBeFocused()
    await app.press('m')
    await app.tabTo(columns.getByRole('button', { name: 'Oublier ce choix' }))
    await app.press('Enter')
    await expect(columns.getByRole('alert')).toContainText(errors.FILE_WITHOUT_HEADER)
    await expect(columns.getByRole('button', { name: 'Oublier ce choix' })).toHaveCount(0)
  })
})
