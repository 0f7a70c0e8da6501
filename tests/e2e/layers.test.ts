import type { Page } from '@playwright/test'
import { openKit } from './support/open-kit.ts'
import { newOrder, uniqueWord } from './support/records.ts'
import { expect, full, test } from './support/test.ts'

/** Keys that open a layer, and its name. */
const layers = [
  { keys: ['?'], name: 'Toutes les touches' },
  { keys: ['Control+k'], name: 'Palette' },
  { keys: ['Shift+V'], name: 'Enregistrer la vue' },
  { keys: ['Delete'], name: 'Supprimer la commande' },
  { keys: ['F2', 'Enter'], name: 'Client de la ligne' },
] as const

test('a layer has the keyboard as soon as it opens, no layer behind', full, async ({ page, app, api }) => {
  const customerName = `Vite ${uniqueWord()}`
  await newOrder(api, { customerName })
  await app.openList(`/orders/list?q=${customerName}`)
  await watchLayers(page)
  for (const { keys, name } of layers) {
    await app.press(...keys)
    const layer = page.locator('[role=dialog],[role=alertdialog]').filter({ visible: true })
    await expect(layer, name).toHaveCount(1)
    await expect(layer).toHaveAccessibleName(new RegExp(name))
    expect(await page.evaluate(() => (window as unknown as Watched).opened.splice(0)), name).toEqual([true])
    await app.press('Escape')
    await expect(layer).toHaveCount(0)
    await expect(app.grid).toBeFocused()
  }
})

test('the palette opens over a dialog, and gives the focus back to it', full, async ({ page, app }) => {
  await app.openList('/orders/list')
  // The next palette is created after one closed; it must not hide a layer opened then.
  await app.press('Control+k')
  await expect(app.palette).toBeVisible()
  await app.press('Escape', 'Shift+V')
  const dialog = page.getByRole('dialog', { name: 'Enregistrer la vue' })
  const name = dialog.getByRole('textbox')
  await expect(name.first()).toBeFocused()
  await app.press('Control+k')
  await expect(app.palette.getByRole('combobox')).toBeFocused()
  await expect(dialog).toBeHidden()
  await app.press('Escape')
  await expect(name.first()).toBeFocused()
})

test('a dialog that a menu opens gives the focus back to its button', full, async ({ page, app }) => {
  await app.openList('/orders/list')
  const button = page.getByRole('button', { name: /^Compte de/ })
  const menu = page.getByRole('menu', { name: 'Votre compte' })
  await app.activate(button, 'Shift+Tab')
  await expect(menu.getByRole('menuitem').first()).toBeFocused()
  await app.type('aide')
  await expect(menu.getByRole('menuitem', { name: 'Aide et raccourcis' })).toBeFocused()
  await app.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Toutes les touches' })
  await expect(dialog).toBeVisible()
  await expect(menu).toBeHidden()
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await app.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
})

test('a tooltip shows on focus and after a moment of hovering, describes its control, and goes with Escape', {
  tag: '@full',
}, async ({ page, app }) => {
  await app.openAs('admin', '/profile')
  await openKit(page)
  const button = page.getByRole('button', { name: 'Info-bulle' })
  const tooltip = page.getByRole('tooltip')
  await button.scrollIntoViewIfNeeded()
  await button.hover()
  await expect(tooltip).toContainText('Un mot de plus')
  await page.mouse.move(0, 0)
  await expect(tooltip).toBeHidden()
  await page.getByRole('button', { name: 'Question grave' }).focus()
  await app.press('Tab')
  await expect(button).toBeFocused()
  await expect(tooltip).toBeVisible()
  await expect(button).toHaveAccessibleDescription(/Un mot de plus/)
  await app.press('Escape')
  await expect(tooltip).toBeHidden()
  await expect(button).toBeFocused()
})

test('the page behind a dialog does not scroll, and is as it was afterwards', full, async ({ page, app }) => {
  await app.openAs('admin', '/profile')
  await openKit(page)
  const button = page.getByRole('button', { name: 'Boîte de dialogue' })
  await button.focus()
  const before = await page.evaluate(() => [window.scrollY, document.body.getAttribute('style') ?? ''])
  const width = () => page.evaluate(() => document.querySelector('main')?.clientWidth)
  const widthBefore = await width()
  await app.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Remettre la tournée à demain ?' })
  await expect(dialog).toBeVisible()
  expect(await page.evaluate(() => getComputedStyle(document.body).overflow)).toBe('hidden')
  expect(await width()).toBe(widthBefore)
  await app.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  expect(await page.evaluate(() => [window.scrollY, document.body.getAttribute('style') ?? ''])).toEqual(
    before,
  )
})

type Watched = { opened: boolean[] }

/** Records for each opened layer whether it has focus. */
const watchLayers = (page: Page) =>
  page.evaluate(() => {
    const opened: boolean[] = []
    Object.assign(window, { opened })
    const layers = () => [...document.querySelectorAll('[role=dialog],[role=alertdialog]')]
    let before = layers()
    new MutationObserver(() => {
      const now = layers()
      for (const layer of now)
        if (!before.includes(layer)) opened.push(layer.contains(document.activeElement))
      before = now
    }).observe(document.body, { childList: true, subtree: true })
  })
