import type { Page } from '@playwright/test'
import { publicRoutes, type Route, routes } from '../../domain/access/routes.ts'
import { languages } from '../../domain/core/languages.ts'
import { isFull } from '../support/is-full.ts'
import { findFaults } from './support/find-faults.ts'
import { collectData, speakPseudo, wordsOf } from './support/pseudo.ts'
import { expect, test } from './support/test.ts'

/** Latin words that are right in any language: our name, currencies, examples, languages named in themselves. */
const anywhere = [
  'Waybill',
  ...['CFA', 'XOF', 'TND', 'LYD'],
  ...wordsOf('abidjan, Awa Koné, Cocody Angré'),
  // The test browser's name in the list of sessions.
  ...['Chrome', 'Linux'],
  ...Object.values(languages).flatMap(({ name }) => wordsOf(name)),
]

const screens = (Object.keys(routes) as Route[]).filter(
  (route) => !route.includes(':') && route !== '/ui/kit',
)

test.describe.configure({ timeout: 180_000 })
// Responses of a service worker bypass `page.route`, which replaces the texts.
test.use({ serviceWorkers: 'block' })

/** Every screen at both widths in a full run; otherwise an eighth of them at one width, another eighth at the other. */
const isRead = (screenAt: number, widthAt: number) => isFull || screenAt % 8 === widthAt * 4

for (const [widthAt, width] of [1140, 390].entries()) {
  test.describe(`texts 40 % longer at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('are not clipped on any screen, and all are translated', { tag: '@full' }, async ({
      page,
      openAs,
    }) => {
      const isClean = await readPseudo(page)
      await openAs('admin', '/profile')
      for (const screen of screens.filter((_, at) => isRead(at, widthAt))) {
        await page.goto(screen)
        await expect.soft(page.getByRole('heading').first(), screen).toBeVisible()
        await isClean(screen)
      }
    })

    test('are not clipped in the palette, the settings, the help, a menu and a dialog', {
      tag: '@full',
    }, async ({ page, app, openAs }) => {
      const isClean = await readPseudo(page)
      await openAs('admin', '/orders/list')
      await expect(page.getByRole('grid')).toBeFocused()
      for (const keys of ['Control+k', 'Control+,', '?', 's']) {
        await app.press(keys)
        await isClean(`after ${keys}`)
        await app.press('Escape')
      }
    })

    test('fit for users who have not signed in', { tag: '@full' }, async ({ page }) => {
      const isClean = await readPseudo(page)
      const withoutToken = Object.values(publicRoutes).filter((route) => !route.includes(':'))
      for (const screen of withoutToken.filter((_, at) => isRead(at, widthAt))) {
        await page.goto(screen)
        await expect.soft(page.getByRole('heading').first(), screen).toBeVisible()
        await isClean(screen)
      }
    })
  })
}

/** Switches to the pseudo language; returns a function that waits for a screen and checks its texts. */
async function readPseudo(page: Page) {
  await speakPseudo(page)
  const data = collectData(page)
  for (const word of anywhere) data.add(word)
  return async (screen: string) => {
    const faults = async () => {
      const { isBusy, clipped, texts } = await page.evaluate(findFaults)
      const foreign = texts.filter((text) => wordsOf(text).some((word) => !data.has(word)))
      return { isBusy, clipped, foreign }
    }
    await expect.soft
      .poll(faults, { message: screen, timeout: 5_000 })
      .toEqual({ isBusy: false, clipped: [], foreign: [] })
  }
}
