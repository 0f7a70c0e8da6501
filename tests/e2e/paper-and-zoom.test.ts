import { expect, full, test } from './support/test.ts'

test('Ctrl+P prints the rows of the list, a thousand at most, on white paper', async ({ page, app, api }) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
    localStorage.setItem('settings', JSON.stringify({ mode: 'dark' }))
  })
  const { total } = await api.list('orders', { country: 'ic', limit: 1 })
  expect(total).toBeGreaterThan(100)
  await app.openList('/orders/list?q=country:ic')
  await app.press('Control+p')
  await expect(page.locator('html[data-printed]')).toHaveCount(1)
  await page.emulateMedia({ media: 'print' })
  const sheet = page.getByRole('table')
  await expect(sheet.getByRole('row')).toHaveCount(Math.min(total, 1_000) + 1)
  await expect(page.getByText('pays : Côte d’Ivoire')).toBeVisible()
  await expect(page.getByRole('grid')).toBeHidden()
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(sheet.getByRole('row').nth(1)).toHaveCSS('color', 'rgb(0, 0, 0)')
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect(app.grid).toBeVisible()
})

test('in a window of 320 by 256 the bars scroll away, and the row that keys move to is in view', async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await app.openList('/orders/list')
  const inView = async () => {
    const { at } = (await app.active())!
    const row = app.grid.locator(`[aria-rowindex="${at + 1}"]`)
    await expect(row).toBeInViewport({ ratio: 1 })
  }
  for (const key of ['j', 'j', 'j', 'End', 'k']) {
    await app.press(key)
    await inView()
  }
  expect((await app.grid.boundingBox())!.height).toBeGreaterThan(200)
})

test('charts and statuses have edges where the system chooses the colours', full, async ({ page, app }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await app.openAs('admin', '/dashboard')
  const marks = page.locator('.chart-mark')
  await expect(marks.first()).toHaveCSS('border-top-style', 'solid')
  await expect(marks.first()).toHaveCSS('border-top-width', '1px')
})
