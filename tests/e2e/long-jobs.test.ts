import type { Page } from '@playwright/test'
import { readDownload } from './support/read-download.ts'
import { holdRequests } from './support/stand-between.ts'
import { expect, full, test } from './support/test.ts'

/** More records than a dry run, a change or an export handles without a job. A dry run may end before it is cancelled. */
test.use({ demoOrders: 1_600, expectedErrors: [/409/] })

const everywhere = '/orders/list?q=country%3Aic%2Csn%2Cbf%2Ctn%2Cfr%2Clib'
const words = 'Calcul de ce qui changerait…'

/** Delays all polls of a job until the test releases them. */
const holdJobs = (page: Page) => holdRequests(page, /\/api\/jobs\/[^/]+$/)

const cancelling = (page: Page) =>
  page.waitForRequest((request) => /\/api\/jobs\/[^/]+\/cancel$/.test(request.url()))

test('a long dry run shows in the palette how far it is, stops at Escape, and gives its report the next time', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const { total: cancelled } = await api.list('orders', { status: 'CANCELLED', limit: 1 })
  await app.openAs('admin', everywhere)
  await app.listReady('Commandes')
  const total = await app.total()
  expect(total).toBeGreaterThan(1_500)
  const release = await holdJobs(page)
  await app.press('Control+a', 's')
  await app.type('conf')
  await expect(app.highlighted).toContainText('Confirmée')
  await app.press('Enter')
  const progress = app.palette.getByRole('progressbar', { name: words })
  await expect(progress).toHaveAttribute('aria-valuemax', String(total))
  const stopped = cancelling(page)
  await app.press('Escape')
  await stopped
  await expect(progress).toBeHidden()
  await expect(page.getByRole('button', { name: /tâche en cours/ })).toBeHidden()
  release()
  await app.press('Enter')
  await expect(app.palette).toContainText(/changeraient, .*refusées/)
  await app.press('Escape', 'Escape')
  expect((await api.list('orders', { status: 'CANCELLED', limit: 1 })).total).toBe(cancelled)
})

test('a long dry run shows in the question how far it is, then what would change; Escape changes nothing', {
  tag: '@full',
}, async ({ page, app }) => {
  await app.openAs('admin', everywhere)
  await app.listReady('Commandes')
  const total = await app.total()
  const release = await holdJobs(page)
  await app.press('Control+a', 'Delete')
  const question = page.getByRole('alertdialog')
  const progress = question.getByRole('progressbar', { name: words })
  await expect(progress).toHaveAttribute('aria-valuemax', String(total))
  const stopped = cancelling(page)
  await app.press('Escape')
  await stopped
  await expect(question).toBeHidden()
  release()
  await app.press('Delete')
  await expect(question).toContainText('changeraient')
  await app.press('Escape')
  await expect(question).toBeHidden()
  expect(await app.total()).toBe(total)
})

test('an export of over a thousand rows is a job that the bar shows', full, async ({ page, app }) => {
  await app.openAs('admin', everywhere)
  await app.listReady('Commandes')
  const total = await app.total()
  expect(total).toBeGreaterThan(1_500)
  const release = await holdJobs(page)
  const downloading = page.waitForEvent('download')
  await app.press('Shift+E')
  const chip = page.getByRole('button', { name: /^1 tâche en cours, \d+/ })
  await expect(chip).toBeVisible()
  await app.ask('tâches en cours')
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
}, async ({ page, app, api }) => {
  const { total: pending } = await api.list('orders', { status: 'PENDING', limit: 1 })
  expect(pending).toBeGreaterThan(0)
  await app.openAs('admin', everywhere)
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
  await expect(app.toasts).toContainText('changements défaits')
  expect((await api.list('orders', { status: 'PENDING', limit: 1 })).total).toBe(pending)
})

test('a download that fails is announced, and can be stopped', full, async ({ page, app }) => {
  app.expectErrors(/500|ERR_|Failed to load/)
  await app.openList('/packages/list')
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
  await expect(app.toasts).toContainText('Préparation de Formules')
  await app.press('F8')
  const stop = page.getByRole('button', { name: 'Arrêter' })
  await app.activate(stop)
  await expect(app.toasts).toContainText('Téléchargement arrêté')
})
