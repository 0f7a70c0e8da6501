import { roles } from '../../domain/access/permissions.ts'
import { landings, type PublicScreen, publicRoutes } from '../../domain/access/routes.ts'
import { casesOf } from '../support/is-full.ts'
import { violations } from './support/axe.ts'
import { headings } from './support/headings.ts'
import { contentLooks, goWithin, pagesOf, walkLayouts } from './support/looks.ts'
import { publicHeadings } from './support/public-headings.ts'
import { expect, test } from './support/test.ts'

// Transitions are off, so that colours are final when compared; the token in the link is invalid.
test.use({
  reducedMotion: 'reduce',
  viewport: { width: 390, height: 640 },
  expectedErrors: [/status of 400/],
})
test.describe.configure({ mode: 'parallel' })

const screens = Object.keys(publicRoutes) as PublicScreen[]
const pathOf = (screen: PublicScreen): string => publicRoutes[screen].replace(':token', 'nobodys')

for (const group of pagesOf(screens)) {
  test(`${group.join(', ')}: no rule is broken and all fits the window in both modes`, async ({ page }) => {
    for (const screen of group) {
      await page.goto(pathOf(screen))
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toHaveText(publicHeadings[screen])
      await expect(page.getByRole('main')).toBeVisible()
      for (const look of contentLooks) {
        const where = `${screen}, ${look.mode}, ${look.width} px`
        const seen = await walkLayouts(page, { ...look, layouts: ['vertical'] })
        expect(seen, where).toEqual([{ heading: publicHeadings[screen], wide: [] }])
        // Light and dark differ by their colours alone.
        const rules = look.mode === 'light' ? 'all' : 'colours'
        expect(await violations(page, { rules }), where).toEqual([])
      }
    }
  })
}

/** Screens that redirect a signed-in user; the logout comes last because it ends the session. */
const onlyForOthers: readonly PublicScreen[] = [
  'login',
  'login2',
  'signinSignup',
  'signinSignup2',
  'confirm',
  'confirm2',
  'activate',
]
const ending: readonly PublicScreen[] = ['lockScreen', 'lockScreen2', 'logout', 'logout2']

for (const role of casesOf(roles, (one) => one === 'delivery')) {
  test(`${role}, signed in, finds each public screen or their own`, async ({ page, openAs }) => {
    for (const screen of screens.filter((other) => !ending.includes(other))) {
      if (screen === screens[0]) await openAs(role, pathOf(screen))
      else await goWithin(page, pathOf(screen))
      const isForOthers = onlyForOthers.includes(screen)
      const expected = isForOthers ? headings[landings[role]] : publicHeadings[screen]
      // The heading may still be the previous screen's: navigating now would be overtaken by the redirect.
      if (isForOthers) await expect(page, screen).toHaveURL(({ pathname }) => pathname === landings[role])
      await expect(page.getByRole('heading', { level: 1 }), screen).toHaveText(expected)
    }
    for (const screen of ending) {
      await openAs(role, pathOf(screen))
      await expect(page.getByRole('heading', { level: 1 }), screen).toHaveText(publicHeadings[screen])
    }
  })
}
