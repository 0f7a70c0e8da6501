import type { Page } from '@playwright/test'
import { newOrder, uniqueWord } from './support/records.ts'
import { expect, test } from './support/test.ts'

/** The keys that open it, and how it is named. */
const layers = [
  { keys: ['?'], name: 'Toutes les touches' },
  { keys: ['Control+k'], name: 'Palette' },
  { keys: ['Shift+V'], name: 'Enregistrer la vue' },
  { keys: ['Delete'], name: 'Supprimer' },
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
