import type { Locator, Page } from '@playwright/test'
import { makeImage } from '../support/images/make-images.ts'
import { newProduct, uniqueWord } from './support/records.ts'
import { holdRequests } from './support/stand-between.ts'
import { expect, full, test } from './support/test.ts'

test.use({ expectedErrors: [/40[0-9]|413|415/] })

const link = (page: Page) => page.getByRole('textbox', { name: 'Photo' })
const choose = (page: Page) => page.getByRole('button', { name: 'Choisir une image' })

/** Whether all pictures in it have loaded. */
const isShown = (where: Locator) =>
  where.evaluateAll(
    (images) => images.length > 0 && images.every((image) => (image as HTMLImageElement).naturalWidth > 0),
  )

test('a picture is chosen by keyboard for a product, and is in its list', async ({ page, app, api }) => {
  const name = `Lampe ${uniqueWord()}`
  await app.openAs('admin', '/products/add')
  await page.getByLabel('Nom', { exact: false }).first().fill(name)
  await page.getByLabel(/^Prix/).first().fill('9500')
  await page.getByLabel('En stock', { exact: false }).fill('12')

  await app.tabTo(choose(page))
  const asked = page.waitForEvent('filechooser')
  await app.press('Enter')
  await (await asked).setFiles({ name: 'lampe.png', mimeType: 'image/png', buffer: await makeImage('png') })
  await expect(link(page)).toHaveAttribute('placeholder', 'Image envoyée')
  await expect.poll(() => isShown(page.locator('form img'))).toBe(true)
  await app.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Produits')

  const { items } = await api.list('products', { keyword: name })
  expect(items[0]?.productImage).toMatch(/^\/files\/[0-9a-f]{64}-1024\.webp$/)
  await app.openList('/products/list')
  const picture = app.grid.getByRole('row').filter({ hasText: name }).locator('img')
  await expect.poll(() => isShown(picture)).toBe(true)
  await expect(picture).toHaveAttribute('src', /-64\.webp$/)
})

test('a picture is pasted, dropped, linked and removed', full, async ({ page, context, app, api }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const product = await newProduct(api)
  await app.openAs('admin', `/products/edit/${product.id}`)
  const stored = async () => (await api.one('products', product.id)).productImage
  const png = (await makeImage('png', 80, 80)).toString('base64')

  await test.step('pasted into the field', async () => {
    await page.evaluate(async (data) => {
      const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0))
      const item = new ClipboardItem({ 'image/png': new Blob([bytes], { type: 'image/png' }) })
      await navigator.clipboard.write([item])
    }, png)
    await link(page).focus()
    await app.press('Control+v')
    await expect(link(page)).toHaveAttribute('placeholder', 'Image envoyée')
  })

  await test.step('a link in its place, which is loaded once it is written', async () => {
    const asked: string[] = []
    await page.route('https://images.example/**', async (route) => {
      asked.push(route.request().url())
      await route.fulfill({ contentType: 'image/png', body: Buffer.from(png, 'base64') })
    })
    await link(page).pressSequentially('https://images.example/lampe.png')
    expect(asked).toEqual([])
    await app.press('Tab')
    await expect.poll(() => isShown(page.locator('form img'))).toBe(true)
    expect(asked).toEqual(['https://images.example/lampe.png'])
  })

  await test.step('dropped', async () => {
    const transfer = await page.evaluateHandle((data) => {
      const transfer = new DataTransfer()
      const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0))
      transfer.items.add(new File([bytes], 'lampe.png', { type: 'image/png' }))
      return transfer
    }, png)
    await link(page).dispatchEvent('dragover', { dataTransfer: transfer })
    await link(page).dispatchEvent('drop', { dataTransfer: transfer })
    await expect(link(page)).toHaveAttribute('placeholder', 'Image envoyée')
    await app.press('Control+Enter')
    await expect.poll(stored).toMatch(/^\/files\//)
  })

  await test.step('removed', async () => {
    await app.openAs('admin', `/products/edit/${product.id}`)
    await app.activate(page.getByRole('button', { name: 'Retirer' }))
    await expect(link(page)).toBeFocused()
    await app.press('Control+Enter')
    await expect.poll(stored).toBe(null)
  })
})

test('what is no picture is refused with a sentence, and nothing is saved while one is being sent', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const product = await newProduct(api)
  await app.openAs('admin', `/products/edit/${product.id}`)
  const choose = async (name: string, buffer: Buffer) => {
    const asked = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: /Choisir une image|Remplacer/ }).press('Enter')
    await (await asked).setFiles({ name, mimeType: 'image/png', buffer })
  }
  const alert = page.locator('form').getByRole('alert')
  await choose('lampe.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await expect(alert).toContainText('Ce fichier n’est pas une image JPEG, PNG, WebP ou AVIF. Choisissez')
  await choose('lampe.png', Buffer.alloc(10 * 1024 * 1024 + 1))
  await expect(alert).toContainText('Cette image est trop lourde')

  const release = await holdRequests(page, '**/api/images')
  await choose('lampe.png', await makeImage('png'))
  await expect(page.getByRole('progressbar', { name: 'Envoi de l’image' })).toBeVisible()
  await expect(alert).toHaveCount(0)
  await page.getByLabel('Nom', { exact: false }).first().fill('Lampe envoyée')
  await app.press('Control+Enter')
  await expect(link(page)).toBeFocused()
  expect((await api.one('products', product.id)).name).toBe(product.name)
  release()
  await expect(link(page)).toHaveAttribute('placeholder', 'Image envoyée')
  await app.press('Control+Enter')
  await expect.poll(async () => (await api.one('products', product.id)).productImage).toMatch(/^\/files\//)
})
