import type { Page } from '@playwright/test'
import { newOrder, newOrders, newProduct, uniqueWord } from './support/records.ts'
import { expect, full, test } from './support/shared-page.ts'

test.beforeEach(({ app }) => app.openList('/orders/list'))

test('moves by the row, by the screen and to both ends', async ({ page, app }) => {
  const hints = page.getByRole('list', { name: 'Touches' })
  await expect(hints).toContainText('ouvrir')
  await expect(hints).toContainText('aperçu')
  const last = await app.total()
  expect(last).toBeGreaterThan(100)
  const standsAt = (at: number) => expect.poll(async () => (await app.active())?.at).toBe(at)
  await standsAt(1)
  await app.press('j', 'j', 'ArrowDown', 'k')
  await standsAt(3)
  await app.press('ArrowUp', 'ArrowUp', 'ArrowUp')
  await standsAt(1)
  await app.press('End')
  await standsAt(last)
  await app.press('j')
  await standsAt(last)
  await app.press('PageUp')
  await expect.poll(async () => (await app.active())?.at).toBeLessThan(last - 10)
  await app.press('Home')
  await standsAt(1)
  await app.press('PageDown')
  await expect.poll(async () => (await app.active())?.at).toBeGreaterThan(10)
})

test('a scroll renders what it lacks at once, then what comes next', full, async ({ app }) => {
  const { rendered, beyond, within, after } = await app.grid.evaluate(async (grid) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const first = () => Number(grid.querySelector('[data-index]')?.getAttribute('data-index'))
    const rowHeight = grid.querySelector('[data-index]')!.clientHeight
    const scrolled = async (rows: number) => {
      await frame()
      grid.scrollTop += rows * rowHeight
      // The browser dispatches the scroll event in the next frame, before its animation callbacks.
      await frame()
      return first()
    }
    const rendered = first()
    const beyond = await scrolled(20)
    const within = await scrolled(1)
    await new Promise((resolve) => setTimeout(resolve, 20))
    return { rendered, beyond, within, after: first() }
  })
  expect(rendered).toBe(0)
  expect(beyond).toBeGreaterThan(10)
  expect(within).toBe(beyond)
  expect(after).toBe(beyond + 1)
})

test('loads pages of a hundred rows as the keyboard gets to them', full, async ({ page, app, api }) => {
  const { items, total } = await api.list('orders', { country: 'ic', limit: 500 })
  await app.press('Home')
  const requestedPages = pagesAsked(page)
  const downs = Math.min(total, 230)
  for (let row = 1; row < downs; row++) await page.keyboard.down('j')
  await page.keyboard.up('j')
  await expect.poll(async () => (await app.active())?.at).toBe(downs)
  await expect.poll(async () => (await app.active())?.cells.join()).toContain(items[downs - 1]!.customerName)
  expect(requestedPages.length).toBeGreaterThan(0)
  expect(requestedPages.every(({ skip, limit }) => limit === 100 && skip % 100 === 0)).toBe(true)
  expect(requestedPages.length, 'no page twice').toBe(new Set(requestedPages.map(({ skip }) => skip)).size)
})

test('selects one, a range, everything that matches, and nothing', async ({ page, app }) => {
  const total = await app.total()
  await app.press('Space')
  await expect(app.selection).toContainText('1 sélectionnée')
  expect((await app.active())?.isSelected).toBe(true)
  await app.press('Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+j')
  await expect(app.selection).toContainText('4 sélectionnées')
  await app.press('Shift+ArrowUp')
  await expect(app.selection).toContainText('3 sélectionnées')
  await app.press('x')
  await expect(app.selection).toContainText('2 sélectionnées')
  await app.press('Control+a')
  await expect(app.selection).toContainText(`Tout ce qui correspond : ${total}`)
  await app.press('End')
  await expect.poll(async () => (await app.active())?.isSelected).toBe(true)
  await app.press('Space')
  await expect(app.selection).toContainText(`Tout ce qui correspond : ${total - 1}`)
  await app.press('Escape')
  await expect(app.selection).toBeHidden()
  await expect(page.getByRole('row', { selected: true })).toHaveCount(0)
})

test('filters in its own words; the link carries them in any language', async ({ page, app, api }) => {
  const pending = await api.list('orders', { country: 'ic', status: 'PENDING' })
  await app.press('f')
  await expect(app.filterBox).toBeFocused()
  await app.type('stat')
  await expect(page.getByRole('option', { name: 'statut:' })).toBeVisible()
  await app.press('Tab')
  await expect(app.filterBox).toHaveValue('statut:')
  await app.type('en')
  await app.press('ArrowDown', 'Enter')
  await expect(app.filterBox).toHaveValue('statut:en-attente ')
  await app.press('Enter')
  await expect(page).toHaveURL('/orders/list?q=status%3APENDING')
  await app.listReady('Commandes')
  await expect.poll(app.total).toBe(pending.total)

  await app.press('/')
  await app.fill('statut:jamais-vu')
  await app.press('Enter')
  await expect(page.getByText('Non compris : statut:jamais-vu')).toBeVisible()
  await app.press('f')
  await app.fill('adresse:')
  await expect(app.filterBox).toHaveValue('adresse:')
  // Its value comes next.
  expect(await app.filterBox.getAttribute('aria-invalid')).toBeNull()
  await app.press('Enter')
  await expect(page.getByText('Non compris : adresse:')).toBeVisible()
  await app.press('f')
  await app.fill('zzzz introuvable')
  await app.press('Enter')
  await expect(page.getByText('Aucune commande ne correspond')).toBeVisible()
})

test('is ordered by any column that the server sorts by, both ways', full, async ({ page, app, api }) => {
  const ordered = async (sort: string) =>
    (await api.list('orders', { country: 'ic', limit: 1, sort })).items[0]!
  const header = page.getByRole('columnheader', { name: 'Total' })
  for (const { choice, sort, aria } of [
    { choice: 'Total↑', sort: 'totalPrice', aria: 'ascending' },
    { choice: 'Total↓', sort: '-totalPrice', aria: 'descending' },
  ]) {
    await app.press('o')
    await app.type('total')
    if (sort.startsWith('-')) await app.press('ArrowDown')
    await expect(app.highlighted).toHaveText(choice)
    await app.press('Enter')
    await expect(header).toHaveAttribute('aria-sort', aria)
    await expect(page).toHaveURL(`/orders/list?sort=${sort}`)
    await app.listReady('Commandes')
    const { totalPrice } = await ordered(sort)
    await expect.poll(async () => (await app.active())?.cells[6]?.replace(/\D/g, '')).toBe(String(totalPrice))
  }
  await app.press('o')
  await app.enter('habituel')
  await expect(page).toHaveURL('/orders/list')
  await expect(header).not.toHaveAttribute('aria-sort')
})

test('columns are hidden, moved, pinned and widened by key, and stay so', async ({ page, app }) => {
  const headings = () => page.getByRole('columnheader').allTextContents()
  const phone = page.getByRole('columnheader', { name: 'Téléphone' })
  await expect(phone).toBeVisible()
  const before = await headings()
  await app.press('Shift+C')
  const columns = page.getByRole('grid', { name: 'Colonnes' })
  const line = columns.getByRole('row', { selected: true })
  await expect(columns).toBeFocused()
  await app.press('ArrowDown', 'ArrowDown')
  await expect(line).toContainText(/^Téléphone\d+ px/)
  await app.press('Space')
  await expect(line.getByRole('checkbox')).not.toBeChecked()
  await app.press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown')
  await expect(line).toContainText(/^Produit\d+ px/)
  const widthOf = async () => Number(/(\d+) px/.exec((await line.textContent()) ?? '')?.[1])
  const made = await widthOf()
  const heading = await page.locator('[role=columnheader]').filter({ hasText: 'Produit' }).boundingBox()
  expect(made, 'as wide as it is in the list').toBe(Math.round(heading?.width ?? 0))
  await app.press('ArrowRight', 'ArrowRight', 'p')
  await expect.poll(widthOf).toBe(made + 32)
  await expect(line.getByRole('button', { name: 'Figer Produit' })).toHaveAttribute('aria-pressed', 'true')
  await app.press('Control+ArrowUp')
  await app.press('Escape')
  await expect(app.grid).toBeFocused()
  await expect(phone).toBeHidden()
  const after = await headings()
  expect(after).not.toEqual(before)
  expect(after.indexOf('Produit'), 'pinned before what scrolls').toBeLessThan(after.indexOf('Statut'))
  await page.reload()
  await app.listReady('Commandes')
  expect(await headings()).toEqual(after)
  await expect(phone).toBeHidden()
  await app.press('Shift+C')
  await app.tabTo(page.getByRole('button', { name: 'Colonnes d’origine' }))
  await app.press('Enter', 'Escape')
  expect(await headings()).toEqual(before)
})

test('a column is widened by its edge, and sorted by its heading', full, async ({ page, app }) => {
  const phone = page.getByRole('columnheader', { name: 'Téléphone' })
  const widthOf = async () => (await phone.boundingBox())!.width
  const others = () =>
    page.getByRole('columnheader').evaluateAll((headings) =>
      headings
        .slice(0, -1)
        .filter(({ textContent }) => textContent !== 'Téléphone')
        .map((heading) => heading.getBoundingClientRect().width),
    )
  const before = await others()
  const { x, y, width } = (await phone.boundingBox())!
  await page.mouse.move(x + width - 3, y + 10)
  await page.mouse.down()
  await page.mouse.move(x + width + 57, y + 10, { steps: 5 })
  await page.mouse.up()
  await expect.poll(widthOf).toBe(width + 60)
  expect(await others(), 'no other column but the one that fills the rest').toEqual(before)
  await expect(page).toHaveURL('/orders/list')
  await page.reload()
  await app.listReady('Commandes')
  expect(await widthOf()).toBe(width + 60)
  const total = page.getByRole('columnheader', { name: 'Total' })
  for (const sort of ['ascending', 'descending']) {
    await total.getByRole('button').click()
    await expect(total).toHaveAttribute('aria-sort', sort)
  }
  await total.getByRole('button').click()
  await expect(total).not.toHaveAttribute('aria-sort')
})

test('text is clipped by its cell, in columns of any width', full, async ({ page, app }) => {
  const phone = app.grid.getByRole('gridcell', { name: /^\+225/ }).first()
  const shown = () =>
    phone.evaluate((cell) => {
      const text = document.createRange()
      text.selectNodeContents(cell)
      const isInside = text.getBoundingClientRect().right <= cell.getBoundingClientRect().right
      return { isInside, isCut: getComputedStyle(cell).overflowX === 'hidden' }
    })
  // `text-overflow` on a cell costs a layer per frame, so it is only set where needed.
  expect(await shown()).toEqual({ isInside: true, isCut: false })
  await app.press('Shift+C')
  await expect(page.getByRole('grid', { name: 'Colonnes' })).toBeFocused()
  await app.press('ArrowDown', 'ArrowDown', ...Array<string>(6).fill('ArrowLeft'), 'Escape')
  await expect(app.grid).toBeFocused()
  expect(await shown()).toEqual({ isInside: false, isCut: true })
})

test('an Arabic name is cut at its own end, not at its start', full, async ({ page, app, api }) => {
  const customerName = `محمد الأمين بن عبد الرحمن بن محمد الطرابلسي ${uniqueWord()}`
  const order = await newOrder(api, { customerName, customerAddress: 'شارع الحبيب بورقيبة قرب المسجد' })
  await app.openList(`/orders/list?q=${order.number}`)
  const name = app.grid.getByTitle(customerName)
  const look = await name.evaluate((text) => {
    const { direction, textAlign, textOverflow } = getComputedStyle(text)
    const isCut = text.scrollWidth > text.clientWidth
    return { direction, textAlign, textOverflow, isCut }
  })
  expect(look).toEqual({ direction: 'rtl', textAlign: 'left', textOverflow: 'ellipsis', isCut: true })
  await app.openAs('admin', `/orders/edit/${order.id}`)
  const field = page.getByRole('textbox', { name: 'Client', exact: false }).first()
  await expect(field).toHaveValue(customerName)
  await expect(field).toHaveCSS('direction', 'rtl')
})

test('the button of a row’s actions covers no fully visible column', full, async ({ page, app, api }) => {
  // Column widths depend on the rows, so the test uses its own.
  const word = uniqueWord()
  const product = await newProduct(api)
  const order = await newOrder(api, { product: product.id, customerName: `A ${word}` })
  for (let made = 1; made < 3; made++) await newOrder(api, { product: product.id, customerName: `A ${word}` })
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto(`/orders/list?q=${word}`)
  await app.listReady('Commandes')
  const row = app.grid.getByRole('row').nth(2)
  await row.hover()
  const button = row.getByRole('button', { name: 'Ouvrir les actions de la ligne' })
  const age = page.getByRole('columnheader', { name: 'Créée' })
  await expect
    .poll(async () => {
      const [{ x, width }, { x: left }] = [(await age.boundingBox())!, (await button.boundingBox())!]
      return left - x - width
    })
    .toBeGreaterThanOrEqual(0)
  const cutByEdge = () =>
    app.grid.evaluate((grid) => {
      const edge = grid.getBoundingClientRect().left + grid.clientWidth
      return [...grid.querySelectorAll('[role="columnheader"][data-column]')]
        .filter((heading) => {
          const { left, right } = heading.getBoundingClientRect()
          return left < edge - 1 && right > edge + 1
        })
        .map(({ textContent }) => textContent)
    })
  await expect.poll(cutByEdge).toEqual([])
  await app.press('Shift+Space')
  await expect(page.getByRole('complementary', { name: 'Aperçu' })).toBeVisible()
  await expect.poll(cutByEdge).toEqual([])
  await app.press('Escape')

  // The first parcel status widens its column.
  await api.put('orders/status', { ids: [order.id], status: 'CONFIRMED' })
  const parcels = app.grid.locator('[data-column="shipping"]')
  await expect(parcels.getByText('En attente')).toBeVisible()
  await expect
    .poll(() =>
      parcels.evaluateAll((cells) =>
        cells
          .flatMap((cell) => [cell, ...cell.querySelectorAll('*')])
          .some(
            (part) => getComputedStyle(part).overflowX === 'hidden' && part.scrollWidth > part.clientWidth,
          ),
      ),
    )
    .toBe(false)
})

test('names and statuses are in view in a small window and beside a preview, and a filter moves no column', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const word = uniqueWord()
  const product = await newProduct(api, { name: `Ruban LED ${word}` })
  await newOrder(api, { product: product.id, customerName: 'Ibrahim Konan' })
  const heading = (name: string) => page.getByRole('columnheader', { name, exact: true })
  const isInView = async (name: string) => {
    const [{ x, width }, grid] = [(await heading(name).boundingBox())!, (await app.grid.boundingBox())!]
    return x >= grid.x && x + width <= grid.x + grid.width
  }
  const isCut = (name: string) =>
    app.grid
      .getByText(name, { exact: true })
      .first()
      .evaluate((text) => text.scrollWidth > text.clientWidth)
  const lefts = () =>
    page
      .getByRole('columnheader')
      .evaluateAll((all) => all.slice(0, 9).map((one) => one.getBoundingClientRect().left))
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 720 })
    await page.goto('/orders/list')
    await app.listReady('Commandes')
    await expect.poll(() => isCut('Ibrahim Konan'), `${width}`).toBe(false)
    await expect.poll(() => isInView('Créée'), `${width}`).toBe(true)
    const before = await lefts()
    await app.press('f')
    await app.fill(word)
    await app.press('Enter')
    await expect.poll(app.total).toBe(1)
    await expect(app.grid.getByText(product.name)).toBeVisible()
    expect(await lefts(), `${width}`).toEqual(before)
  }
  await page.goto(`/orders/list?q=${word}`)
  await app.listReady('Commandes')
  await expect.poll(() => isCut('Ibrahim Konan')).toBe(false)
  await expect.poll(() => isCut(product.name)).toBe(false)
  await app.press('Shift+Space')
  await expect(page.getByRole('complementary', { name: 'Aperçu' })).toBeVisible()
  await expect.poll(() => isInView('Statut')).toBe(true)
})

test('row density changes by command, and the filter is cleared by a key', full, async ({ page, app }) => {
  const rowHeight = async () => (await app.grid.getByRole('row').nth(1).boundingBox())?.height
  await expect.poll(rowHeight).toBe(36)
  await app.press('Shift+D')
  await expect.poll(rowHeight).toBe(28)
  await page.reload()
  await app.listReady('Commandes')
  await expect.poll(rowHeight).toBe(28)
  await app.press('Shift+D')
  await expect.poll(rowHeight).toBe(36)
  await app.press('f')
  await app.fill('zzzz introuvable')
  await app.press('Enter')
  await expect(page.getByText('Aucune commande ne correspond')).toBeVisible()
  await app.press('Shift+F')
  await expect(page).toHaveURL('/orders/list')
  await app.listReady('Commandes')
  await expect(app.filterBox).toHaveValue('')
})

test('opens a record and comes back with the same view', full, async ({ page, app, api }) => {
  await page.goto('/orders/list?q=status%3APENDING')
  await app.listReady('Commandes')
  const number = (await app.active())?.cells[1]
  await app.press('e')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Modifier la commande n° ${number}`)
  await page.goBack()
  await app.listReady('Commandes')
  await expect(page).toHaveURL('/orders/list?q=status%3APENDING')

  await test.step('and to the record itself, far down, although rows have come before it', async () => {
    await page.goto('/orders/list')
    await app.listReady('Commandes')
    await page.keyboard.down('j')
    for (let row = 1; row < 160; row++) await page.keyboard.down('j')
    await page.keyboard.up('j')
    await expect.poll(async () => (await app.active())?.at).toBe(161)
    await expect.poll(async () => (await app.active())?.isLoaded).toBe(true)
    // Keys pressed before the page has loaded are for that page.
    await app.press('Enter')
    await app.press('j')
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText(/n° \d+/)
    await expect(page.getByRole('main')).toContainText(/162 sur/)
    const seen = (await heading.textContent())?.replace(/\D/g, '')
    const product = await newProduct(api)
    for (let added = 0; added < 3; added++) await newOrder(api, { product: product.id })
    await page.goBack()
    await app.listReady('Commandes')
    // The number of new rows depends on the load time; only checks that there are some.
    const active = async () => {
      const row = await app.active()
      return { hasMoved: (row?.at ?? 0) > 162, number: row?.cells[1] }
    }
    await expect.poll(active).toEqual({ hasMoved: true, number: seen })
  })
})

test('keys right after Enter and Escape are for the page that comes', full, async ({ page, app }) => {
  await page.keyboard.down('j')
  for (let row = 1; row < 60; row++) await page.keyboard.down('j')
  await page.keyboard.up('j')
  await expect.poll(async () => (await app.active())?.at).toBe(61)
  await expect.poll(async () => (await app.active())?.isLoaded).toBe(true)
  for (const key of ['Enter', 'j', 'j']) await page.keyboard.press(key)
  await expect(page.getByRole('main')).toContainText(/63 sur/)
  for (const key of ['Escape', 'j']) await page.keyboard.press(key)
  await app.listReady('Commandes')
  await expect.poll(async () => (await app.active())?.at).toBe(64)
  // The same without waiting between keys.
  for (const key of ['Enter', 'j', 'Escape', 'j', 'Enter', 'Escape', 'j']) await page.keyboard.press(key)
  await expect.poll(async () => (await app.active())?.at).toBe(67)
  await app.listReady('Commandes')
})

const pagesAsked = (page: Page): { skip: number; limit: number }[] => {
  const requestedPages: { skip: number; limit: number }[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname !== '/api/orders') return
    requestedPages.push({
      skip: Number(searchParams.get('skip') ?? 0),
      limit: Number(searchParams.get('limit')),
    })
  })
  return requestedPages
}

test('comments on the selection, shows a dry run of each status, and clears comments after confirmation', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const word = uniqueWord()
  const orders = await newOrders(api, word, ['Un', 'Deux'])
  await api.put('orders/status', { ids: [orders[0]!.id], status: 'CONFIRMED' })
  const comments = async () =>
    (await api.list('orders', { keyword: word })).items.map(({ comment }) => comment)
  await app.openList(`/orders/list?q=${word}`)
  await app.press('Control+a', 'c')
  await app.enter('Rappeler demain')
  await expect(app.palette).toContainText('2 changeraient')
  await app.press('Enter')
  await expect(app.toasts).toContainText('Commentaire ajouté à 2 commandes')
  expect(await comments()).toEqual(['Rappeler demain', 'Rappeler demain'])

  await app.press('s')
  await expect(app.highlighted).toContainText('Confirmée')
  await expect(app.palette).toContainText('1 changerait, 1 refusée : déjà à ce statut (1)')
  await app.press('ArrowDown')
  await expect(app.palette).toContainText('1 changerait, 1 refusée : passage impossible depuis ce statut (1)')
  await app.press('Escape')

  await app.press('c', 'Enter')
  const question = page.getByRole('alertdialog', { name: 'Effacer le commentaire de 2 commandes' })
  await expect(question).toContainText('2 changeraient')
  await app.press('Escape')
  expect(await comments()).toEqual(['Rappeler demain', 'Rappeler demain'])
  await app.press('c', 'Enter')
  await expect(question).toContainText('2 changeraient')
  await app.press('Control+Enter')
  await expect(app.toasts).toContainText('Commentaire de 2 commandes effacé')
  expect(await comments()).toEqual([null, null])
  await app.press('u')
  await expect(app.toasts).toContainText('2 changements défaits')
  expect(await comments()).toEqual(['Rappeler demain', 'Rappeler demain'])
})
