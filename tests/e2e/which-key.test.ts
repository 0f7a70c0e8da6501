import type { Page } from '@playwright/test'
import { casesOf } from '../support/is-full.ts'
import type { Desk } from './support/desk.ts'
import { expect, test } from './support/test.ts'

const hintOf = (page: Page) => page.getByRole('region', { name: 'Suite de la combinaison' })

/** Begins a sequence and takes longer than it once lasted, 1.2 seconds. */
const beginSlowly = async (page: Page, desk: Desk) => {
  await desk.press('g')
  await expect(hintOf(page)).toBeVisible()
  await page.waitForTimeout(1_500)
  await expect(hintOf(page)).toBeVisible()
}

test('g, a pause, s goes to the parcels and changes no status', async ({ page, desk, openAs }) => {
  await openAs('admin', '/orders/list')
  await desk.listReady('Commandes')
  await beginSlowly(page, desk)
  await desk.press('s')
  await expect(page).toHaveURL('/shippings/list')
  await expect(hintOf(page)).toBeHidden()
  await expect(desk.palette).toBeHidden()
})

for (const key of casesOf(['x', 'n', 'Escape'], (one) => one !== 'x')) {
  test(`g, a pause, ${key} closes the hint and runs nothing`, async ({ page, desk, openAs }) => {
    await openAs('admin', '/orders/list')
    await desk.listReady('Commandes')
    const before = (await desk.active())?.at
    await beginSlowly(page, desk)
    await desk.press(key)
    await expect(hintOf(page)).toBeHidden()
    expect((await desk.active())?.at).toBe(before)
    await expect(desk.selection).toHaveCount(0)
    await expect(page).toHaveURL('/orders/list')

    await desk.press('j')
    await expect.poll(async () => (await desk.active())?.at).toBe((before ?? 0) + 1)
  })
}
