import type { Page } from '@playwright/test'
import { type Role, roles } from '../../domain/access/roles.ts'
import { admits, landings, type Route, routes } from '../../domain/access/routes.ts'
import { openApi } from './support/api.ts'
import { violations } from './support/axe.ts'
import { headings } from './support/headings.ts'
import { goWithin, layouts, looks, untilFilled, walkLayouts } from './support/looks.ts'
import { pathOf } from './support/records.ts'
import { expect, test } from './support/test.ts'

// Colours are compared as they stand, not on their way.
test.use({ reducedMotion: 'reduce', viewport: { width: 390, height: 640 } })
test.describe.configure({ mode: 'parallel' })

const allRoutes = Object.keys(routes) as Route[]

for (const role of roles) {
  const own = allRoutes.filter((route) => admits(route, role))
  const others = allRoutes.filter((route) => !admits(route, role))

  for (const route of own) {
    test(`${role} at ${route}: in every layout, mode and width`, async ({
      page,
      openAs,
      playwright,
      server,
    }) => {
      const api = await openApi(playwright, server.url, role)
      await openAs(role, await pathOf(api, route))
      await api.close()
      await isSettled(page, route)
      for (const look of looks) await stands(page, look, { route, role })
    })
  }

  if (others.length > 0) {
    test(`${role} is taken from every other route to their own screen`, async ({ page, openAs, api }) => {
      const landing = landings[role]
      await openAs(role, await pathOf(api, others[0]!))
      for (const [at, route] of others.entries()) {
        await walkLayouts(page, { ...looks[at % looks.length]!, layouts: [layouts[at % layouts.length]!] })
        await goWithin(page, await pathOf(api, route))
        await expect(page, route).toHaveURL((url) => url.pathname === landing)
        await expect(page.getByRole('heading', { level: 1 }), route).toHaveText(headings[landing])
      }
    })
  }
}

/**
 * What of a screen depends on the layout is its frame: the content is examined in one of them, the frame, on the
 * screen that the role lands on, in all.
 */
const stands = async (
  page: Page,
  look: (typeof looks)[number],
  { route, role }: { route: Route; role: Role },
) => {
  const isLanding = route === landings[role]
  for (const group of isLanding ? layouts.map((layout) => [layout]) : [layouts.toReversed()]) {
    const seen = await walkLayouts(page, { ...look, layouts: group })
    for (const [at, { heading, wide }] of seen.entries()) {
      const where = `${group[at]}, ${look.mode}, ${look.width} px`
      expect(heading, where).toEqual(
        typeof headings[route] === 'string' ? headings[route] : expect.stringMatching(headings[route]),
      )
      expect(wide, where).toEqual([])
    }
    const layout = group.at(-1)
    const part = layout === layouts[0] ? 'all' : 'frame'
    expect(await violations(page, part), `${layout}, ${look.mode}, ${look.width} px`).toEqual([])
  }
}

const isSettled = async (page: Page, route: Route) => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(headings[route])
  // The catalogue shows what is busy on purpose.
  if (route !== '/ui/kit') await untilFilled(page)
}
