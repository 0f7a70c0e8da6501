import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Preferences as KeyPreferences } from '../../domain/users/preferences.ts'
import { type Api, openApi } from './support/api.ts'
import type { AppPage } from './support/app-page.ts'
import { violations } from './support/axe.ts'
import { newAgent } from './support/records.ts'
import { expect, full, test } from './support/test.ts'

test.use({ reducedMotion: 'reduce' })

const rowOf = (page: Page, command: string) =>
  page.getByRole('row').filter({ has: page.getByText(command, { exact: true }) })

/** Goes to a command's row by its name. */
const goTo = async (page: Page, app: AppPage, command: string) => {
  await app.press('f')
  await expect(page.getByRole('textbox', { name: 'Chercher une action' })).toBeFocused()
  await app.fill(command)
  await expect(page.getByRole('row')).toHaveCount(1)
  await app.press('Enter')
  await expect(rowOf(page, command)).toBeFocused()
}

/** Undoes the change of the newest toast. */
const undo = async (page: Page, app: AppPage) => {
  await app.press('F8')
  await app.activate(app.toasts.getByRole('button', { name: 'Défaire' }).last())
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

const readPreferences = async (own: Api) =>
  (await (await own.send('GET', 'profile/desk')).json()) as KeyPreferences

test('a custom key applies everywhere, after reloads and on every machine, and can be reset', {
  tag: '@full',
}, async ({ page, app, api, playwright, server }) => {
  const agent = await newAgent(api)
  const own = await openApi(playwright, server.url, agent.email)
  await app.openAs(agent.email, '/')
  await app.listReady('Livraisons')
  await app.press('g', ',')
  await expect(page).toHaveURL('/keyboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Clavier')
  expect(await violations(page)).toEqual([])

  await goTo(page, app, 'Aller aux livraisons')
  await app.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Nouvelle touche : Aller aux livraisons' })
  const box = dialog.getByRole('textbox', { name: 'Touches de l’action' })
  await expect(box).toBeFocused()
  expect(await violations(page)).toEqual([])
  await app.press('z', 'Backspace', ';')
  await expect(box).toHaveValue(';')
  await app.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, 'Aller aux livraisons')).toContainText('modifiée')
  await expect(rowOf(page, 'Aller aux livraisons')).toBeFocused()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Livraisons' })).toContainText(';')
  await expect.poll(async () => (await readPreferences(own)).overrides).toEqual({ 'go.shippings': [';'] })
  await app.press(';')
  await expect(page).toHaveURL('/shippings/list')
  await app.listReady('Livraisons')

  await page.goto('/keyboard')
  await expect(page.getByRole('row').first()).toBeFocused()
  await goTo(page, app, 'Aller aux livraisons')
  // A second one, by a pause.
  await app.press('a', 'Alt+q')
  await expect(rowOf(page, 'Aller aux livraisons')).toContainText('Alt')
  await app.press('Delete')
  await expect(rowOf(page, 'Aller aux livraisons')).toContainText('Sans touche')
  await undo(page, app)
  await expect(rowOf(page, 'Aller aux livraisons')).toContainText('Alt')
  await goTo(page, app, 'Aller aux livraisons')
  await app.press('r')
  await expect(rowOf(page, 'Aller aux livraisons')).not.toContainText('modifiée')
  await expect.poll(async () => (await readPreferences(own)).overrides).toEqual({})
  await own.close()
})

test('the command of a key is named before the key is reassigned', full, async ({ page, app, api }) => {
  const agent = await newAgent(api)
  await app.openAs(agent.email, '/keyboard')
  await expect(page.getByRole('row').first()).toBeFocused()
  await goTo(page, app, 'Déclarer perdue')
  await app.press('Enter', 'Control+t')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Le navigateur garde cette combinaison')
  await app.press('Backspace', 'g', 'Enter')
  await expect(dialog).toContainText('Aller aux livraisons')
  await expect(dialog.getByRole('button', { name: 'La reprendre à ces actions' })).toBeFocused()
  await app.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, 'Déclarer perdue')).toContainText('Sans touche')

  await app.press('Enter', 's')
  await expect(dialog.getByRole('listitem')).toContainText(['Changer le statut'])
  await expect(dialog.getByRole('button', { name: 'La reprendre à cette action' })).toBeFocused()
  expect(await violations(page)).toEqual([])
  await app.press('Enter')
  await expect(rowOf(page, 'Déclarer perdue')).toContainText('S')
  await goTo(page, app, 'Changer le statut')
  await expect(rowOf(page, 'Changer le statut')).toContainText('Sans touche')
  await undo(page, app)
  await expect(rowOf(page, 'Changer le statut')).not.toContainText('Sans touche')
})

test('a command is found by its key', full, async ({ page, app, api }) => {
  const agent = await newAgent(api)
  await app.openAs(agent.email, '/keyboard')
  await expect(page.getByRole('row').first()).toBeFocused()
  const all = await page.getByRole('row').count()
  await app.press('j', 'j', 'k')
  await expect(page.getByRole('row').nth(1)).toBeFocused()
  await app.press('t')
  await expect(page.getByRole('textbox', { name: 'Trouver par touche : appuyez dessus' })).toBeFocused()
  await app.press('g')
  await expect(rowOf(page, 'Aller aux livraisons')).toBeVisible()
  await app.press('s')
  await expect(page.getByRole('row')).toHaveCount(1)
  await app.press('Backspace', 'Backspace', '~')
  await expect(page.getByRole('heading', { name: 'Cette touche est libre' })).toBeVisible()
  await app.press('Escape')
  await expect(page.getByRole('row')).toHaveCount(all)
  await expect(page.getByRole('row').first()).toBeFocused()
})

test('single letters are turned off as a whole, and on again', full, async ({ page, app, api }) => {
  const agent = await newAgent(api)
  await app.openAs(agent.email, '/keyboard')
  await expect(page.getByRole('row').first()).toBeFocused()
  const singles = page.getByRole('checkbox', { name: 'Touches seules' })
  await app.tabTo(singles, 'Shift+Tab')
  await app.press('Space')
  await expect(singles).not.toBeChecked()
  await expect(page.getByText('Désactivées : restent les combinaisons', { exact: false })).toBeVisible()
  await app.press('g', 's')
  await app.press('?')
  await expect(page).toHaveURL('/keyboard')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await app.press('Control+k')
  await expect(app.palette).toBeVisible()
  await app.type('touches seules')
  await expect(app.highlighted).toContainText('Activer ou désactiver les touches seules')
  await app.press('Enter')
  await expect(singles).toBeChecked()
  await app.press('g', 's')
  await expect(page).toHaveURL('/shippings/list')
})

test('keys travel in a file, which is read before it changes anything', full, async ({ page, app, api }) => {
  const agent = await newAgent(api)
  await app.openAs(agent.email, '/keyboard')
  await expect(page.getByRole('row').first()).toBeFocused()
  const saved = page.waitForEvent('download')
  await app.press('Shift+e')
  const file = JSON.parse(await readFile(await (await saved).path(), 'utf8')) as object
  expect(file).toEqual({ waybill: 'keys', version: 1, singleKeys: true, keys: {}, macros: [] })

  const keys = { 'go.shippings': ['g 9'], 'no.such': ['w'], 'console.help': ['Mod+t'] }
  const chooser = page.waitForEvent('filechooser')
  await app.press('i')
  await (await chooser).setFiles({
    name: 'touches.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ ...file, keys })),
  })
  const dialog = page.getByRole('dialog', { name: 'Importer des touches' })
  await expect(dialog).toContainText('1 action change de touches')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Aller aux livraisons' })).toContainText('9')
  await expect(dialog).toContainText('2 lignes laissées de côté')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'commande disparue' })).toHaveText(
    /^commande disparue ?w ?action inconnue ici$/,
  )
  expect(await violations(page)).toEqual([])
  await app.activate(dialog.getByRole('button', { name: 'Prendre ces touches' }))
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, 'Aller aux livraisons')).toContainText('modifiée')
  await undo(page, app)
  await expect(rowOf(page, 'Aller aux livraisons')).not.toContainText('modifiée')
})

test('the palette asks for a command’s keys from anywhere', full, async ({ page, app, api }) => {
  const agent = await newAgent(api)
  await app.openAs(agent.email, '/')
  await app.listReady('Livraisons')
  await app.ask('changer les touches')
  await expect(app.highlighted).toContainText('Changer les touches d’une action')
  await app.press('Enter')
  await app.type('verrouiller')
  await expect(app.highlighted).toContainText('Verrouiller')
  await app.press('Enter')
  await expect(page.getByRole('dialog', { name: /^Nouvelle touche : Verrouiller/ })).toBeVisible()
  await app.press('Escape')
  await expect(page).toHaveURL('/keyboard')
})

test('text that was begun for a refused command runs as no keys', async ({ app }) => {
  await app.openAs('agent', '/shippings/list')
  await app.listReady('Livraisons')
  await app.press('Shift+j', 'Shift+j', 'c')
  for (const key of 'rappeler jx') await app.press(key === ' ' ? 'Space' : key)
  await expect(app.toasts).toContainText('Commenter')
  await expect(app.selection).toContainText('3 sélectionné')
  await expect(app.palette).toBeHidden()
  expect((await app.active())?.at).toBe(3)
})
