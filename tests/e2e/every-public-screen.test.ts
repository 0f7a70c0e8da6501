import { roles } from '../../domain/access/permissions.ts'
import { landings, type PublicScreen, publicRoutes } from '../../domain/access/routes.ts'
import auth from '../../locales/fr/auth.json' with { type: 'json' }
import landing from '../../locales/fr/landing.json' with { type: 'json' }
import site from '../../locales/fr/public.json' with { type: 'json' }
import type { RunningServer } from '../support/console/running-server.ts'
import { casesOf, isFull } from '../support/is-full.ts'
import type { Api } from './support/api.ts'
import { violations } from './support/axe.ts'
import { headings } from './support/headings.ts'
import { contentLooks, goWithin, pagesOf, walkLayouts } from './support/looks.ts'
import { newSeller } from './support/records.ts'
import { expect, full, test } from './support/shared-page.ts'

/** The heading of each public screen for a signed-out visitor. Fails to compile when one is missing. */
const publicHeadings: Record<PublicScreen, string> = {
  login: auth.login.title,
  login2: auth.login.title,
  register: auth.register.title,
  register2: auth.register.title,
  signinSignup: auth.both.title,
  signinSignup2: auth.both.title,
  confirm: auth.confirm.title,
  confirm2: auth.confirm.title,
  activate: auth.activate.title,
  secondFactor: auth.enrol.title,
  // Without a login that waits for it.
  signOn: auth.signOn.failed,
  resendEmail: auth.resend.title,
  // A link with an invalid token.
  verifyEmail: auth.dead.title,
  forgetPassword: auth.forget.title,
  forgetPassword2: auth.forget.title,
  passwordReset: auth.reset.title,
  lockScreen: auth.lock.title,
  lockScreen2: auth.lock.title,
  logout: auth.logout.title,
  logout2: auth.logout.title,
  landing: landing.landing.title,
  upcoming: landing.upcoming.title,
  maintenance: landing.maintenance.title,
  notFound: site.notFound.title,
  notFound2: site.notFound.title,
  broken: site.broken.title,
  broken2: site.broken.title,
}

// Transitions are off, so that colours are final when compared; the token in the link of `verifyEmail` is invalid.
test.use({ expectedErrors: [/status of 400/] })
test.describe.configure({ mode: 'parallel' })
test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 390, height: 640 })
})

const screens = Object.keys(publicRoutes) as PublicScreen[]

type Mailbox = { api: Api; server: Pick<RunningServer, 'mailedTo'> }

/** The form for a new password is shown for a link that works only. */
const pathOf = async (screen: PublicScreen, { api, server }: Mailbox): Promise<string> => {
  if (screen !== 'passwordReset') return publicRoutes[screen].replace(/:(token|provider)/, 'nobodys')
  const { email } = await newSeller(api)
  await api.send('POST', 'forget-password', { email })
  await expect.poll(() => server.mailedTo(email).length).toBe(1)
  return new URL(server.mailedTo(email)[0]!).pathname
}

/** Variants in the split layout; only the login's is checked. */
const isVariant = (screen: PublicScreen): boolean => screen.endsWith('2') && screen !== 'login2'

for (const group of pagesOf(screens)) {
  test(`${group.join(', ')}: no rule is broken and all fits the window in each mode`, async ({
    page,
    api,
    server,
  }) => {
    for (const screen of group) {
      await page.goto(await pathOf(screen, { api, server }))
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toHaveText(publicHeadings[screen])
      await expect(page.getByRole('main')).toBeVisible()
      if (screen === 'passwordReset')
        await expect(page.getByLabel('Nouveau mot de passe', { exact: true })).toBeFocused()
      for (const look of contentLooks) {
        const where = `${screen}, ${look.mode}, ${look.width} px`
        const seen = await walkLayouts(page, { ...look, layouts: ['vertical'] })
        expect(seen, where).toEqual([{ heading: publicHeadings[screen], wide: [] }])
        // Modes differ only in colours, which a full run compares.
        if (!isFull && (look.mode === 'dark' || isVariant(screen))) continue
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
  'secondFactor',
  'signOn',
]
const ending: readonly PublicScreen[] = ['lockScreen', 'lockScreen2', 'logout', 'logout2']

for (const role of casesOf(roles, (one) => one === 'delivery')) {
  test(
    `${role}, signed in, finds each public screen or their own`,
    full,
    async ({ page, app, api, server }) => {
      for (const screen of screens.filter((other) => !ending.includes(other))) {
        const path = await pathOf(screen, { api, server })
        if (screen === screens[0]) await app.openAs(role, path)
        else await goWithin(page, path)
        const isForOthers = onlyForOthers.includes(screen)
        const expected = isForOthers ? headings[landings[role]] : publicHeadings[screen]
        // The heading may still be the previous screen's: navigating now would be overtaken by the redirect.
        if (isForOthers) await expect(page, screen).toHaveURL(({ pathname }) => pathname === landings[role])
        await expect(page.getByRole('heading', { level: 1 }), screen).toHaveText(expected)
      }
      for (const screen of ending) {
        await app.openAs(role, await pathOf(screen, { api, server }))
        await expect(page.getByRole('heading', { level: 1 }), screen).toHaveText(publicHeadings[screen])
      }
    },
  )
}
