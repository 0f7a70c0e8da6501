import type { Locator, Page } from '@playwright/test'
import settings from '../../locales/fr/settings.json' with { type: 'json' }
import { defaultSettings, type SettingName, settingValues } from '../../machines/settings/settings-machine.ts'
import { settingsKey } from '../../src/stores/settings-store.ts'
import { casesOf } from '../support/is-full.ts'
import type { AppPage } from './support/app-page.ts'
import { layouts, walkLayouts } from './support/looks.ts'
import { openKit } from './support/open-kit.ts'
import { expect, full, test } from './support/shared-page.ts'

const places = [
  ...['Tableau de bord', 'Calculateur', 'Journal'],
  ...[
    'Commandes',
    'Appels',
    'Qui appelle',
    'Règles d’appel',
    'Produits',
    'Publicité',
    'Demandes',
    'Offres',
    'Boutique',
  ],
  ...['Factures', 'Blocages', 'Versements', 'À verser', 'Modèles', 'Tarifs'],
  ...[
    'Livraisons',
    'Ma tournée',
    'Scanner des colis',
    'Bordereaux',
    'Remises de caisse',
    'Compter la caisse',
  ],
  ...['Expéditions', 'Zones', 'Utilisateurs', 'Formules'],
  ...['Boîte d’entrée', 'Sources', 'Webhooks', 'Envois', 'Clés d’API', 'État du serveur'],
]
const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Menu principal' })
const panelOf = (page: Page) => page.getByRole('complementary', { name: settings.title })
const openerOf = (page: Page) => page.getByRole('button', { name: 'Ouvrir le menu' })
const groupOf = (page: Page, name: SettingName) =>
  page.getByRole('group', { name: settings.names[name], exact: true })

test.beforeEach(async ({ page, app }) => {
  await app.openAs('admin', '/orders/import')
  await expect(page.getByRole('heading', { level: 1, name: 'Importer des commandes' })).toBeVisible()
})

test.describe('the settings', () => {
  test('open by key, take arrows, and are as they were left after a reload', async ({ page, app }) => {
    await app.press('Control+,')
    await expect(panelOf(page).getByRole('radio', { name: 'Verticale' })).toBeFocused()
    // Width last, because it determines the menu.
    const names = (Object.keys(settingValues) as SettingName[]).filter((name) => name !== 'rightPanel')
    for (const name of names.toSorted((one, other) => Number(one === 'width') - Number(other === 'width'))) {
      const group = groupOf(page, name)
      await app.tabTo(group.getByRole('radio', { checked: true }), name === 'width' ? 'Shift+Tab' : 'Tab')
      await app.press('ArrowLeft')
      await expect(group.getByRole('radio', { name: lastOf(name), exact: true })).toBeChecked()
    }
    await page.reload()
    await expect(panelOf(page)).toBeVisible()
    for (const name of names) {
      const chosen = name === 'sidebarType' ? settings.values.sidebarType.condensed : lastOf(name)
      await expect(groupOf(page, name).getByRole('radio', { name: chosen, exact: true })).toBeChecked()
    }
    await app.activate(panelOf(page).getByRole('button', { name: 'Apparence d’origine' }))
    await expect.poll(() => storedSettings(page)).toEqual({ ...defaultSettings, rightPanel: 'shown' })
  })

  test('are put away by Escape, and the focus is where it was', full, async ({ page, app }) => {
    const account = page.getByRole('button', { name: /^Compte de / })
    await app.tabTo(account, 'Shift+Tab')
    await app.press('Control+,')
    await expect(panelOf(page).getByRole('radio', { name: 'Verticale' })).toBeFocused()
    await app.press('Tab', 'Escape')
    await expect(panelOf(page)).toBeHidden()
    await expect(account).toBeFocused()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(panelOf(page)).toBeHidden()
  })

  test('are a dialog where there is no room beside the content', full, async ({ page, app }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await app.press('Control+,')
    const dialog = page.getByRole('dialog', { name: settings.title })
    await expect(dialog.getByRole('radio', { name: 'Verticale' })).toBeFocused()
    await app.tabTo(dialog.getByRole('radio', { name: 'Système' }))
    await app.press('ArrowLeft')
    await expect.poll(() => theme(page)).toBe('dark')
    await app.press('Escape')
    await expect(dialog).toBeHidden()
  })

  test('are chosen in the palette too', full, async ({ page, app }) => {
    await app.ask('choisir la disposition')
    await expect(app.highlighted).toContainText('Choisir la disposition')
    await app.press('Enter')
    await app.type('horiz')
    await expect(app.highlighted).toContainText('Horizontale')
    await app.press('Enter')
    await expect.poll(async () => (await storedSettings(page)).layout).toBe('horizontal')
    await expect(menuOf(page)).toBeVisible()
  })

  test('are the same in every tab, before anybody has signed in', full, async ({ app, context }) => {
    const other = await context.newPage()
    await other.goto('/auth/login')
    await expect.poll(() => theme(other)).toBe('light')
    await app.ask('thème clair ou sombre')
    await expect(app.highlighted).toContainText('Thème clair ou sombre')
    await app.press('Enter')
    await expect.poll(() => theme(other)).toBe('dark')
  })
})

test('the chosen mode applies before the first paint', full, async ({ page, app }) => {
  app.expectErrors(/ERR_FAILED/)
  await walkLayouts(page, { layouts: ['vertical'], mode: 'dark', width: 1440 })
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  expect(await theme(page)).toBe('dark')
})

test.describe('the menu', () => {
  // The other layouts have a sidebar, tested elsewhere.
  for (const layout of casesOf(layouts, (one) => one === 'horizontal' || one === 'two-column')) {
    test(`leads to every place by keyboard: ${layout}`, full, async ({ page, app }) => {
      await walkLayouts(page, { layouts: [layout], mode: 'light', width: 1140 })
      expect((await placesByKeyboard(page, app)).toSorted()).toEqual(places.toSorted())
    })
  }

  test('is an overlay at 1139 px, whatever was chosen, not at 1140', full, async ({ page, app }) => {
    for (const sidebarType of settingValues.sidebarType) {
      await storeSettings(page, { sidebarType })
      await page.setViewportSize({ width: 1139, height: 640 })
      await expect(menuOf(page)).toBeHidden()
      await expect(openerOf(page)).toBeVisible()
      await page.setViewportSize({ width: 1140, height: 640 })
      const isHidden = sidebarType === 'full' || sidebarType === 'fullscreen'
      await expect(menuOf(page)).toBeVisible({ visible: !isHidden })
      await expect(openerOf(page)).toBeVisible({ visible: isHidden })
    }
    await page.setViewportSize({ width: 1139, height: 640 })
    await app.activate(openerOf(page), 'Shift+Tab')
    expect((await placesByKeyboard(page, app)).toSorted()).toEqual(places.toSorted())
    await app.activate(menuOf(page).getByRole('link', { name: 'Produits' }))
    await app.listReady('Produits')
    await expect(menuOf(page)).toBeHidden()
  })

  test('is reduced to its icons by the boxed width, and keeps no size', full, async ({ page, app }) => {
    await app.press('Control+,')
    const link = menuOf(page).getByRole('link', { name: 'Commandes' })
    const wide = await widthOf(menuOf(page))
    await app.tabTo(groupOf(page, 'width').getByRole('radio', { checked: true }))
    await app.press('ArrowRight')
    await expect.poll(() => widthOf(menuOf(page))).toBeLessThan(wide / 3)
    await expect(link).toBeVisible()
    await expect(groupOf(page, 'sidebarType').getByRole('radio', { name: 'Icônes seules' })).toBeDisabled()
    await expect(groupOf(page, 'sidebarType')).toHaveAccessibleDescription(settings.boxed)
    await app.press('ArrowRight')
    await expect.poll(() => widthOf(menuOf(page))).toBe(wide)
  })

  test('waits, where it is hidden, to be opened beside or over the content', full, async ({ page, app }) => {
    await storeSettings(page, { sidebarType: 'full' })
    await expect(menuOf(page)).toBeHidden()
    await app.activate(openerOf(page), 'Shift+Tab')
    await expect(menuOf(page)).toBeVisible()
    await expect(openerOf(page)).toHaveAttribute('aria-expanded', 'true')
    await app.press('Enter')
    await expect(menuOf(page)).toBeHidden()

    await storeSettings(page, { sidebarType: 'fullscreen' })
    await app.press('Enter')
    const layer = page.getByRole('dialog', { name: 'Menu principal' })
    await expect(layer.getByRole('link', { name: 'Commandes' })).toBeFocused()
    await app.press('Escape')
    await expect(menuOf(page)).toBeHidden()
    await expect(openerOf(page)).toBeFocused()
  })

  test('goes with the content where it is not fixed', full, async ({ page, app }) => {
    for (const menuPosition of settingValues.menuPosition) {
      await storeSettings(page, { menuPosition })
      await openKit(page)
      // The skip link focuses the content, which then scrolls by keys.
      await app.press('Tab', 'Enter', 'End')
      const first = menuOf(page).getByRole('link', { name: 'Tableau de bord' })
      if (menuPosition === 'fixed') await expect(first).toBeInViewport()
      else await expect(first).not.toBeInViewport()
    }
  })
})

test('another layout leaves what was typed where it is', full, async ({ page, app }) => {
  await page.goto('/orders/add')
  const name = page.getByRole('textbox', { name: 'Client' })
  await app.tabTo(name)
  await app.type('Awa Koné')
  const seen = await walkLayouts(page, { layouts, mode: 'light', width: 1140 })
  expect(seen.map(({ heading }) => heading)).toEqual(layouts.map(() => 'Nouvelle commande'))
  await expect(name).toHaveValue('Awa Koné')
  await expect(name).toBeFocused()
})

test('says that the network is lost, until it is back', full, async ({ app, page, context }) => {
  app.expectErrors(/ERR_INTERNET_DISCONNECTED/)
  const banner = page.getByText('Hors connexion. Ce que vous voyez date de la dernière réponse du serveur.')
  await context.setOffline(true)
  await expect(banner).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('Hors connexion')
  await context.setOffline(false)
  await expect(banner).toBeHidden()
})

test('says that there is a newer console, and fetches it', full, async ({ page, app }) => {
  const banner = page.getByText('Une nouvelle version de la console est prête.')
  // Vite's event for a chunk that fails to load: removed by a new build, or no network.
  const missChunk = async () => {
    const reloaded = page.waitForResponse((response) => new URL(response.url()).pathname === '/')
    await page.evaluate(() => window.dispatchEvent(new Event('vite:preloadError')))
    await (await reloaded).finished()
  }
  await missChunk()
  await expect(banner).toBeHidden()
  await page.route(
    ({ pathname }) => pathname === '/',
    async (route) => {
      if (route.request().isNavigationRequest()) return route.continue()
      const response = await route.fetch()
      const body = (await response.text()).replace(/(<script type="module"[^>]* src=")[^"]+/, '$1/another.js')
      return route.fulfill({ response, body })
    },
  )
  await missChunk()
  await expect(banner).toBeVisible()
  await app.tabTo(page.getByRole('button', { name: 'Recharger la console' }))
  const loaded = page.waitForEvent('load')
  await app.press('Enter')
  await loaded
  await expect(banner).toBeHidden()
})

/** Menu items reached by Tab, Enter and the menus' keys. */
const placesByKeyboard = async (page: Page, app: AppPage): Promise<string[]> => {
  const menu = menuOf(page)
  const reached = new Set<string>()
  const note = async (items: Locator) => {
    for (const name of await items.allInnerTexts()) reached.add(name.split('\n')[0]!.trim())
  }
  const first = menu.getByRole('link').or(menu.getByRole('button')).first()
  await app.tabTo(first, (await isInside(menu)) ? 'Tab' : 'Shift+Tab')
  do {
    const { opensMenu, opensColumn, name } = await page.evaluate(focusedControl)
    if (opensMenu) {
      await app.press('Enter')
      await expect(page.getByRole('menu')).toBeVisible()
      await note(page.getByRole('menuitem'))
      await app.press('Escape')
      await expect(page.getByRole('menu')).toBeHidden()
    } else if (opensColumn) {
      await app.press('Enter')
      await note(menu.getByRole('link'))
    } else reached.add(name)
    await app.press('Tab')
  } while ((await isInside(menu)) && !(await first.evaluate((element) => element === document.activeElement)))
  return [...reached]
}

/** Runs in the page: role, name and state of the focused control. */
const focusedControl = () => {
  const control = document.activeElement as HTMLElement
  const opensMenu = control.getAttribute('aria-haspopup') === 'menu'
  return {
    opensMenu,
    opensColumn: !opensMenu && control.hasAttribute('aria-expanded'),
    // biome-ignore lint/performance/useDomNodeTextContent: the keys next to the word are on separate lines.
    name: control.innerText.split('\n')[0]?.trim() ?? '',
  }
}

const isInside = (menu: Locator) => menu.evaluate((element) => element.contains(document.activeElement))
const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme)
const widthOf = async (part: Locator) => (await part.boundingBox())?.width ?? 0

const storedSettings = (page: Page) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '{}'), settingsKey)

/** Stores settings as another tab would. */
const storeSettings = (page: Page, chosen: object) =>
  page.evaluate(
    ([key, json]) => {
      localStorage.setItem(key!, json!)
      window.dispatchEvent(new StorageEvent('storage', { key }))
    },
    [settingsKey, JSON.stringify(chosen)],
  )

const lastOf = (name: SettingName): string => Object.values(settings.values[name]).at(-1) ?? ''
