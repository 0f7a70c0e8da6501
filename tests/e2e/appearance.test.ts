import type { Page } from '@playwright/test'
import { widths } from './support/looks.ts'
import { expect, full, test } from './support/shared-page.ts'

test('under 1140 px the menu is a layer that Escape closes', full, async ({ page, app }) => {
  await page.setViewportSize({ width: 1139, height: 800 })
  await app.openList('/orders/list')
  const menu = page.getByRole('navigation', { name: 'Menu principal' })
  await expect(menu).toBeHidden()
  const opener = page.getByRole('button', { name: 'Ouvrir le menu' })
  await app.activate(opener, 'Shift+Tab')
  await expect(menu).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Commandes' })).toHaveAttribute('aria-current', 'page')
  await app.press('Escape')
  await expect(menu).toBeHidden()
  await expect(opener).toBeFocused()
  await page.setViewportSize({ width: 1140, height: 800 })
  await expect(menu).toBeVisible()
  await expect(opener).toBeHidden()
})

test('a screen reader finds landmarks, the grid with its size and place, and every control by its name', async ({
  page,
  app,
}) => {
  await app.openList('/orders/list')
  for (const landmark of ['banner', 'main'] as const) await expect(page.getByRole(landmark)).toHaveCount(1)
  await expect(page.getByRole('navigation', { name: 'Menu principal' })).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1, name: 'Commandes' })).toHaveCount(1)
  await expect(page).toHaveTitle('Commandes · Waybill')
  await expect(app.grid).toHaveAttribute('aria-multiselectable', 'true')
  await expect(app.grid.getByRole('columnheader', { name: 'Client' })).toHaveCount(1)
  const rows = app.grid.getByRole('row')
  await expect(rows.nth(1)).toHaveAttribute('aria-rowindex', '2')
  expect(await namelessControls(page)).toEqual([])

  await page.goto('/orders/add')
  await expect(page.getByRole('heading', { level: 1, name: 'Nouvelle commande' })).toBeVisible()
  expect(await namelessControls(page)).toEqual([])
})

test('the palette announces to a screen reader which option Enter would run', full, async ({ page, app }) => {
  await app.openList('/orders/list')
  await app.press('Control+k')
  const field = app.palette.getByRole('combobox', { name: 'Palette' })
  await expect(field).toHaveAttribute('aria-autocomplete', 'list')
  const named = () =>
    field.evaluate((box) => {
      const option = document.getElementById(box.getAttribute('aria-activedescendant') ?? '')
      return `${option?.getAttribute('role')} ${option?.getAttribute('aria-selected')} ${option?.textContent}`
    })
  await app.type('aller')
  await expect.poll(named).toMatch(/^option true Aller/)
  const first = await named()
  await app.press('ArrowDown')
  await expect.poll(named).toMatch(/^option true Aller/)
  expect(await named()).not.toBe(first)
  await expect(app.palette.getByRole('status')).toContainText('résultats')
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await fitsSideways(page, `palette at ${width} px`)
  }
})

test('a chosen theme survives a reload', full, async ({ page, app }) => {
  await app.openList('/orders/list')
  const account = page.getByRole('button', { name: /^Compte de / })
  await app.activate(account, 'Shift+Tab')
  await expect(page.getByRole('menuitem', { name: 'Aller à mon profil' })).toBeFocused()
  await app.press('ArrowDown', 'ArrowDown', 'ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Thème clair ou sombre' })).toBeFocused()
  await app.press('Enter')
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
  await expect.poll(theme).toBe('dark')
  await expect(account).toBeFocused()
  await page.reload()
  await app.listReady('Commandes')
  expect(await theme()).toBe('dark')
})

const fitsSideways = (page: Page, what: string) => {
  const over = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  return expect.poll(over, what).toBeLessThanOrEqual(0)
}

/** Interactive roles in the accessibility tree without an accessible name. */
const namelessControls = async (page: Page): Promise<string[]> => {
  const tree = await page.ariaSnapshot()
  return tree
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^- (button|link|textbox|combobox|checkbox|grid|dialog|menu|radio)(:| \[|$)/.test(line))
}
