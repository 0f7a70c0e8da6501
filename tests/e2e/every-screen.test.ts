import type { Page } from '@playwright/test'
import { type Role, roles } from '../../domain/access/permissions.ts'
import { admits, landings, type Route, routes } from '../../domain/access/routes.ts'
import auth from '../../locales/fr/auth.json' with { type: 'json' }
import { casesOf, isFull } from '../support/is-full.ts'
import { openApi } from './support/api.ts'
import { type Part, violations } from './support/axe.ts'
import { headings } from './support/headings.ts'
import {
  contentLooks,
  goWithin,
  type Look,
  layouts,
  looks,
  pagesOf,
  untilFilled,
  walkLayouts,
} from './support/looks.ts'
import { openKit } from './support/open-kit.ts'
import { pathOf } from './support/records.ts'
import { expect, full, test } from './support/shared-page.ts'
import type { OpenedApp } from './support/test.ts'

// Transitions are off, so that colours are final when compared.
test.describe.configure({ mode: 'parallel' })
test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 390, height: 640 })
})

const allRoutes = Object.keys(routes) as Route[]
/** The first role that may open a route checks its content. */
const examinerOf = (route: Route): Role => roles.find((role) => admits(route, role)) ?? 'admin'

/** Lists and forms share components: a short run checks these, and pages with their own parts. */
const represents = (route: Route): boolean =>
  !/^\/\w+\/(list|add|edit\/:id|view\/:id)$/.test(route) || representatives.includes(route)

const representatives: readonly Route[] = [
  '/orders/list',
  '/products/list',
  '/orders/add',
  '/products/add',
  '/users/edit/:id',
  '/orders/view/:id',
  '/shippings/view/:id',
  '/invoices/view/:id',
  '/products/view/:id',
  '/users/view/:id',
  '/handovers/view/:id',
  '/manifests/view/:id',
]

type OpenLayer = (page: Page, app: OpenedApp) => Promise<() => Promise<unknown>>

const closeByEscape = (page: Page) => () => page.keyboard.press('Escape')
const stays = async () => undefined
const layerLooks = [
  { mode: 'light', width: 1440 },
  { mode: 'dark', width: 1440 },
] as const

/** Parts of screens that have no address: of other users, and opened by a key. */
const layersToCheck: readonly { name: string; as: string; path: string; open: OpenLayer }[] = [
  {
    name: 'start page of a seller',
    as: 'seller@waybill.test',
    path: '/dashboard',
    open: async (page) => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(headings['/dashboard'])
      return stays
    },
  },
  {
    name: 'cash on the dashboard',
    as: 'admin@waybill.test',
    path: '/dashboard',
    open: async (page) => {
      await expect(page.getByRole('region', { name: 'Caisse', exact: true })).toBeVisible()
      return stays
    },
  },
  {
    name: 'confirmation of an address',
    as: 'unverified@waybill.test',
    path: '/auth/confirm',
    open: async (page) => {
      await expect(page.getByRole('button', { name: auth.gate.refresh })).toBeVisible()
      return stays
    },
  },
  {
    name: 'our identity on invoices',
    as: 'admin@waybill.test',
    path: '/invoices/list',
    open: async (page, app) => {
      await app.listReady('Factures')
      await app.ask('identité sur les factures')
      await expect(app.highlighted).toContainText('Votre identité sur les factures')
      await app.press('Enter')
      await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeFocused()
      return closeByEscape(page)
    },
  },
  {
    name: 'menu of a heading',
    as: 'admin@waybill.test',
    path: '/orders/list',
    open: async (page, app) => {
      await app.listReady('Commandes')
      await page.getByRole('columnheader', { name: 'Statut', exact: true }).click({ button: 'right' })
      await expect(page.getByRole('menuitemradio', { name: /En attente/ })).toBeVisible()
      return closeByEscape(page)
    },
  },
  {
    name: 'views of a list',
    as: 'admin@waybill.test',
    path: '/orders/list',
    open: async (page, app) => {
      await app.listReady('Commandes')
      await app.press('v')
      await expect(app.palette.getByRole('option').first()).toBeVisible()
      return closeByEscape(page)
    },
  },
]

for (const role of roles) {
  const examined = allRoutes.filter((route) => examinerOf(route) === role)
  for (const routes of pagesOf(examined)) {
    test(`${routes.join(', ')}: no rule is broken and all fits the window in each mode`, async ({
      page,
      app,
      playwright,
      server,
    }) => {
      const api = await openApi(playwright, server.url, role)
      const paths = await Promise.all(routes.map((route) => pathOf(api, route)))
      await api.close()
      for (const [at, route] of routes.entries()) {
        if (at === 0) await app.openAs(role, paths[at]!)
        // A screen with the same heading as the previous one is reloaded, to be sure that it is the new one.
        else if (headings[routes[at - 1]!] === headings[route]) await page.goto(paths[at]!)
        else await goWithin(page, paths[at]!)
        await isSettled(page, route)
        if (isFull) await holdsInForcedColours(page, route)
        for (const look of contentLooks) {
          // Modes differ only in colours, which a full run compares.
          const rules = look.mode === 'light' ? 'all' : 'colours'
          if (isFull || (rules === 'all' && represents(route)))
            await looksRight(page, route, { ...look, layout: 'vertical' }, { rules })
          else await fits(page, route, { ...look, layouts: ['vertical'] })
        }
      }
    })
  }
}

for (const { name, as, path, open } of layersToCheck) {
  test(`${name}: no rule is broken in each mode`, async ({ page, app }) => {
    await app.openAs(as, path)
    for (const { mode, width } of isFull ? layerLooks : layerLooks.slice(0, 1)) {
      await walkLayouts(page, { mode, width, layouts: ['vertical'] })
      await untilFilled(page)
      const close = await open(page, app)
      expect(await violations(page), `${mode}, ${width} px`).toEqual([])
      if (isFull) await holdsInForcedColours(page, name)
      await close()
    }
  })
}

test('the catalogue of primitives breaks no rule and fits in each mode', full, async ({ page, app }) => {
  await app.openAs('admin', '/profile')
  await openKit(page)
  for (const look of contentLooks) {
    const [shown] = await walkLayouts(page, { ...look, layouts: ['vertical'] })
    expect(shown, `${look.mode}, ${look.width} px`).toMatchObject({ heading: 'Catalogue', wide: [] })
    expect(await violations(page, { rules: look.mode === 'light' ? 'all' : 'colours' })).toEqual([])
  }
})

for (const layout of layouts) {
  test(`the frame of the ${layout} layout breaks no rule in both modes`, full, async ({ page, app }) => {
    const route = landings.admin
    await app.openAs('admin', route)
    await isSettled(page, route)
    for (const look of contentLooks) await looksRight(page, route, { ...look, layout }, { within: 'frame' })
    // Screens and frame have no landmark of the same name.
    await looksRight(page, route, { ...contentLooks[0]!, layout }, {})
  })
}

for (const role of roles) {
  const own = allRoutes.filter((route) => admits(route, role))
  const others = allRoutes.filter((route) => !admits(route, role))

  // Routes that this role has checked already are skipped.
  const unseen = isFull ? own : own.filter((route) => examinerOf(route) !== role)
  if (unseen.length > 0) {
    test(`${role} finds each of their screens under its heading, and it fits the window in every layout`, {
      tag: '@full',
    }, async ({ page, app, playwright, server }) => {
      test.setTimeout(isFull ? 3_600_000 : 180_000)
      const api = await openApi(playwright, server.url, role)
      await app.openAs(role, landings[role])
      for (const [at, route] of unseen.entries()) {
        await goWithin(page, await pathOf(api, route))
        await isSettled(page, route)
        const some = layouts.filter((_, index) => index % 2 === at % 2)
        if (!isFull) await fits(page, route, { ...looks[at % looks.length]!, layouts: some })
        else
          for (const look of looks) {
            await fits(page, route, { ...look, layouts })
            expect(await violations(page), `${route}, ${look.mode}, ${look.width} px`).toEqual([])
          }
      }
      await api.close()
    })
  }

  if (others.length > 0) {
    test(`${role} is taken from every other route to their own screen`, full, async ({ page, app, api }) => {
      const landing = landings[role]
      // The guard reads one table of routes, which tests/unit/machines checks completely.
      const tried = casesOf(others, (_, at) => at % 3 === roles.indexOf(role) % 3)
      await app.openAs(role, await pathOf(api, tried[0]!))
      for (const [at, route] of tried.entries()) {
        await walkLayouts(page, { ...looks[at % looks.length]!, layouts: [layouts[at % layouts.length]!] })
        await goWithin(page, await pathOf(api, route))
        await expect(page, route).toHaveURL((url) => url.pathname === landing)
        await expect(page.getByRole('heading', { level: 1 }), route).toHaveText(headings[landing])
      }
    })
  }
}

/** Where the system chooses the colours. */
const holdsInForcedColours = async (page: Page, where: string) => {
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await violations(page, { rules: 'forced' }), `${where}, forced colours`).toEqual([])
  await page.emulateMedia({ forcedColors: 'none' })
}

/** Opens the screen in one appearance and checks it by the rules of `part`. */
const looksRight = async (page: Page, route: Route, { layout, ...look }: Look, part: Part) => {
  await fits(page, route, { ...look, layouts: [layout] })
  expect(await violations(page, part), `${layout}, ${look.mode}, ${look.width} px`).toEqual([])
}

/** In these layouts, checks the heading and that nothing overflows horizontally. */
const fits = async (page: Page, route: Route, look: Parameters<typeof walkLayouts>[1]) => {
  const due = headings[route]
  for (const [at, { heading, wide }] of (await walkLayouts(page, look)).entries()) {
    const where = `${route}, ${look.layouts[at]}, ${look.mode}, ${look.width} px`
    expect(heading, where).toEqual(typeof due === 'string' ? due : expect.stringMatching(due))
    expect(wide, where).toEqual([])
  }
}

const isSettled = async (page: Page, route: Route) => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(headings[route])
  await untilFilled(page)
}
