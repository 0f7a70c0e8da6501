import { roles } from '../../domain/access/permissions.ts'
import { admits, type Route, routes } from '../../domain/access/routes.ts'
import type { ResourceName } from '../../domain/resources.ts'
import { navItems } from '../../src/app/commands/nav-items.ts'
import { casesOf } from '../support/is-full.ts'
import type { AppPage } from './support/app-page.ts'
import { headings } from './support/headings.ts'
import { newOrder, newProduct, uniqueWord } from './support/records.ts'
import { expect, test } from './support/shared-page.ts'

/** Keys and their count; text typed for a filter or a number is not counted. */
const counting = (app: AppPage) => {
  let pressed = 0
  return {
    press: async (...keys: string[]) => {
      pressed += keys.length
      await app.press(...keys)
    },
    type: app.type,
    pressed: () => pressed,
  }
}

const opened: readonly { resource: ResourceName; heading: RegExp }[] = [
  { resource: 'orders', heading: /^Commande n° (\d+)$/ },
  { resource: 'products', heading: /^Produit n° (\d+)$/ },
  { resource: 'users', heading: /^Utilisateur n° (\d+)$/ },
]

for (const { resource, heading } of casesOf(opened, (_, at) => at === 0)) {
  test(`opens one of the ${resource} by its number with three keys and the digits`, { tag: '@full' }, async ({
    page,
    app,
    openAs,
    api,
  }) => {
    const { items } = await api.list(resource, { limit: 1, country: 'ic' })
    const { number } = items[0]!
    await openAs('admin', `/${resource}/list`)
    await expect(app.grid).toBeFocused()
    const keys = counting(app)
    await keys.press('Control+k')
    await keys.press('#')
    await keys.type(String(number))
    await keys.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: heading })).toContainText(String(number))
    expect(keys.pressed()).toBe(3)
  })
}

test('changes the status of one order with two keys and takes it back with one', { tag: '@full' }, async ({
  app,
  openAs,
  api,
}) => {
  const product = await newProduct(api, { name: `Cafetière ${uniqueWord()}` })
  const order = await newOrder(api, { product: product.id })
  const status = async () => (await api.one('orders', order.id)).status
  await openAs('admin', `/orders/list?q=${order.number}`)
  await app.listReady('Commandes')
  const keys = counting(app)
  await keys.press('s', '1')
  await expect.poll(status).not.toBe('PENDING')
  expect(keys.pressed()).toBe(2)
  await keys.press('u')
  await expect.poll(status).toBe('PENDING')
  expect(keys.pressed()).toBe(3)
})

test('changes the status of everything that matches a filter with six keys and the filter', {
  tag: '@full',
}, async ({ page, app, openAs, api }) => {
  const word = uniqueWord()
  const product = await newProduct(api, { name: `Moulin ${word}`, quantity: 500 })
  for (let made = 0; made < 120; made += 10) {
    await Promise.all(Array.from({ length: 10 }, () => newOrder(api, { product: product.id })))
  }
  const count = async (status: string) =>
    (await api.list('orders', { country: 'ic', product: product.id, status, limit: 1 })).total
  await openAs('admin', '/orders/list')
  await app.listReady('Commandes')
  const keys = counting(app)
  await keys.press('f')
  await keys.type(word)
  await keys.press('Enter')
  await expect(page).toHaveURL(new RegExp(word))
  await app.listReady('Commandes')
  await expect.poll(app.total).toBe(120)
  await keys.press('Control+a')
  await expect(app.selection).toContainText('120')
  await keys.press('s', '1')
  await expect(app.palette.getByRole('status')).toContainText('120 changeraient')
  await keys.press('Enter')
  expect(keys.pressed()).toBe(6)
  await expect.poll(() => count('PENDING')).toBe(0)
})

test('an outcome of triage is one key, and so is taking it back', { tag: '@full' }, async ({
  page,
  app,
  openAs,
  api,
}) => {
  const word = uniqueWord()
  const product = await newProduct(api, { name: `Bouilloire ${word}` })
  const orders = [await newOrder(api, { product: product.id }), await newOrder(api, { product: product.id })]
  const done = async () => {
    const now = await Promise.all(orders.map(({ id }) => api.one('orders', id)))
    return now.filter(({ status }) => status === 'NOT_REACHABLE').length
  }
  await openAs('admin', `/orders/triage?q=${word}`)
  await expect(page.getByRole('heading', { level: 2, name: 'Awa Koné' })).toBeVisible()
  const keys = counting(app)
  await keys.press('n')
  await expect.poll(done).toBe(1)
  expect(keys.pressed()).toBe(1)
  await keys.press('u')
  await expect.poll(done).toBe(0)
  expect(keys.pressed()).toBe(2)
})

/** Print pages are opened with a selection, like pages of one record with that. */
const printed: readonly Route[] = ['/shippings/labels', '/manifests/print']
const screens = (Object.keys(routes) as Route[]).filter(
  (route) => !route.includes(':') && !printed.includes(route),
)

// Admins have all screens, couriers the fewest.
for (const role of casesOf(roles, (one) => one === 'admin' || one === 'delivery')) {
  test(`${role} reaches any screen with two keys`, { tag: '@full' }, async ({ page, app, openAs }) => {
    const own = screens.filter((route) => admits(route, role))
    await openAs(role, '/profile')
    for (const route of own) {
      const keys = keysTo(route)
      expect(keys, route).toHaveLength(2)
      await expect(page.getByRole('heading', { level: 1, name: headings['/profile'] })).toBeVisible()
      await app.press(...keys)
      await expect(page.getByRole('heading', { level: 1 }), route).toHaveText(headings[route])
      await page.goBack()
    }
  })
}

const keysTo = (route: Route): string[] => {
  const place = navItems.find((one) => one.route === route)
  if (place?.keys !== undefined) return place.keys.split(' ')
  const list = route.replace(/\/(add|import)$/, '/list')
  const letter = route.endsWith('/import')
    ? 'i'
    : navItems.find((one) => one.route === list)?.keys?.split(' ')[1]
  return letter === undefined ? [] : ['Shift+n', letter]
}
