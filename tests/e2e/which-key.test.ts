import type { Page } from '@playwright/test'
import { casesOf } from '../support/is-full.ts'
import type { AppPage } from './support/app-page.ts'
import { expect, test } from './support/test.ts'

const hintOf = (page: Page) => page.getByRole('region', { name: 'Suite de la combinaison' })

/** Starts a sequence and pauses for longer than its timeout of 1.2 seconds. */
const beginSlowly = async (page: Page, app: AppPage) => {
  await app.press('g')
  await expect(hintOf(page)).toBeVisible()
  await page.waitForTimeout(1_500)
  await expect(hintOf(page)).toBeVisible()
}

test('g, a pause, s goes to the parcels and changes no status', { tag: '@full' }, async ({
  page,
  app,
  openAs,
}) => {
  await openAs('admin', '/orders/list')
  await app.listReady('Commandes')
  await beginSlowly(page, app)
  await app.press('s')
  await expect(page).toHaveURL('/shippings/list')
  await expect(hintOf(page)).toBeHidden()
  await expect(app.palette).toBeHidden()
})

for (const key of casesOf(['l', 'n', 'Escape'], (one) => one !== 'l')) {
  test(`g, a pause, ${key} closes the hint and runs nothing`, { tag: '@full' }, async ({
    page,
    app,
    openAs,
  }) => {
    await openAs('admin', '/orders/list')
    await app.listReady('Commandes')
    const before = (await app.active())?.at
    await beginSlowly(page, app)
    await app.press(key)
    await expect(hintOf(page)).toBeHidden()
    expect((await app.active())?.at).toBe(before)
    await expect(app.selection).toHaveCount(0)
    await expect(page).toHaveURL('/orders/list')

    await app.press('j')
    await expect.poll(async () => (await app.active())?.at).toBe((before ?? 0) + 1)
  })
}
