import { readDownload } from './support/read-download.ts'
import { newOrders, newProduct, uniqueWord } from './support/records.ts'
import { expect, test } from './support/shared-page.ts'

// A dry run that has ended meanwhile cannot be cancelled: JOB_ENDED.
test.use({ expectedErrors: [/status of 409/] })

test('what the filter lets through is saved as a spreadsheet, then what is selected of it, then all but one', async ({
  page,
  app,
  api,
}) => {
  const word = uniqueWord()
  const product = await newProduct(api, { name: `Montre ${word}` })
  await newOrders(api, word, ['Awa', 'Bintou', 'Cécile'], { product: product.id })
  await app.openList(`/orders/list?q=${word}&sort=customerName`)
  const saved = async () => {
    const downloading = page.waitForEvent('download')
    await app.press('Shift+E')
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^Commandes \d{4}-\d{2}-\d{2}\.xlsx$/)
    const [header = [], ...rows] = await readDownload(download)
    expect(header.slice(0, 5)).toEqual(['N°', 'Créée', 'Statut', 'Client', 'Téléphone'])
    return rows.map((row) => row[3]?.split(' ')[0])
  }
  expect(await saved()).toEqual(['Awa', 'Bintou', 'Cécile'])
  await expect(app.toasts).toContainText('.xlsx est dans vos téléchargements')
  await app.press('Space')
  await expect(app.selection).toContainText('1 sélectionnée')
  expect(await saved()).toEqual(['Awa'])
  await app.press('Control+a', 'ArrowDown', 'Space')
  await expect(app.selection).toContainText('Tout ce qui correspond : 2')
  expect(await saved()).toEqual(['Awa', 'Cécile'])
})
