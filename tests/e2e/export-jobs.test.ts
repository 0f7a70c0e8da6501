import { readDownload } from './support/read-download.ts'
import { expect, test } from './support/test.ts'

/** More records than an export writes without a job. */
test.use({ demoOrders: 1_600 })

const everywhere = '/orders/list?q=country%3Aic%2Csn%2Cbf%2Ctn%2Cfr%2Clib'

// A dry run that has ended meanwhile cannot be cancelled: JOB_ENDED.
test.use({ expectedErrors: [/status of 409/] })

test('more than a thousand rows are a job, which the bar shows and which can be looked at', {
  tag: '@full',
}, async ({ page, app, openAs }) => {
  await openAs('admin', everywhere)
  await app.listReady('Commandes')
  const total = await app.total()
  expect(total).toBeGreaterThan(1_500)
  // Polls of the job are delayed until the screen has shown it.
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/api\/jobs\/[^/]+$/, async (route) => {
    await released
    await route.continue()
  })
  const downloading = page.waitForEvent('download')
  await app.press('Shift+E')
  const chip = page.getByRole('button', { name: /^1 tâche en cours, \d+/ })
  await expect(chip).toBeVisible()
  await app.press('Control+k')
  await app.type('tâches en cours')
  await app.press('Enter')
  const tasks = page.getByRole('dialog', { name: 'Tâches' })
  await expect(tasks.getByRole('progressbar', { name: 'Exporter les commandes' })).toBeVisible()
  await expect(tasks.getByRole('button', { name: 'Arrêter : Exporter les commandes' })).toBeVisible()
  release()
  const rows = await readDownload(await downloading)
  expect(rows).toHaveLength(1 + total)
  await expect(chip).toBeHidden()
  await expect(tasks.getByRole('button', { name: 'orders.xlsx' }).first()).toBeVisible()
  await app.press('Escape')
  await expect(app.grid).toBeFocused()
})

test('a change over more than a thousand records runs as a job, shows its result and is undone', {
  tag: '@full',
}, async ({ page, app, openAs, api }) => {
  const { total: pending } = await api.list('orders', { status: 'PENDING', limit: 1 })
  expect(pending).toBeGreaterThan(0)
  await openAs('admin', everywhere)
  await app.listReady('Commandes')
  expect(await app.total()).toBeGreaterThan(1_000)
  const answered = page.waitForResponse(
    (answer) =>
      answer.url().endsWith('/api/orders/status') && !answer.request().postData()?.includes('dryRun'),
  )
  await app.press('Control+a', 'Control+k')
  await app.type('marquer injoignable')
  await expect(app.palette).toContainText('changeraient')
  await app.press('Enter')
  expect((await answered).status()).toBe(202)
  await expect(app.toasts).toContainText(/commandes marquées injoignables, .*refusées/)
  await app.press('u')
  await expect(app.toasts).toContainText('remises comme avant')
  expect((await api.list('orders', { status: 'PENDING', limit: 1 })).total).toBe(pending)
})

test.describe('where the file does not come', () => {
  test.use({ expectedErrors: [/500|ERR_|Failed to load/] })

  test('it is announced in the words of the specification, and can be stopped', { tag: '@full' }, async ({
    page,
    app,
    openAs,
  }) => {
    await openAs('admin', '/packages/list')
    await app.listReady('Formules')
    let answer: 'fail' | 'wait' = 'fail'
    await page.route('**/api/packages/download', async (route) => {
      if (answer === 'fail') await route.fulfill({ status: 500, json: { code: 'INTERNAL' } })
    })
    await app.press('Shift+E')
    await expect(app.toasts).toContainText('Échec du téléchargement du fichier.')
    answer = 'wait'
    await app.press('F8')
    await expect(page.getByRole('button', { name: 'Réessayer' })).toBeFocused()
    await app.press('Enter')
    await expect(app.toasts).toContainText('Préparation de packages.xlsx')
    await app.press('F8')
    const stop = page.getByRole('button', { name: 'Arrêter' })
    await app.tabTo(stop)
    await app.press('Enter')
    await expect(app.toasts).toContainText('Téléchargement arrêté')
  })
})
