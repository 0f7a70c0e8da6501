import type { Page } from '@playwright/test'
import { newOrder, newProduct, uniqueWord } from './support/records.ts'
import { expect, full, test } from './support/test.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** The cell with an order's age, which changes while a test runs. */
const AGE_CELL = 10
const withoutAge = (cells: readonly string[] | undefined) => cells?.toSpliced(AGE_CELL, 1)

test('back from a record leads to the filter, the row and the keyboard that were left, forward to the record', {
  tag: '@full',
}, async ({ page, app }) => {
  await app.openList('/orders/list')
  await app.filter('status:PENDING')
  await expect(page).toHaveURL(/q=/)
  await app.listReady('Commandes')
  await app.press('j', 'j', 'ArrowDown', 'k')
  const left = await app.active()
  expect(left?.at).toBe(3)
  const address = page.url()
  await app.press('e')
  await expect(heading(page)).toHaveText(`Modifier la commande n° ${left?.cells[1]}`)
  const form = page.url()

  await page.goBack()
  await app.listReady('Commandes')
  await expect(page).toHaveURL(address)
  await expect(app.filterBox).not.toHaveValue('')
  await expect
    .poll(async () => {
      const row = await app.active()
      return { at: row?.at, cells: withoutAge(row?.cells) }
    })
    .toEqual({ at: 3, cells: withoutAge(left?.cells) })
  await app.press('j')
  await expect.poll(async () => (await app.active())?.at).toBe(4)

  await page.goForward()
  await expect(page).toHaveURL(form)
  await expect(heading(page)).toHaveText(`Modifier la commande n° ${left?.cells[1]}`)
  await expect(page.getByRole('combobox', { name: 'Produit' })).toBeFocused()
  await page.goBack()
  await app.listReady('Commandes')
  await expect.poll(async () => (await app.active())?.at).toBe(4)
})

test('back leads to a row far down a list, scrolled to', full, async ({ page, app }) => {
  await app.openList('/orders/list')
  await app.press('End')
  await expect.poll(async () => (await app.active())?.isLoaded).toBe(true)
  await app.press('ArrowUp', 'ArrowUp')
  const left = await app.active()
  expect(left?.at).toBeGreaterThan(100)
  await app.press('g', 'p')
  await app.listReady('Produits')
  await page.goBack()
  await expect(app.grid).toBeFocused()
  await expect
    .poll(async () => {
      const row = await app.active()
      return { at: row?.at, cells: withoutAge(row?.cells) }
    })
    .toEqual({ at: left?.at, cells: withoutAge(left?.cells) })
  await expect(app.grid.locator(`[aria-rowindex="${(left?.at ?? 0) + 1}"]`)).toBeInViewport()
})

test('back and forward walk over what keys, the palette and views opened', full, async ({ page, app }) => {
  await app.openList('/orders/list?sort=number')
  await app.press('g', 'p')
  await app.listReady('Produits')
  await app.press('Control+k')
  await expect(app.palette).toBeVisible()
  await app.type('calculateur')
  await expect(app.highlighted).toContainText('calculateur')
  await app.press('Enter')
  await expect(heading(page)).toHaveText('Calculateur')
  await app.press('g', 'u')
  await app.listReady('Utilisateurs')

  await page.goBack()
  await expect(heading(page)).toHaveText('Calculateur')
  await page.goBack()
  await app.listReady('Produits')
  await expect(app.palette).toBeHidden()
  await page.goBack()
  await app.listReady('Commandes')
  await expect(page).toHaveURL('/orders/list?sort=number')
  await page.goForward()
  await app.listReady('Produits')
  // A new navigation clears the forward history.
  await app.press('g', 'j')
  await expect(heading(page)).toHaveText('Journal')
  await page.goForward()
  await expect(heading(page)).toHaveText('Journal')
})

test('a screen that the role may not open leaves no entry for Back', full, async ({ page, app }) => {
  await app.openAs('agent', '/profile')
  await expect(heading(page)).toHaveText('Mon profil')
  await app.press('g', 's')
  await app.listReady('Livraisons')
  await page.evaluate(() => {
    history.pushState(null, '', '/users/list')
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  })
  await expect(page).toHaveURL('/shippings/list')
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/profile')
})

test.describe('unsaved input', () => {
  const question = (page: Page) => page.getByRole('alertdialog', { name: 'Quitter sans enregistrer ?' })

  test('are asked about by back, forward, a link, the palette and a reload, and stay where one stays', {
    tag: '@full',
  }, async ({ page, app, api }) => {
    const product = await newProduct(api, { name: `Histoire ${uniqueWord()}` })
    const order = await newOrder(api, { product: product.id, customerName: 'Avant' })
    await app.openList(`/orders/list?q=${order.number}`)
    await app.press('e')
    const name = page.getByLabel('Client')
    await expect(name).toHaveValue('Avant')
    const goToCalculator = async () => {
      await app.press('Control+k')
      await expect(app.palette).toBeVisible()
      await app.type('calculateur')
      await expect(app.highlighted).toContainText('calculateur')
      await app.press('Enter')
    }
    await goToCalculator()
    await expect(heading(page)).toHaveText('Calculateur')
    await page.goBack()
    await app.tabTo(name)
    await app.fill('Jamais gardé')
    const address = page.url()
    const stay = async () => {
      await expect(question(page)).toBeVisible()
      await app.press('Escape')
      await expect(question(page)).toBeHidden()
      await expect(name).toHaveValue('Jamais gardé')
      await expect(name).toBeFocused()
      await expect(page).toHaveURL(address)
    }
    await page.goBack()
    await stay()
    await page.goForward()
    await stay()
    await goToCalculator()
    await stay()

    const link = page.getByRole('link', { name: 'Produits' })
    await app.activate(link, 'Shift+Tab')
    await expect(question(page)).toBeVisible()
    await app.press('Escape')
    await expect(link).toBeFocused()
    await expect(page).toHaveURL(address)

    const dialogOpened = page.waitForEvent('dialog')
    await page.evaluate(() => setTimeout(() => location.reload()))
    await (await dialogOpened).dismiss()
    await expect(name).toHaveValue('Jamais gardé')

    await page.goBack()
    await app.activate(question(page).getByRole('button', { name: 'Quitter sans enregistrer' }))
    await app.listReady('Commandes')
    await expect(app.filterBox).toHaveValue(String(order.number))
    expect(await api.one('orders', order.id)).toMatchObject({ customerName: 'Avant', version: 1 })
    await page.goForward()
    await expect(name).toHaveValue('Avant')
  })

  test('that were saved are not asked about', full, async ({ page, app, api }) => {
    const order = await newOrder(api, { customerName: 'Avant' })
    await app.openList(`/orders/list?q=${order.number}`)
    await app.press('e')
    await app.tabTo(page.getByLabel('Client'))
    await app.fill('Après')
    await app.press('Control+Enter')
    await app.listReady('Commandes')
    await page.goBack()
    await expect(page.getByLabel('Client')).toHaveValue('Après')
    await page.goBack()
    await app.listReady('Commandes')
    await expect(question(page)).toHaveCount(0)
  })
})
