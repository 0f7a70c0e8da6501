import { readDownload } from './support/read-download.ts'
import { newOrder, newProduct, uniqueWord } from './support/records.ts'
import { expect, test } from './support/test.ts'

/** More than run without a job, once every country is let through. */
test.use({ demoOrders: 1_600 })

const everywhere = '/orders/list?q=country%3Aic%2Csn%2Cbf%2Ctn%2Cfr%2Clib'

test('what the filter lets through is saved as a spreadsheet, then what is selected of it, then all but one', async ({
  page,
  desk,
  openAs,
  api,
}) => {
  const word = uniqueWord()
  const product = await newProduct(api, { name: `Montre ${word}` })
  for (const customerName of ['Awa', 'Bintou', 'Cécile']) {
    await newOrder(api, { product: product.id, customerName: `${customerName} ${word}` })
  }
  await openAs('admin', `/orders/list?q=${word}&sort=customerName`)
  await desk.listReady('Commandes')
  const saved = async () => {
    const downloading = page.waitForEvent('download')
    await desk.press('Shift+E')
    const download = await downloading
    expect(download.suggestedFilename()).toBe('orders.xlsx')
    const [header = [], ...rows] = await readDownload(download)
    expect(header.slice(0, 5)).toEqual(['N°', 'Créée', 'Statut', 'Client', 'Téléphone'])
    return rows.map((row) => row[3]?.split(' ')[0])
  }
  expect(await saved()).toEqual(['Awa', 'Bintou', 'Cécile'])
  await expect(desk.toasts).toContainText('orders.xlsx est dans vos téléchargements')
  await desk.press('Space')
  await expect(desk.selection).toContainText('1 sélectionnée')
  expect(await saved()).toEqual(['Awa'])
  await desk.press('Control+a', 'ArrowDown', 'Space')
  await expect(desk.selection).toContainText('Tout ce qui correspond : 2')
  expect(await saved()).toEqual(['Awa', 'Cécile'])
})

test('more than a thousand rows are a job, which the bar shows and which can be looked at', async ({
  page,
  desk,
  openAs,
}) => {
  await openAs('admin', everywhere)
  await desk.listReady('Commandes')
  const total = await desk.total()
  expect(total).toBeGreaterThan(1_500)
  // Whoever looks at the job waits until it has been seen on the screen.
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/api\/jobs\/[^/]+$/, async (route) => {
    await released
    await route.continue()
  })
  const downloading = page.waitForEvent('download')
  await desk.press('Shift+E')
  const chip = page.getByRole('button', { name: /^1 tâche en cours, \d+/ })
  await expect(chip).toBeVisible()
  await desk.press('Control+k')
  await desk.type('tâches en cours')
  await desk.press('Enter')
  const tasks = page.getByRole('dialog', { name: 'Tâches' })
  await expect(tasks.getByRole('progressbar', { name: 'Exporter les commandes' })).toBeVisible()
  await expect(tasks.getByRole('button', { name: 'Arrêter : Exporter les commandes' })).toBeVisible()
  release()
  const rows = await readDownload(await downloading)
  expect(rows).toHaveLength(1 + total)
  await expect(chip).toBeHidden()
  await expect(tasks.getByRole('button', { name: 'orders.xlsx' }).first()).toBeVisible()
  await desk.press('Escape')
  await expect(desk.grid).toBeFocused()
})

test('a change over more than a thousand records runs as a job, shows its result and is undone', async ({
  page,
  desk,
  openAs,
  api,
}) => {
  const { total: pending } = await api.list('orders', { status: 'PENDING', limit: 1 })
  expect(pending).toBeGreaterThan(0)
  await openAs('admin', everywhere)
  await desk.listReady('Commandes')
  expect(await desk.total()).toBeGreaterThan(1_000)
  const answered = page.waitForResponse(
    (answer) =>
      answer.url().endsWith('/api/orders/status') && !answer.request().postData()?.includes('dryRun'),
  )
  await desk.press('Control+a', 'Control+k')
  await desk.type('marquer injoignable')
  await expect(desk.palette).toContainText('changeraient')
  await desk.press('Enter')
  expect((await answered).status()).toBe(202)
  await expect(desk.toasts).toContainText(/commandes marquées injoignables, .*refusées/)
  await desk.press('u')
  await expect(desk.toasts).toContainText('remises comme avant')
  expect((await api.list('orders', { status: 'PENDING', limit: 1 })).total).toBe(pending)
})

test.describe('where the file does not come', () => {
  test.use({ expectedErrors: [/500|ERR_|Failed to load/] })

  test('it is said in the words of the specification, and can be stopped', async ({ page, desk, openAs }) => {
    await openAs('admin', '/packages/list')
    await desk.listReady('Formules')
    let answer: 'fail' | 'wait' = 'fail'
    await page.route('**/api/packages/download', async (route) => {
      if (answer === 'fail') await route.fulfill({ status: 500, json: { code: 'INTERNAL' } })
    })
    await desk.press('Shift+E')
    await expect(desk.toasts).toContainText('Échec du téléchargement du fichier.')
    answer = 'wait'
    await desk.press('F8')
    await expect(page.getByRole('button', { name: 'Réessayer' })).toBeFocused()
    await desk.press('Enter')
    await expect(desk.toasts).toContainText('Préparation de packages.xlsx')
    await desk.press('F8')
    const stop = page.getByRole('button', { name: 'Arrêter' })
    await desk.tabTo(stop)
    await desk.press('Enter')
    await expect(desk.toasts).toContainText('Téléchargement arrêté')
  })
})
