import type { Page } from '@playwright/test'
import { newOrder, newProduct, uniqueWord } from './support/records.ts'
import { expect, test } from './support/test.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** How long ago an order was made, which goes on while a test runs, is in this cell. */
const AGE_CELL = 10
const withoutAge = (cells: readonly string[] | undefined) => cells?.toSpliced(AGE_CELL, 1)

test('back from a record leads to the filter, the row and the keyboard that were left, forward to the record', async ({
  page,
  desk,
  openAs,
}) => {
  await openAs('admin', '/orders/list')
  await desk.listReady('Commandes')
  await desk.press('f')
  await desk.type('status:PENDING')
  await desk.press('Enter')
  await expect(page).toHaveURL(/q=/)
  await desk.listReady('Commandes')
  await desk.press('j', 'j', 'ArrowDown', 'k')
  const left = await desk.active()
  expect(left?.at).toBe(3)
  const address = page.url()
  await desk.press('e')
  await expect(heading(page)).toHaveText(`Modifier la commande n° ${left?.cells[1]}`)
  const form = page.url()

  await page.goBack()
  await desk.listReady('Commandes')
  await expect(page).toHaveURL(address)
  await expect(desk.filterBox).not.toHaveValue('')
  await expect
    .poll(async () => {
      const row = await desk.active()
      return { at: row?.at, cells: withoutAge(row?.cells) }
    })
    .toEqual({ at: 3, cells: withoutAge(left?.cells) })
  await desk.press('j')
  await expect.poll(async () => (await desk.active())?.at).toBe(4)

  await page.goForward()
  await expect(page).toHaveURL(form)
  await expect(heading(page)).toHaveText(`Modifier la commande n° ${left?.cells[1]}`)
  await expect(page.getByRole('combobox', { name: 'Produit' })).toBeFocused()
  await page.goBack()
  await desk.listReady('Commandes')
  await expect.poll(async () => (await desk.active())?.at).toBe(4)
})

test('back leads to a row far down a list, scrolled to', async ({ page, desk, openAs }) => {
  await openAs('admin', '/orders/list')
  await desk.listReady('Commandes')
  await desk.press('End')
  await expect.poll(async () => (await desk.active())?.isLoaded).toBe(true)
  await desk.press('ArrowUp', 'ArrowUp')
  const left = await desk.active()
  expect(left?.at).toBeGreaterThan(100)
  await desk.press('g', 'p')
  await desk.listReady('Produits')
  await page.goBack()
  await expect(desk.grid).toBeFocused()
  await expect
    .poll(async () => {
      const row = await desk.active()
      return { at: row?.at, cells: withoutAge(row?.cells) }
    })
    .toEqual({ at: left?.at, cells: withoutAge(left?.cells) })
  await expect(desk.grid.locator(`[aria-rowindex="${(left?.at ?? 0) + 1}"]`)).toBeInViewport()
})

test('back and forward walk over what keys, the palette and views opened', async ({ page, desk, openAs }) => {
  await openAs('admin', '/orders/list?sort=number')
  await desk.listReady('Commandes')
  await desk.press('g', 'p')
  await desk.listReady('Produits')
  await desk.press('Control+k')
  await expect(desk.palette).toBeVisible()
  await desk.type('calculateur')
  await expect(desk.highlighted).toContainText('calculateur')
  await desk.press('Enter')
  await expect(heading(page)).toHaveText('Calculateur')
  await desk.press('g', 'u')
  await desk.listReady('Utilisateurs')

  await page.goBack()
  await expect(heading(page)).toHaveText('Calculateur')
  await page.goBack()
  await desk.listReady('Produits')
  await expect(desk.palette).toBeHidden()
  await page.goBack()
  await desk.listReady('Commandes')
  await expect(page).toHaveURL('/orders/list?sort=number')
  await page.goForward()
  await desk.listReady('Produits')
  // A new way from here: nothing lies ahead any more.
  await desk.press('g', 'j')
  await expect(heading(page)).toHaveText('Journal')
  await page.goForward()
  await expect(heading(page)).toHaveText('Journal')
})

test('a screen that the role may not open leaves no entry for Back to fall into', async ({
  page,
  desk,
  openAs,
}) => {
  await openAs('agent', '/profile')
  await expect(heading(page)).toHaveText('Mon profil')
  await desk.press('g', 's')
  await desk.listReady('Livraisons')
  await page.evaluate(() => {
    history.pushState(null, '', '/users/list')
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  })
  await expect(page).toHaveURL('/shippings/list')
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/profile')
})

test.describe('unsaved words', () => {
  const question = (page: Page) => page.getByRole('alertdialog', { name: 'Quitter sans enregistrer ?' })

  test('are asked about by back, forward, a link, the palette and a reload, and stay where one stays', async ({
    page,
    desk,
    openAs,
    api,
  }) => {
    const product = await newProduct(api, { name: `Histoire ${uniqueWord()}` })
    const order = await newOrder(api, { product: product.id, customerName: 'Avant' })
    await openAs('admin', `/orders/list?q=${order.number}`)
    await desk.listReady('Commandes')
    await desk.press('e')
    const name = page.getByLabel('Client')
    await expect(name).toHaveValue('Avant')
    const goToCalculator = async () => {
      await desk.press('Control+k')
      await expect(desk.palette).toBeVisible()
      await desk.type('calculateur')
      await expect(desk.highlighted).toContainText('calculateur')
      await desk.press('Enter')
    }
    await goToCalculator()
    await expect(heading(page)).toHaveText('Calculateur')
    await page.goBack()
    await desk.tabTo(name)
    await desk.fill('Jamais gardé')
    const address = page.url()
    const stay = async () => {
      await expect(question(page)).toBeVisible()
      await desk.press('Escape')
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
    await desk.tabTo(link, 'Shift+Tab')
    await desk.press('Enter')
    await expect(question(page)).toBeVisible()
    await desk.press('Escape')
    await expect(link).toBeFocused()
    await expect(page).toHaveURL(address)

    const asked = page.waitForEvent('dialog')
    await page.evaluate(() => setTimeout(() => location.reload()))
    await (await asked).dismiss()
    await expect(name).toHaveValue('Jamais gardé')

    await page.goBack()
    await desk.tabTo(question(page).getByRole('button', { name: 'Quitter sans enregistrer' }))
    await desk.press('Enter')
    await desk.listReady('Commandes')
    await expect(desk.filterBox).toHaveValue(String(order.number))
    expect(await api.one('orders', order.id)).toMatchObject({ customerName: 'Avant', version: 1 })
    await page.goForward()
    await expect(name).toHaveValue('Avant')
  })

  test('that were saved are not asked about', async ({ page, desk, openAs, api }) => {
    const order = await newOrder(api, { customerName: 'Avant' })
    await openAs('admin', `/orders/list?q=${order.number}`)
    await desk.listReady('Commandes')
    await desk.press('e')
    await desk.tabTo(page.getByLabel('Client'))
    await desk.fill('Après')
    await desk.press('Control+Enter')
    await desk.listReady('Commandes')
    await page.goBack()
    await expect(page.getByLabel('Client')).toHaveValue('Après')
    await page.goBack()
    await desk.listReady('Commandes')
    await expect(question(page)).toHaveCount(0)
  })
})
