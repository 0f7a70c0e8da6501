import { expect, type Page } from '@playwright/test'
import type { Role } from '../../../domain/access/permissions.ts'
import { admits, landings, type Route, routes } from '../../../domain/access/routes.ts'
import { isFull, rounds } from '../../support/is-full.ts'
import { type AppPage, createAppPage } from './app-page.ts'
import { fingerprint } from './commands.ts'
import type { HostileEye } from './hostile-eye.ts'
import type { Hostile } from './hostile-records.ts'
import { goWithin, untilFilled } from './looks.ts'

/** Opens every screen of a role with its layers, then the palette; returns the number of screens. */
export const walkScreens = async (
  page: Page,
  role: Role,
  hostile: Hostile,
  eye: HostileEye,
): Promise<number> => {
  const app = createAppPage(page)
  let screens = 0
  for (const route of (Object.keys(routes) as Route[]).filter((one) => admits(one, role))) {
    for (const path of pathsOf(route, hostile)) {
      await goWithin(page, path)
      await untilReady(page)
      await eye.look(page, `${role} ${path}`)
      screens += 1
    }
    for (const keys of (keysOn[route] ?? []).slice(0, rounds(99, 3)))
      await tryLayer(page, app, keys, () => eye.look(page, `${role} ${route} ${keys}`))
  }
  await goWithin(page, landings[role])
  await untilReady(page)
  await walkPalette(page, app, role === 'admin' ? textsOf(hostile) : [], () =>
    eye.look(page, `${role} palette`),
  )
  return screens
}

/** Layers that are one or two keys away from a list; each closes with Escape. */
const keysOn: Partial<Record<Route, readonly (readonly string[])[]>> = {
  '/orders/list': [
    ['v'],
    ['Shift+v'],
    ['Shift+h'],
    ['Shift+F10'],
    ['s'],
    ['c'],
    ['j', 'Shift+h'],
    ['j', 'x'],
    ['F2'],
  ],
  '/shippings/list': [['v'], ['Shift+h'], ['Shift+F10'], ['s']],
  '/invoices/list': [['v']],
  '/products/list': [['v'], ['Shift+h'], ['Shift+F10'], ['F2']],
  '/shippings/delivery/list': [['Home', 'd'], ['Shift+F10']],
  '/orders/triage': [['x'], ['r']],
  '/orders/edit/:id': [['Control+k']],
  '/keyboard': [['Control+k']],
}

const tryLayer = async (page: Page, app: AppPage, keys: readonly string[], look: () => Promise<void>) => {
  await app.press(...keys.slice(0, -1))
  await page.evaluate(rested)
  const before = await fingerprint(page)
  await app.press(...keys.slice(-1))
  // It may open a layer, an editor or a selection; all are checked.
  await expect.poll(() => fingerprint(page), { message: keys.join(' ') }).not.toBe(before)
  await untilFilled(page)
  await page.evaluate(rested)
  await look()
  await leave(page)
}

/** All texts of the palette: results, customer, query. */
const walkPalette = async (
  page: Page,
  app: AppPage,
  typing: readonly string[],
  look: () => Promise<void>,
) => {
  for (const typed of ['struck', ...(isFull ? ['Macro', '0708091011'] : []), ...typing]) {
    await app.press('Control+k')
    await expect(app.palette).toBeVisible()
    await page.keyboard.insertText(typed)
    await untilFilled(page)
    await look()
    const rows = typing.includes(typed) ? 0 : rounds(typed === 'struck' ? 12 : 3, 2)
    for (let at = 0; at < rows; at++) {
      await app.press('ArrowDown')
      await page.evaluate(rested)
      await look()
    }
    await app.press('Tab')
    await page.evaluate(rested)
    await look()
    await app.press('Escape', 'Escape')
    await expect(app.palette).toBeHidden()
  }
}

const layersOf = (page: Page) => page.locator(':is([role="dialog"], [role="alertdialog"], [role="menu"])')

const leave = async (page: Page) => {
  await expect(async () => {
    await page.keyboard.press('Escape')
    await page.evaluate(rested)
    expect(await layersOf(page).count()).toBe(0)
  }).toPass()
}

/** Waits until the screen is loaded. */
export const untilReady = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).not.toHaveCount(0)
  await untilFilled(page)
}

/**
 * Runs in the page: waits for the preview pane, which follows the highlight after 100 ms. Its timer fires before
 * this longer one however slow the page is, and its rendering is done once the page is idle.
 */
const rested = () =>
  new Promise<void>((resolve) =>
    requestAnimationFrame(() =>
      requestAnimationFrame(() => setTimeout(() => requestIdleCallback(() => resolve()), 150)),
    ),
  )

/** The paths of a route: one for each text if it shows one record, otherwise one. */
const pathsOf = (route: Route, { sets, invoice, cast, given }: Hostile): string[] => {
  const queries = [...given.values()].filter(({ field }) => field === 'views.query')
  if (route.startsWith('/invoices/') && route.includes(':')) return [route.replace(':id', invoice)]
  if (route === '/orders/triage') return sets.map(({ ids }) => `${route}?q=product%3A${ids.products}`)
  if (!route.includes(':'))
    return [
      route,
      ...(route === '/orders/list' ? sets.map(({ text }) => `${route}?q=${encodeURIComponent(text)}`) : []),
      ...(route === '/invoices/list'
        ? queries.map(({ text }, at) => `${route}?q=${encodeURIComponent(text)}&view=${sets[at]?.ids.views}`)
        : []),
    ]
  const resource = route.endsWith(':affiliate') ? 'affiliates' : (route.split('/')[1] ?? '')
  return [
    ...(resource === 'users' ? Object.values(cast).map(({ id }) => route.replace(/:\w+$/, id)) : []),
    ...sets.map(({ ids }) => route.replace(/:\w+$/, ids[resource] ?? '')),
  ]
}

const textsOf = ({ sets }: Hostile): string[] => sets.map(({ text }) => text)
