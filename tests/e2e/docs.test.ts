import { expect, full, test } from './support/test.ts'

test.describe('the docs of the API', () => {
  test('are filtered from the keyboard by several words', full, async ({ page }) => {
    await page.goto('/api/docs')
    const calls = page.getByRole('button', { name: /^(GET|POST|PUT|DELETE) / })
    await expect(calls.first()).toBeVisible()
    const all = await calls.count()
    await page.keyboard.press('/')
    await expect(page.getByRole('textbox', { name: /Filter/ })).toBeFocused()
    await page.keyboard.type('shippings/status put')
    await expect(calls).toHaveCount(2)
    await calls.first().focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText(': admin, agent of the country').first()).toBeVisible()
    await page.keyboard.press('/')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('no such call')
    await expect(calls).toHaveCount(0)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    await expect(calls).toHaveCount(all)
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })

    test('fit the screen', full, async ({ page }) => {
      await page.goto('/api/docs')
      await expect(page.getByRole('heading', { name: /^Waybill/ })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    })
  })
})
