import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { utils, write } from 'xlsx'
import { marked, markOf } from '../../support/markup/hostile-markup.ts'
import type { Guarantee } from '../../support/trust/guarantee.ts'
import type { AppPage } from './app-page.ts'
import type { Hostile } from './hostile-records.ts'
import { readSheet } from './hostile-sheets.ts'
import { expect } from './test.ts'

type Importing = {
  page: Page
  app: AppPage
  hostile: Hostile
  texts: readonly string[]
  guarantee: Guarantee
  look: (where: string) => Promise<void>
}

const headers = [
  'Produit',
  'Nom du client',
  'Téléphone',
  'Adresse',
  'Quantité',
  'Commentaire',
  'Réf. commande',
]

/** A file whose name, sheet, headers and cells are hostile: previewed, imported, and its failed rows read back. */
export const importHostile = async (importing: Importing): Promise<void> => {
  const { page, app, hostile, texts, guarantee, look } = importing
  await app.press('g', 'd')
  await page.evaluate(() => {
    history.pushState(null, '', '/orders/import')
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
  })
  const choose = page.getByRole('button', { name: 'Choisir un fichier' })
  await expect(choose).toBeFocused()
  await app.chooseFile(choose, `${texts[1]?.replaceAll('/', '')}.xlsx`, workbook(importing))
  await expect(page.getByRole('grid', { name: 'Aperçu des lignes' })).toBeFocused()
  await expect(page.getByRole('button', { name: /^Importer \d+ commandes?/ })).toBeVisible()
  await look('the preview of an import')
  await app.press('Control+Enter')
  await expect(page.getByText(/commandes? créées?/).first()).toBeVisible()
  await look('the report of an import')
  const downloading = page.waitForEvent('download')
  await app.press('d')
  const bytes = await readFile(await (await downloading).path())
  if (readSheet(bytes, 'failed rows', hostile, guarantee) === 0) guarantee.broke('no failed row came back')
}

const workbook = ({ hostile: { sets, given }, texts }: Importing): Buffer => {
  const cell = (field: number, at: number) => marked(texts[at] ?? '', markOf(60 + field, at), 120)
  const productOf = (at: number) =>
    [...given].find(([mark, { field }]) => field === 'products.name' && mark.endsWith(`t${at}q`))?.[1].text ??
    ''
  const rows = sets.flatMap(({ at }) => [
    [productOf(at), cell(0, at), '+2250708091011', cell(1, at), 1, cell(2, at), cell(3, at)],
    // Nobody's product and no phone: given back.
    [cell(4, at), cell(5, at), cell(6, at), cell(7, at), 1, cell(8, at), cell(9, at)],
  ])
  const sheet = utils.aoa_to_sheet([[...headers, ...texts], ...rows])
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, "<b data-struck>'!A1")
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}
