import type { Page } from '@playwright/test'
import type { Analytics, FigureName } from '../../domain/analytics/analytics.ts'
import { casesOf } from '../support/is-full.ts'
import { type Api, openApi } from './support/api.ts'
import { violations } from './support/axe.ts'
import { newOrder, newProduct } from './support/records.ts'
import { expect, full, test } from './support/shared-page.ts'

test('opens from a figure the list that it counts, and comes back', async ({ page, app, api }) => {
  await app.openAs('admin', '/dashboard?period=quarter')
  await figuresStand(page)
  // Screen-reader texts must not enlarge the document.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
  await app.press('End')
  await expect(page.getByRole('main'), 'keys scroll at once').toBeFocused()
  await expect
    .poll(() => page.evaluate(() => document.querySelector('main')?.parentElement?.scrollTop))
    .toBeGreaterThan(0)
  const toDo = page.getByRole('navigation', { name: 'À faire maintenant' })
  const toCall = toDo.getByRole('link', { name: /^\d[\d\s]* ?commandes à appeler$/ })
  const counted = Number((await toCall.textContent())?.replace(/\D/g, ''))
  await app.activate(toCall)
  await expect(page).toHaveURL('/orders/triage')
  // The calls count the same.
  const left = page.getByRole('complementary', { name: 'Séance' }).getByRole('definition').nth(2)
  await expect.poll(async () => Number((await left.textContent())?.replace(/\D/g, ''))).toBe(counted)
  await page.goBack()
  await figuresStand(page)
  const figures = await read(api, '?country=ic', page)
  const opened = [
    ['Commandes', 'orders'],
    ['Retournées', 'returned'],
    ['Parties en livraison', 'out'],
  ] as const
  for (const [label, name] of casesOf(opened, (_, at) => at === 1)) {
    const value = figureOf(figures, name)
    const link = page.getByRole('link', { name: new RegExp(`^${label} ?${written(value)}`) }).first()
    await app.activate(link)
    await app.listReady('Commandes')
    await expect.poll(app.total, label).toBe(value)
    await page.goBack()
    await expect(page).toHaveURL('/dashboard?period=quarter')
    await figuresStand(page)
  }
  const [best] = figures.products
  if (best === undefined) throw new Error('The demo sold nothing')
  const bestProducts = page.getByRole('table', { name: 'Meilleurs produits' })
  await app.activate(bestProducts.getByRole('link', { name: best.name }))
  await app.listReady('Commandes')
  await expect.poll(app.total).toBe(best.orders)
})

test('opens the orders of one day from its bar, by key from the chart and from its table, and by mouse', {
  tag: '@full',
}, async ({ page, app, api }) => {
  await app.openAs('admin', '/dashboard?period=7d')
  await figuresStand(page)
  const { days } = await read(api, '?country=ic', page)
  const before = days.at(-2)
  const fourth = days[3]
  if (before === undefined || fourth === undefined) throw new Error('A week has seven days')
  const listOf = async (query: string, total: number) => {
    await expect(page).toHaveURL(`/orders/list?q=${encodeURIComponent(query)}`)
    await app.listReady('Commandes')
    await expect.poll(app.total).toBe(total)
    await page.goBack()
    await figuresStand(page)
  }

  await test.step('one stop of Tab, an arrow, Enter', async () => {
    const points = page.getByRole('list', { name: 'Commandes par jour : jours' }).getByRole('link')
    await expect(points).toHaveCount(7)
    await app.tabTo(points.last())
    await app.press('ArrowLeft')
    await expect(points.nth(5)).toBeFocused()
    await expect(points.nth(5)).toHaveText(
      new RegExp(`Commandes\\s+${written(before.orders)}, Confirmées\\s+${written(before.confirmed)}`),
    )
    await app.press('Enter')
    await listOf(`created:${before.day}`, before.orders)
  })

  await test.step('the column of a day by mouse', async () => {
    const chart = page.getByRole('img', { name: 'Commandes par jour' })
    await expect(chart.locator('canvas')).toBeVisible()
    const { width, height } = (await chart.boundingBox())!
    await chart.hover({ position: { x: width / 2 + 10, y: height / 4 } })
    const words = chart.getByText(/Commandes {2}\d+\nConfirmées {2}\d+\nLivrées {2}\d+/)
    await expect(words).toBeVisible()
    const fonts = await words.evaluate((text) =>
      [text, document.body].map((element) => getComputedStyle(element).fontFamily),
    )
    expect(fonts[0], 'the font of the page').toBe(fonts[1])
    // The middle of seven days; the axis takes some width.
    await chart.click({ position: { x: width / 2 + 10, y: height / 4 } })
    await listOf(`created:${fourth.day}`, fourth.orders)
  })

  await test.step('each figure of the table opens what it counts', async () => {
    await app.press('t')
    // The newest day with confirmed orders, since an empty list has no rows. Rows are newest first below the header.
    const at = days.findLastIndex((day) => day.confirmed > 0)
    const day = days[at]
    if (day === undefined) throw new Error('Nothing was confirmed in a week')
    const row = page
      .getByRole('table', { name: 'Commandes par jour' })
      .getByRole('row')
      .nth(days.length - at)
    const confirmed = row.getByRole('link').nth(1)
    await expect(confirmed).toHaveAccessibleName(/Confirmées : \d+$/)
    await app.activate(confirmed)
    await listOf(`created:${day.day} status:CONFIRMED`, day.confirmed)
    await app.press('t')
  })
})

test('changes its period by key; the link says which, and an empty one names the key that widens it', {
  tag: '@full',
}, async ({ page, app }) => {
  await app.openAs('admin', '/dashboard')
  await figuresStand(page)
  await app.press('p')
  await expect(app.palette).toBeVisible()
  await app.type('trimestre')
  await expect(app.highlighted).toHaveText(/Ce trimestre/)
  await app.press('Enter')
  await expect(page).toHaveURL('/dashboard?period=quarter')
  await expect(page.getByLabel('Période')).toHaveValue('quarter')

  await app.press('p')
  await app.enter('dates au choix')
  const first = page.getByLabel('Du', { exact: true })
  await expect(first).toBeFocused()
  await page.goto('/dashboard?from=2020-01-01&to=2020-01-31')
  await expect(page.getByRole('heading', { name: 'Aucune commande sur cette période' })).toBeVisible()
  await app.press('p')
  await app.enter('30 derniers')
  await expect(page).toHaveURL('/dashboard')
  await figuresStand(page)
})

test('fetches the code of the charts where they are shown, and not before', full, async ({ page, app }) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  const charts = () => fetched.filter((path) => /\/echart/.test(path)).length
  await app.openList('/orders/list')
  expect(charts()).toBe(0)
  await app.press('g', 'h')
  await figuresStand(page)
  await expect.poll(charts).toBeGreaterThan(0)
})

test('shows every chart as a table with the same figures', full, async ({ page, app, api }) => {
  await app.openAs('admin', '/dashboard?period=7d')
  await figuresStand(page)
  const chart = page.getByRole('img', { name: 'Commandes par jour' })
  await expect(chart).toBeVisible()
  await app.press('t')
  const table = page.getByRole('table', { name: 'Commandes par jour' })
  await expect(table.getByRole('row')).toHaveCount(8)
  await expect(page.getByRole('table', { name: 'Encaissé par jour de commande' })).toBeVisible()
  const { days } = await read(api, '?country=ic', page)
  const today = days.at(-1)
  await expect(table.getByRole('row').nth(1).getByRole('cell')).toHaveText(
    [today?.orders, today?.confirmed, today?.delivered].map((value) => written(value ?? 0)),
  )
  expect(await violations(page)).toEqual([])
  await app.press('t')
  await expect(chart).toBeVisible()
})

test('shows the figures of the seller in the link', full, async ({ page, app, api }) => {
  const { sellers } = await read(api, '?country=ic')
  const [seller] = sellers
  if (seller === undefined) throw new Error('Nobody sold anything in the demo')
  await app.openAs('admin', '/dashboard')
  await figuresStand(page)
  await app.press('s')
  await app.type(seller.name)
  await expect(app.highlighted).toHaveText(seller.name)
  await app.press('Enter')
  await expect(page).toHaveURL(`/dashboard?seller=${seller.id}`)
  const orders = page.getByRole('link', { name: new RegExp(`^Commandes ?${written(seller.orders)}`) }).first()
  await expect(orders).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Vendeur' })).toHaveValue(seller.name)
  await app.activate(orders)
  await app.listReady('Commandes')
  await expect.poll(app.total).toBe(seller.orders)
})

test('announces that the figures have changed, and reloads them by key', full, async ({ page, app, api }) => {
  const product = await newProduct(api)
  // Just after midnight there may be no orders yet, and a day without orders has no figures.
  await newOrder(api, { product: product.id })
  await app.openAs('admin', '/dashboard?period=today')
  await figuresStand(page)
  const before = figureOf(await read(api, '?country=ic', page), 'orders')
  await expect(page.getByRole('banner').getByRole('status').filter({ hasText: /\S/ })).toHaveText('En direct')
  await newOrder(api, { product: product.id })
  await expect(page.getByText('Ces chiffres ont changé depuis')).toBeVisible()
  await app.press('r')
  await expect(
    page.getByRole('link', { name: new RegExp(`^Commandes ?${written(before + 1)}`) }).first(),
  ).toBeVisible()
  await expect(page.getByText('Ces chiffres ont changé depuis')).toBeHidden()
})

test('shows a seller what is theirs alone', full, async ({ page, app, playwright, server }) => {
  const own = await openApi(playwright, server.url, 'seller')
  const orders = figureOf(await read(own, ''), 'orders')
  await own.close()
  await app.openAs('seller', '/dashboard')
  await figuresStand(page)
  await expect(page.getByRole('combobox', { name: 'Vendeur' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Vendeurs' })).toHaveCount(0)
  await app.activate(page.getByRole('link', { name: new RegExp(`^Commandes ?${written(orders)}`) }).first())
  await app.listReady('Commandes')
  await expect.poll(app.total).toBe(orders)
})

test('shows a moderator figures that lead nowhere, and says so', full, async ({ page, app }) => {
  await app.openAs('moderator', '/dashboard')
  await figuresStand(page)
  await expect(page.getByText(/^Lecture seule/)).toBeVisible()
  // Bills that are overdue today are no figure: moderators may open them.
  const waiting = page.getByRole('navigation', { name: 'À faire maintenant' })
  await expect(waiting).toContainText(/factures? en retard|Rien n’attend/)
  for (const link of await waiting.getByRole('link').all())
    await expect(link).toHaveAttribute('href', /^\/invoices\/list\?/)
  await expect(page.getByRole('main').locator('a:not(nav *)')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('navigation')).toHaveCount(1)
  await app.press('s')
  await expect(app.palette.getByRole('option').nth(1)).toBeVisible()
  await app.press('ArrowDown')
  await expect(app.highlighted).not.toHaveText('Tous les vendeurs')
  // The digit that selects it is shown beside the name.
  const name = ((await app.highlighted.textContent()) ?? '').replace(/\d$/, '')
  await app.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Vendeur' })).toHaveValue(name)
})

test('keeps the last figures offline, says so, and recovers', full, async ({ page, context, app }) => {
  app.expectErrors(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/)
  await app.openAs('admin', '/dashboard')
  await figuresStand(page)
  await context.setOffline(true)
  await app.press('r')
  const note = page.getByText('Hors connexion : derniers chiffres connus')
  await expect(note).toBeVisible()
  await figuresStand(page)
  await context.setOffline(false)
  await expect(note).toBeHidden()
})

const figuresStand = async (page: Page) => {
  await expect(page.getByRole('region', { name: 'Chiffres clés' })).toBeVisible()
}

/** The server's figures for the page's view, or for thirty days. */
const read = async (api: Api, query: string, page?: Page): Promise<Analytics> => {
  const days = page === undefined ? {} : await daysShown(page)
  const parameters = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(query)), ...days })
  return (await (await api.send('GET', `analytics?${parameters}`)).json()) as Analytics
}

/** Named periods in Abidjan, which is UTC. */
const daysShown = async (page: Page): Promise<Record<string, string>> => {
  const today = new Date().toISOString().slice(0, 10)
  const month = Number(today.slice(5, 7))
  const starts: Record<string, string> = {
    today,
    '7d': new Date(Date.parse(today) - 6 * 86_400_000).toISOString().slice(0, 10),
    quarter: `${today.slice(0, 4)}-${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`,
  }
  const start = starts[await page.getByLabel('Période').inputValue()]
  return start === undefined ? {} : { startDate: start, endDate: today }
}

const figureOf = ({ figures }: Analytics, name: FigureName): number =>
  figures.find((figure) => figure.name === name)?.value ?? Number.NaN

const written = (value: number): string => new Intl.NumberFormat('fr-FR').format(value)

test('says that orders still go on where that makes figures fall, and what each delivery rate is a share of', {
  tag: '@full',
}, async ({ page, app }) => {
  await app.openAs('admin', '/dashboard')
  await figuresStand(page)
  await expect(page.getByText(/^\d+\s% des commandes de la période sont encore en cours/)).toBeVisible()
  const rate = page.getByRole('link', { name: /^Taux de livraison \d/ })
  await expect(rate).toContainText('Colis livrés sur colis partis')
  await expect(rate).not.toContainText('moins bien')
  await expect(page.getByRole('link', { name: /^Taux de livraison final/ })).toContainText(
    'Colis livrés sur livrés, retournés et perdus',
  )
})
