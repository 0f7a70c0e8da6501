import { newOrder, newProduct, uniqueWord } from './support/records.ts'
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

test(
  'a printed list leaves out empty columns and gives texts their width',
  full,
  async ({ page, app, api }) => {
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', '')
    })
    const word = uniqueWord()
    const { id: product } = await newProduct(api)
    const customerAddress = 'Cocody Angré 8e tranche, derrière la pharmacie, portail bleu'
    await newOrder(api, { product, customerName: `Une ${word}`, customerAddress })
    await app.openList(`/orders/list?q=${word}`)
    await app.press('Control+p')
    await expect(page.locator('html[data-printed]')).toHaveCount(1)
    await page.setViewportSize({ width: 1050, height: 740 })
    await page.emulateMedia({ media: 'print' })
    const sheet = page.getByRole('table')
    await expect(sheet.getByRole('columnheader', { name: 'Adresse' })).toBeVisible()
    await expect(sheet.getByRole('columnheader', { name: /Rappeler|Commentaire/ })).toHaveCount(0)
    const address = sheet.getByRole('cell', { name: customerAddress })
    expect((await address.boundingBox())!.width).toBeGreaterThan(140)
  },
)

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

test('amounts of fourteen digits widen their columns, and neither wrap nor overlap', async ({
  page,
  app,
  api,
}) => {
  const word = uniqueWord()
  // Near the largest amount, with the three decimals of a dinar.
  const product = await newProduct(api, { country: 'tn', price: 99_999_999.999 })
  const fields = { country: 'tn', customerPhone: '+21620123456' } as const
  for (const name of ['Une', 'Deux'])
    await newOrder(api, { ...fields, product: product.id, customerName: `${name} ${word}`, quantity: 999 })
  const { id: cheap } = await newProduct(api, { country: 'tn', price: 5 })
  await newOrder(api, { ...fields, product: cheap, customerName: `Trois ${word}` })
  await app.openList(`/orders/list?q=${word} country:tn`)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 720 })
    await expect(page.getByRole('row', { name: new RegExp(`Une ${word}`) })).toContainText(
      /99\s899\s999\s999,001/,
    )
    await expect.poll(() => page.evaluate(faultsOfCells), `${width} px`).toEqual([])
  }
})

/** Runs in the page: cells in view whose text wraps, is cut although it is a figure, or overlaps its neighbour's. */
const faultsOfCells = (): string[] => {
  const faults: string[] = []
  for (const row of document.querySelectorAll('[role=row][data-index]')) {
    const boxes: { text: string; box: DOMRect }[] = []
    for (const cell of row.querySelectorAll<HTMLElement>('[role=gridcell]')) {
      const range = document.createRange()
      range.selectNodeContents(cell)
      const text = cell.textContent?.trim() ?? ''
      const frame = cell.getBoundingClientRect()
      const whole = range.getBoundingClientRect()
      if (text === '' || frame.right > innerWidth || whole.width === 0) continue
      const isFigure = /\d{3}\s\d{3}/.test(text)
      const figure = cell.querySelector('.figures') ?? cell
      if (isFigure && whole.right > frame.right + 1) faults.push(`${text} leaves its cell`)
      if (isFigure && figure.scrollWidth > figure.clientWidth + 1 && figure.clientWidth > 0)
        faults.push(`${text} is cut`)
      if (isFigure && figure.getClientRects().length > 1) faults.push(`${text} wraps`)
      const right = Math.min(whole.right, frame.right)
      boxes.push({ text, box: new DOMRect(whole.left, whole.top, right - whole.left, whole.height) })
    }
    for (const [at, one] of boxes.entries())
      for (const other of boxes.slice(at + 1)) {
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
        if (across > 1 && down > 3) faults.push(`${one.text} overlaps ${other.text}`)
      }
  }
  return faults
}
