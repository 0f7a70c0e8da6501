import type { Order } from '../../domain/orders/order.ts'
import { newOrder, newOrders, newProduct, newSeller, uniqueWord } from './support/records.ts'
import { expect, full, test } from './support/shared-page.ts'
import { holdRequests } from './support/stand-between.ts'

test('a sentence selects what it says, loaded or not, to change its status', async ({ page, app, api }) => {
  const product = await newProduct(api, { quantity: 500 })
  const word = uniqueWord()
  const made: Order[] = []
  // A list loads a hundred rows at a time.
  while (made.length < 121) {
    const name = (at: number) => `${word} ${made.length + at}`
    const some = Array.from({ length: 11 }, (_, at) =>
      newOrder(api, { product: product.id, customerName: name(at) }),
    )
    made.push(...(await Promise.all(some)))
  }
  await api.put('orders/status', { ids: [made[0]!.id], status: 'NOT_REACHABLE' })
  const pending = async () =>
    (await api.list('orders', { country: 'ic', status: 'PENDING', keyword: word })).total
  expect(await pending()).toBe(120)

  await app.openAs('admin', '/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await app.ask(`commandes en attente aujourd'hui à ${word}`)
  await expect(app.highlighted).toContainText('Filtrer : 120 commandes')
  await app.press('ArrowDown')
  await expect(app.highlighted).toContainText('Sélectionner : 120 commandes')
  await expect(app.highlighted).toContainText(`en attente · aujourd’hui · « ${word} »`)
  await app.press('Enter')
  await app.listReady('Commandes')
  await expect(app.selection).toContainText('Tout ce qui correspond : 120')
  await expect(page).toHaveURL(/q=status%3APENDING%20created%3Atoday%20/)
  await expect(app.filterBox).toHaveValue(`statut:en-attente créée:aujourd-hui ${word}`)

  await app.press('s')
  await app.enter('annul')
  await expect(app.highlighted).toContainText('A changé d’avis')
  await app.press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText('120 changeraient')
  await app.press('Enter')
  await expect(app.toasts).toContainText('120 commandes annulées')
  expect(await pending()).toBe(0)
  const cancelled = await api.list('orders', { country: 'ic', status: 'CANCELLED', keyword: word })
  expect(cancelled.total).toBe(120)
  expect((await api.one('orders', made[0]!.id)).status).toBe('NOT_REACHABLE')
})

test('the records of a sentence are changed without leaving the palette, with their dry run', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const word = uniqueWord()
  const made = await newOrders(api, word, ['Awa', 'Koffi', 'Mariam'])
  await api.put('orders/status', {
    ids: made.map(({ id }) => id),
    status: 'CANCELLED',
    reason: 'CHANGED_MIND',
  })
  const pending = async () =>
    (await api.list('orders', { country: 'ic', status: 'PENDING', keyword: word })).total
  await app.openAs('admin', '/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await app.ask(`annulées aujourd'hui à ${word}`)
  await expect(app.highlighted).toContainText('Filtrer : 3 commandes')
  await app.press('ArrowDown')
  await expect(app.highlighted).toContainText('Sélectionner : 3 commandes')
  await app.press('Tab')
  await app.enter('rouvrir')
  await app.enter('Rappel du client')
  await expect(app.palette).toContainText('3 changeraient')
  await app.press('Enter')
  await expect.poll(pending).toBe(3)
})

test('/ filters the list in view, counts first and completes by key', full, async ({ page, app, api }) => {
  const unreached = await api.list('orders', { country: 'ic', status: 'NOT_REACHABLE' })
  await app.openList('/orders/list')
  await app.ask('/stat')
  await app.press('Tab')
  const field = app.palette.getByRole('combobox')
  await expect(field).toHaveValue('/statut:')
  await app.type('injoi')
  await app.press('Tab')
  await expect(field).toHaveValue('/statut:injoignable ')
  await expect(app.highlighted).toHaveText(new RegExp(`^Filtrer : ${unreached.total} commandes`))
  await app.press('Enter')
  await app.listReady('Commandes')
  await expect(page).toHaveURL('/orders/list?q=status%3ANOT_REACHABLE')
  await expect.poll(app.total).toBe(unreached.total)

  await app.ask('/livraisons statut:livrée')
  const delivered = await api.list('shippings', { country: 'ic', status: 'DELIVERED' })
  await expect(app.highlighted).toHaveText(new RegExp(`^Filtrer : ${delivered.total} livraisons`))
  await app.press('Enter')
  await app.listReady('Livraisons')
  await expect.poll(app.total).toBe(delivered.total)
})

test('the filter box reads sentences, completes names, and corrects', full, async ({ page, app, api }) => {
  const seller = await newSeller(api)
  const product = await newProduct(api, { owner: seller.id })
  await newOrder(api, { product: product.id })
  await app.openList('/orders/list')
  await app.press('f')
  await app.type('pending newer than 3 days')
  await expect(page.getByRole('option', { name: 'en attente · moins de 3 jours' })).toBeVisible()
  await app.press('Enter')
  await expect(app.filterBox).toHaveValue('statut:en-attente créée:<3j')
  await expect(page).toHaveURL('/orders/list?q=status%3APENDING+created%3A%3C3d')
  await app.listReady('Commandes')

  await app.press('f')
  await app.fill(`vendeur:${seller.name.split(' ')[1]!.slice(0, 8)}`)
  await app.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toContainText(seller.email)
  await app.press('Enter', 'Enter')
  await expect(page).toHaveURL(`/orders/list?q=owner%3A${seller.id}`)
  await app.listReady('Commandes')
  await expect.poll(app.total).toBe(1)
  await page.reload()
  await app.listReady('Commandes')
  await expect(app.filterBox).toHaveValue(`vendeur:${seller.name.toLowerCase().replace(' ', '-')}`)

  await app.press('f')
  await app.fill('statu:en-attente')
  await app.press('Enter')
  await expect(page.getByText('Vouliez-vous dire statut:en-attente ?')).toBeVisible()
  await app.press('f', 'End', 'Tab')
  await expect(app.filterBox).toHaveValue('statut:en-attente ')

  await app.fill('foo:bar statut:zzz cree:<abc')
  await app.press('Enter')
  const said = page.getByRole('status').filter({ hasText: 'Filtre non appliqué' })
  await expect(said.getByRole('listitem')).toHaveText([
    'Non compris : foo:bar',
    'Non compris : statut:zzz',
    'Non compris : créée:<abc',
  ])
  // The bulk command applies to the filter's rows only, not to the active row.
  const refusals = app.toasts
    .getByRole('listitem')
    .filter({ hasText: 'Le filtre n’est pas appliqué en entier' })
  await app.press('Control+a')
  await expect(refusals.first()).toContainText('Tout sélectionner')
  await expect(app.selection).toHaveCount(0)
  await app.press('Shift+E')
  await expect(refusals.filter({ hasText: 'Exporter les commandes' })).toBeVisible()
  await app.press('x')
  await expect(app.selection).toContainText('1 sélectionnée')
  await app.press('Escape')
  await app.press('f')
  await app.fill('foo:bar statut:en-attente')
  await app.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Filtre appliqué en partie' })).toBeVisible()
  await app.press('Control+a')
  await expect(app.selection).toHaveCount(0)
  await app.press('f')
  await app.fill('statut:en-attente')
  await app.press('Enter', 'Control+a')
  await expect(app.selection).toContainText('Tout ce qui correspond')
})

test('the words that a sentence leaves over are searched beside its filters; where nothing matches, each part is counted', async ({
  page,
  app,
  api,
}) => {
  const word = uniqueWord()
  const [, , cancelled] = await newOrders(api, word, ['Konan', 'Konan', 'Yao'])
  await api.put(`orders/status/${cancelled!.id}`, { status: 'CANCELLED' })
  await app.openAs('admin', '/orders/list')
  await app.listReady('Commandes')
  const search = async (text: string) => {
    await app.press('f')
    await app.fill(text)
    await app.press('Enter')
  }
  // All three between, so that no count is that of the search before.
  for (const text of [
    `pending ${word}`,
    `en attente ${word}`,
    `${word} en attente`,
    `pending konan ${word}`,
  ]) {
    await search(text)
    await expect.poll(app.total, text).toBe(2)
    await search(`${word} depuis hier`)
    await expect.poll(app.total).toBe(3)
  }

  await search(`confirmées ${word}`)
  const parts = page.getByRole('status').filter({ hasText: 'Rien ne remplit toutes ces conditions' })
  await expect(parts.getByRole('button', { name: `« ${word} » : 3` })).toBeVisible()
  await expect(parts.getByRole('button', { name: /^confirmée : [1-9]/ })).toBeVisible()
  await parts.getByRole('button', { name: `« ${word} » : 3` }).focus()
  await app.press('Enter')
  await expect.poll(app.total).toBe(3)
  await expect(parts).toBeHidden()

  // A status after a word may be a name, and so may one alone: they are searched as a text, and read where that finds nothing.
  await search(`${word} pending`)
  await expect.poll(app.total).toBe(2)
  await expect(app.filterBox).toHaveValue(`${word} statut:en-attente`)
  await search('returned')
  await expect(app.filterBox).toHaveValue(/^\S*:retourné\S*$/)
})

test.describe('keys that are pressed before the rows of a filter have come', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('are meant for them, and not for the rows that are still there', full, async ({ page, app, api }) => {
    const word = uniqueWord()
    const orders = await newOrders(api, word, ['Un', 'Deux'])
    const later = await newOrder(api)
    await app.openList('/orders/list')
    const isAsked = page.waitForRequest(askingFor(word))
    const answer = await holdRequests(page, askingFor(word))
    await app.press('f')
    await app.type(word)
    await app.press('Enter', 'Control+a', 's', '3')
    await isAsked
    await expect(app.palette).toHaveCount(0)
    await expect(app.selection).toHaveCount(0)
    answer()
    await expect(app.highlighted).toContainText('A changé d’avis')
    await app.press('1')
    await expect(page.getByRole('alertdialog')).toContainText('2 changeraient')
    await app.press('Enter')
    await expect(app.toasts).toContainText('2 commandes annulées')
    const status = async ({ id }: Order) => (await api.one('orders', id)).status
    expect(await Promise.all(orders.map(status))).toEqual(['CANCELLED', 'CANCELLED'])
    expect(await status(later)).toBe('PENDING')
  })

  test('Escape drops them, also while waiting keys are replayed', full, async ({ page, app }) => {
    const word = uniqueWord()
    const letReaderCome = await holdRequests(page, '**/assets/sentence-reader-*.js')
    await app.openList('/orders/list')
    await page.route(askingFor(word), () => undefined)
    await app.press('f')
    await app.type(word)
    await app.press('Enter', 'Control+a')
    // Deferred keys are replayed one a frame: the second waits for the frame after Enter.
    await page.evaluate(holdFrames)
    letReaderCome()
    await expect(app.filterBox).not.toBeFocused()
    await app.press('Escape', '?')
    await page.evaluate(() => (window as unknown as FrameHolder).letFramesGo())
    await expect(page.getByRole('dialog', { name: 'Toutes les touches' })).toBeVisible()
    await expect(app.selection).toHaveCount(0)
  })

  test('Escape drops them, and so does a list that fails to load', full, async ({ page, app }) => {
    const word = uniqueWord()
    await app.openList('/orders/list')
    let end: 'wait' | 'fail' = 'wait'
    await page.route(askingFor(word), (route) => (end === 'fail' ? route.abort() : undefined))
    await app.press('f')
    await app.type(word)
    await app.press('Enter', 'Control+a', 'Escape', '?')
    await expect(page.getByRole('dialog', { name: 'Toutes les touches' })).toBeVisible()
    await expect(app.selection).toHaveCount(0)
    await app.press('Escape')
    end = 'fail'
    await app.press('f', 'End')
    await app.type('e')
    await app.press('Enter', 'Control+a')
    await expect(page.getByText('Hors connexion : dernières lignes connues')).toBeVisible()
    await expect(app.selection).toHaveCount(0)
    await app.press('?')
    await expect(page.getByRole('dialog', { name: 'Toutes les touches' })).toBeVisible()
  })
})

type FrameHolder = { letFramesGo: () => void }

/** Runs in the page: delays animation frames until they are released. */
const holdFrames = () => {
  const request = window.requestAnimationFrame.bind(window)
  const waiting: FrameRequestCallback[] = []
  window.requestAnimationFrame = (callback) => waiting.push(callback)
  Object.assign(window, {
    letFramesGo: () => {
      window.requestAnimationFrame = request
      for (const callback of waiting) request(callback)
    },
  })
}

/** Matches list requests with this word in their filter. */
const askingFor =
  (word: string) =>
  (request: URL | { url: () => string }): boolean => {
    const url = request instanceof URL ? request : new URL(request.url())
    return url.pathname.endsWith('/orders') && url.search.includes(word)
  }
