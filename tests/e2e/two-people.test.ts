import type { Page, Route } from '@playwright/test'
import type { Api } from './support/api.ts'
import { newAdmin, newOrders, uniqueWord } from './support/records.ts'
import { expect, full, test } from './support/test.ts'

const names = ['Un', 'Deux', 'Trois', 'Quatre', 'Cinq']

test('keys pressed before the rows of a list have come are for these rows, all of them', async ({
  page,
  app,
  api,
}) => {
  const { word, ids } = await pendingOrders(api)
  const rows = await withholdRows(page, word)
  await app.openAs('admin', `/orders/list?q=${word}`)
  await rows.asked
  await expect(app.grid).toBeFocused()
  await app.press('Control+a', 's', '1')
  rows.release()
  const question = page.getByRole('dialog', { name: 'Palette', exact: true })
  await expect(question).toContainText('5 changeraient')
  await app.press('Enter')
  await expect(app.toasts).toContainText('5 commandes confirmées')
  expect(await statusesOf(api, ids)).toEqual(names.map(() => 'CONFIRMED'))
})

test('a key that waits for rows says so, and Escape drops it', full, async ({ page, app, api }) => {
  const { word, ids } = await pendingOrders(api)
  const rows = await withholdRows(page, word)
  await app.openAs('admin', `/orders/list?q=${word}`)
  await rows.asked
  await expect(app.grid).toBeFocused()
  await app.press('Control+a', 's', '1')
  await expect(app.toasts).toContainText('Vos touches attendent les lignes')
  await app.press('Escape')
  rows.release()
  await app.listReady('Commandes')
  await expect(app.palette).toBeHidden()
  await expect(app.selection).toBeHidden()
  expect(await statusesOf(api, ids)).toEqual(names.map(() => 'PENDING'))
})

test('a list hears of records that enter its filter, and fills itself when it was empty', async ({
  page,
  app,
  api,
}) => {
  const { word, ids } = await pendingOrders(api)
  const { batchId } = await api.put<{ batchId: string }>('orders/status', { ids, status: 'CONFIRMED' })
  await app.openAs('admin', `/orders/list?q=${encodeURIComponent(`status:PENDING ${word}`)}`)
  await expect(page.getByText('Aucune commande ne correspond')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('status').filter({ hasText: 'En direct' })).toBeAttached()
  await api.send('POST', `changes/${batchId}/undo`)
  await expect.poll(app.total).toBe(5)

  const [first = '', ...others] = ids
  await api.put('orders/status', { ids: others, status: 'CANCELLED', reason: 'Doublon' })
  const news = page.getByRole('status').filter({ hasText: 'La liste a changé' })
  await expect(news).toBeVisible()
  await app.press('r')
  await expect.poll(app.total).toBe(1)
  await expect(news).toBeHidden()
  await api.put('orders/status', { ids: others, status: 'PENDING', comment: 'Rappelé' })
  await expect(news).toBeVisible()
  await app.press('r')
  await expect.poll(app.total).toBe(5)
  expect((await api.one('orders', first)).status).toBe('PENDING')
})

test('a change that came too late says what was not changed, why, and by whom it was', async ({
  app,
  api,
}) => {
  const { word, ids } = await pendingOrders(api)
  const { email } = await newAdmin(api)
  await app.openAs(email, `/orders/list?q=${encodeURIComponent(`status:PENDING ${word}`)}`)
  await app.listReady('Commandes')
  await app.press('Control+a', 's')
  await app.type('injoign')
  await expect(app.highlighted).toContainText('Injoignable')
  await app.press('Enter')
  await expect(app.palette.getByRole('button', { name: 'Appliquer' })).toBeFocused()
  await expect(app.palette).toContainText('5 changeraient')
  await api.put('orders/status', { ids, status: 'CONFIRMED' })
  await app.press('Enter')
  await expect(app.toasts).toContainText('Rien n’a été changé')
  await expect(app.toasts).toContainText('5 ne correspondent plus au filtre')
  await expect(app.toasts).toContainText(/n° \d+\s: Confirmation · .+ · \d\d:\d\d/)
})

const pendingOrders = async (api: Api): Promise<{ word: string; ids: string[] }> => {
  const word = uniqueWord()
  const orders = await newOrders(api, word, names)
  return { word, ids: orders.map(({ id }) => id) }
}

const statusesOf = async (api: Api, ids: readonly string[]): Promise<string[]> =>
  Promise.all(ids.map(async (id) => (await api.one('orders', id)).status))

/** Holds back the rows of a filter until they are released. */
const withholdRows = async (page: Page, word: string) => {
  const held: Route[] = []
  let isReleased = false
  let onAsked = () => {}
  const asked = new Promise<void>((resolve) => {
    onAsked = resolve
  })
  await page.route(
    (url) => url.pathname === '/api/orders' && url.search.includes(word),
    async (route) => {
      if (isReleased) return route.continue()
      held.push(route)
      onAsked()
    },
  )
  return {
    asked,
    release: () => {
      isReleased = true
      for (const route of held) void route.continue()
    },
  }
}
