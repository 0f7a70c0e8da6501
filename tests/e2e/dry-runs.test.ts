import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

/** More records than a dry run handles without a job. It may end before it is cancelled. */
test.use({ demoOrders: 1_600, expectedErrors: [/409/] })

const everywhere = '/orders/list?q=country%3Aic%2Csn%2Cbf%2Ctn%2Cfr%2Clib'
const words = 'Calcul de ce qui changerait…'

/** Delays all polls of a job until the test releases them. */
const holdJobs = async (page: Page) => {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/api\/jobs\/[^/]+$/, async (route) => {
    await released
    await route.continue().catch(() => undefined)
  })
  return () => release()
}

const cancelling = (page: Page) =>
  page.waitForRequest((request) => /\/api\/jobs\/[^/]+\/cancel$/.test(request.url()))

test('a long dry run shows in the palette how far it is, stops at Escape, and gives its report the next time', {
  tag: '@full',
}, async ({ page, app, openAs, api }) => {
  const { total: cancelled } = await api.list('orders', { status: 'CANCELLED', limit: 1 })
  await openAs('admin', everywhere)
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
}, async ({ page, app, openAs }) => {
  await openAs('admin', everywhere)
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
