import { roles } from '../../domain/access/permissions.ts'
import { admits, type Route, routes } from '../../domain/access/routes.ts'
import { navItems } from '../../src/app/commands/nav-items.ts'
import { casesOf } from '../support/is-full.ts'
import type { AppPage } from './support/app-page.ts'
import { headings } from './support/headings.ts'
import { newOrder, newProduct, uniqueWord } from './support/records.ts'
import { expect, full, test } from './support/shared-page.ts'

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

test('changes all that matches a filter with six keys and the filter', full, async ({ page, app, api }) => {
  const word = uniqueWord()
  const product = await newProduct(api, { name: `Moulin ${word}`, quantity: 500 })
  for (let made = 0; made < 120; made += 10) {
    await Promise.all(Array.from({ length: 10 }, () => newOrder(api, { product: product.id })))
  }
  const count = async (status: string) =>
    (await api.list('orders', { country: 'ic', product: product.id, status, limit: 1 })).total
  await app.openList('/orders/list')
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

/** Papers are opened with a selection or for a seller, like pages of one record with that. */
const printed: readonly Route[] = ['/shippings/labels', '/manifests/print', '/payouts/statement']
/** Pasting is a key of its list. */
const pasted: readonly Route[] = ['/tariffs/grid', '/advertising/paste']
const screens = (Object.keys(routes) as Route[]).filter(
  (route) => !route.includes(':') && !printed.includes(route) && !pasted.includes(route),
)

// Admins have all screens, couriers the fewest.
for (const role of casesOf(roles, (one) => one === 'admin' || one === 'delivery')) {
  test(`${role} reaches any screen with two keys`, full, async ({ page, app }) => {
    const own = screens.filter((route) => admits(route, role))
    await app.openAs(role, '/profile')
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
