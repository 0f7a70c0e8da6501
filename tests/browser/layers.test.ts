import type { Page } from '@playwright/test'
import { newOrder, uniqueWord } from './support/records.ts'
import { expect, test } from './support/test.ts'

/** The keys that open it, and how it is named. */
const layers = [
  { keys: ['?'], name: 'Toutes les touches' },
  { keys: ['Control+k'], name: 'Palette' },
  { keys: ['Shift+V'], name: 'Enregistrer la vue' },
  { keys: ['Delete'], name: 'Supprimer la commande' },
  { keys: ['F2', 'Enter'], name: 'Client de la ligne' },
] as const

test('what opens has the keyboard as it opens: no key between goes to what lies behind', async ({
  page,
  desk,
  openAs,
  api,
}) => {
  const customerName = `Vite ${uniqueWord()}`
  await newOrder(api, { customerName })
  await openAs('admin', `/orders/list?q=${customerName}`)
  await desk.listReady('Commandes')
  await watchLayers(page)
  for (const { keys, name } of layers) {
    await desk.press(...keys)
    const layer = page.locator('[role=dialog],[role=alertdialog]').filter({ visible: true })
    await expect(layer, name).toHaveCount(1)
    await expect(layer).toHaveAccessibleName(new RegExp(name))
    expect(await page.evaluate(() => (window as unknown as Watched).opened.splice(0)), name).toEqual([true])
    await desk.press('Escape')
    await expect(layer).toHaveCount(0)
    await expect(desk.grid).toBeFocused()
  }
})

test('the palette opens over a dialog, and gives the focus back to it', async ({ page, desk, openAs }) => {
  await openAs('admin', '/orders/list')
  await desk.listReady('Commandes')
  // The next palette is made after one closed; what opens then must not hide it.
  await desk.press('Control+k')
  await expect(desk.palette).toBeVisible()
  await desk.press('Escape', 'Shift+V')
  const dialog = page.getByRole('dialog', { name: 'Enregistrer la vue' })
  const name = dialog.getByRole('textbox')
  await expect(name.first()).toBeFocused()
  await desk.press('Control+k')
  await expect(desk.palette.getByRole('combobox')).toBeFocused()
  await expect(dialog).toBeHidden()
  await desk.press('Escape')
  await expect(name.first()).toBeFocused()
})

type Watched = { opened: boolean[] }

/** Of each layer that stands anew: whether the focus is in it by then. */
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
