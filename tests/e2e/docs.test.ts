import { expect, test } from './support/test.ts'

test.describe('the docs of the API', () => {
  test('are filtered from the keyboard, and a link out of the filter finds its target', async ({ page }) => {
    await page.goto('/api/docs')
    const calls = page.getByRole('main').getByRole('article')
    const all = await calls.count()
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox', { name: 'Filter' })).toBeFocused()
    await page.keyboard.type('status put ship')
    await expect(page.getByRole('status')).toHaveText('2 calls')
    await expect(calls).toHaveCount(2)
    const contents = page.getByRole('navigation', { name: 'Contents' })
    await expect(contents.getByRole('link', { name: 'PUT shippings/status/{id}' })).toBeVisible()
    await expect(contents.getByRole('link', { name: 'GET orders', exact: true })).toBeHidden()

    await calls.first().getByRole('link', { name: 'ShippingMove' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'ShippingMove' })).toBeInViewport()
    await expect(calls).toHaveCount(all)

    await page.keyboard.press('/')
    await page.keyboard.type('no such call')
    await expect(page.getByRole('status')).toHaveText('0 calls')
    await page.keyboard.press('Escape')
    await expect(calls).toHaveCount(all)
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })

    test('keep their contents out of the way and fit the screen', async ({ page }) => {
      await page.goto('/api/docs')
      const contents = page.getByRole('navigation', { name: 'Contents' })
      await expect(contents).toBeHidden()
      await page.getByText('Contents', { exact: true }).focus()
      await page.keyboard.press('Enter')
      await contents.getByRole('link', { name: 'POST invoices/generate' }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: '/api/invoices/generate' })).toBeInViewport()
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBe(390)
    })
  })
})
