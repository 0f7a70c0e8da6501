import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Desk as KeyDesk } from '../../domain/users/desk.ts'
import { type Api, openApi } from './support/api.ts'
import { violations } from './support/axe.ts'
import type { Desk } from './support/desk.ts'
import { newAgent } from './support/records.ts'
import { expect, test } from './support/test.ts'

test.use({ reducedMotion: 'reduce' })

const rowOf = (page: Page, command: string) =>
  page.getByRole('row').filter({ has: page.getByText(command, { exact: true }) })

/** Goes to a command's row by its name. */
const goTo = async (page: Page, desk: Desk, command: string) => {
  await desk.press('f')
  await expect(page.getByRole('textbox', { name: 'Chercher une action' })).toBeFocused()
  await desk.fill(command)
  await expect(page.getByRole('row')).toHaveCount(1)
  await desk.press('Enter')
  await expect(rowOf(page, command)).toBeFocused()
}

/** Takes back what the newest toast tells of. */
const undo = async (page: Page, desk: Desk) => {
  await desk.press('F8')
  await desk.tabTo(desk.toasts.getByRole('button', { name: 'Défaire' }).last())
  await desk.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

const keptOf = async (own: Api) => (await (await own.send('GET', 'profile/desk')).json()) as KeyDesk

test('a key of one’s own holds everywhere, over reloads and on every machine, and can be taken back', async ({
  page,
  desk,
  openAs,
  api,
  playwright,
  server,
}) => {
  const agent = await newAgent(api)
  const own = await openApi(playwright, server.url, agent.email)
  await openAs(agent.email, '/')
  await desk.listReady('Livraisons')
  await desk.press('g', ',')
  await expect(page).toHaveURL('/keyboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Clavier')
  expect(await violations(page)).toEqual([])

  await goTo(page, desk, 'Aller aux livraisons')
  await desk.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Nouvelle touche : Aller aux livraisons' })
  const box = dialog.getByRole('textbox', { name: 'Touches de l’action' })
  await expect(box).toBeFocused()
  expect(await violations(page)).toEqual([])
  await desk.press('z', 'Backspace', 'w')
  await expect(box).toHaveValue('w')
  await desk.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, 'Aller aux livraisons')).toContainText('modifiée')
  await expect(rowOf(page, 'Aller aux livraisons')).toBeFocused()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Livraisons' })).toContainText('W')
  await expect.poll(async () => (await keptOf(own)).overrides).toEqual({ 'go.shippings': ['w'] })
  await desk.press('w')
  await expect(page).toHaveURL('/shippings/list')
  await desk.listReady('Livraisons')

  await page.goto('/keyboard')
  await expect(page.getByRole('row').first()).toBeFocused()
  await goTo(page, desk, 'Aller aux livraisons')
  // A second one, by a pause.
  await desk.press('a', 'Alt+w')
  await expect(rowOf(page, 'Aller aux livraisons')).toContainText('Alt')
  await desk.press('Delete')
  await expect(rowOf(page, 'Aller aux livraisons')).toContainText('Sans touche')
  await undo(page, desk)
  await expect(rowOf(page, 'Aller aux livraisons')).toContainText('Alt')
  await goTo(page, desk, 'Aller aux livraisons')
  await desk.press('r')
  await expect(rowOf(page, 'Aller aux livraisons')).not.toContainText('modifiée')
  await expect.poll(async () => (await keptOf(own)).overrides).toEqual({})
  await own.close()
})

test('the command that already has a key is named before the key is reassigned', async ({
  page,
  desk,
  openAs,
  api,
}) => {
  const agent = await newAgent(api)
  await openAs(agent.email, '/keyboard')
  await expect(page.getByRole('row').first()).toBeFocused()
  await goTo(page, desk, 'Déclarer perdue')
  await desk.press('Enter', 'Control+t')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Le navigateur garde cette combinaison')
  await desk.press('Backspace', 'g', 'Enter')
  await expect(dialog).toContainText('Aller aux livraisons')
  await expect(dialog.getByRole('button', { name: 'La reprendre à ces actions' })).toBeFocused()
  await desk.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, 'Déclarer perdue')).toContainText('Sans touche')

  await desk.press('Enter', 's')
  await expect(dialog.getByRole('listitem')).toContainText(['Changer le statut'])
  await expect(dialog.getByRole('button', { name: 'La reprendre à cette action' })).toBeFocused()
  expect(await violations(page)).toEqual([])
  await desk.press('Enter')
  await expect(rowOf(page, 'Déclarer perdue')).toContainText('S')
  await goTo(page, desk, 'Changer le statut')
  await expect(rowOf(page, 'Changer le statut')).toContainText('Sans touche')
  await undo(page, desk)
  await expect(rowOf(page, 'Changer le statut')).not.toContainText('Sans touche')
})

test('a command is found by its key', async ({ page, desk, openAs, api }) => {
  const agent = await newAgent(api)
  await openAs(agent.email, '/keyboard')
  await expect(page.getByRole('row').first()).toBeFocused()
  const all = await page.getByRole('row').count()
  await desk.press('k')
  await expect(page.getByRole('textbox', { name: 'Trouver par touche : appuyez dessus' })).toBeFocused()
  await desk.press('g')
  await expect(rowOf(page, 'Aller aux livraisons')).toBeVisible()
  await desk.press('s')
  await expect(page.getByRole('row')).toHaveCount(1)
  await desk.press('Backspace', 'Backspace', '~')
  await expect(page.getByRole('heading', { name: 'Cette touche est libre' })).toBeVisible()
  await desk.press('Escape')
  await expect(page.getByRole('row')).toHaveCount(all)
  await expect(page.getByRole('row').first()).toBeFocused()
})

test('single letters are turned off as a whole, and on again', async ({ page, desk, openAs, api }) => {
  const agent = await newAgent(api)
  await openAs(agent.email, '/keyboard')
  await expect(page.getByRole('row').first()).toBeFocused()
  const singles = page.getByRole('checkbox', { name: 'Touches seules' })
  await desk.tabTo(singles, 'Shift+Tab')
  await desk.press('Space')
  await expect(singles).not.toBeChecked()
  await expect(page.getByText('Désactivées : restent les combinaisons', { exact: false })).toBeVisible()
  await desk.press('g', 's')
  await desk.press('?')
  await expect(page).toHaveURL('/keyboard')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await desk.press('Control+k')
  await expect(desk.palette).toBeVisible()
  await desk.type('touches seules')
  await expect(desk.highlighted).toContainText('Activer ou désactiver les touches seules')
  await desk.press('Enter')
  await expect(singles).toBeChecked()
  await desk.press('g', 's')
  await expect(page).toHaveURL('/shippings/list')
})

test('keys travel in a file, which is read before it changes anything', async ({
  page,
  desk,
  openAs,
  api,
}) => {
  const agent = await newAgent(api)
  await openAs(agent.email, '/keyboard')
  await expect(page.getByRole('row').first()).toBeFocused()
  const saved = page.waitForEvent('download')
  await desk.press('Shift+e')
  const file = JSON.parse(await readFile(await (await saved).path(), 'utf8')) as object
  expect(file).toEqual({ waybill: 'keys', version: 1, singleKeys: true, keys: {}, macros: [] })

  const keys = { 'go.shippings': ['g l'], 'no.such': ['w'], 'console.help': ['Mod+t'] }
  const chooser = page.waitForEvent('filechooser')
  await desk.press('i')
  await (await chooser).setFiles({
    name: 'touches.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ ...file, keys })),
  })
  const dialog = page.getByRole('dialog', { name: 'Importer des touches' })
  await expect(dialog).toContainText('1 action change de touches')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Aller aux livraisons' })).toContainText('L')
  await expect(dialog).toContainText('2 lignes laissées de côté')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'no.such' })).toContainText('inconnue')
  expect(await violations(page)).toEqual([])
  await desk.tabTo(dialog.getByRole('button', { name: 'Prendre ces touches' }))
  await desk.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, 'Aller aux livraisons')).toContainText('modifiée')
  await undo(page, desk)
  await expect(rowOf(page, 'Aller aux livraisons')).not.toContainText('modifiée')
})

test('the palette asks for a command’s keys from anywhere', async ({ page, desk, openAs, api }) => {
  const agent = await newAgent(api)
  await openAs(agent.email, '/')
  await desk.listReady('Livraisons')
  await desk.press('Control+k')
  await desk.type('changer les touches')
  await expect(desk.highlighted).toContainText('Changer les touches d’une action')
  await desk.press('Enter')
  await desk.type('verrouiller')
  await expect(desk.highlighted).toContainText('Verrouiller')
  await desk.press('Enter')
  await expect(page.getByRole('dialog', { name: /^Nouvelle touche : Verrouiller/ })).toBeVisible()
  await desk.press('Escape')
  await expect(page).toHaveURL('/keyboard')
})
