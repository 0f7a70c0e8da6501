import type { View } from '../../domain/views/view.ts'
import type { Api } from './support/api.ts'
import type { AppPage } from './support/app-page.ts'
import { newAdmin, uniqueWord } from './support/records.ts'
import { expect, full, test } from './support/shared-page.ts'
import { holdRequests } from './support/stand-between.ts'

const heading = { level: 1 } as const

test('a view is saved, left, found again by its name and changed', async ({ page, app, api }) => {
  const name = `Matin ${uniqueWord()}`
  await app.openList('/orders/list')
  await app.filter('statut:en-attente')
  await app.press('o')
  await app.enter('total')
  await expect(page).toHaveURL('/orders/list?q=status%3APENDING&sort=totalPrice')
  await app.listReady('Commandes')

  await app.press('Shift+V')
  await expect(page.getByLabel('Nom de la vue')).toBeFocused()
  await app.press('Enter')
  await expect(page.getByLabel('Nom de la vue')).toHaveAccessibleDescription(/obligatoire/)
  await app.enter(name)
  await expect(page.getByRole('heading', heading)).toHaveText(`Commandes · ${name}`)
  await expect(app.grid).toBeFocused()

  await app.press('v')
  await app.enter('toute la liste')
  await expect(page).toHaveURL('/orders/list')
  await expect(page.getByRole('heading', heading)).toHaveText('Commandes')
  await app.press('v')
  await app.type(name)
  await expect(app.highlighted).toContainText(name)
  await app.press('Enter')
  await expect(page).toHaveURL(/\/orders\/list\?q=status%3APENDING&sort=totalPrice&view=/)
  await page.reload()
  await expect(page.getByRole('heading', heading)).toHaveText(`Commandes · ${name}`)
  await app.listReady('Commandes')
  const modified = page.getByText('modifiée', { exact: true })
  await expect(modified).toBeHidden()

  const last = page.getByRole('grid', { name: 'Colonnes' }).getByRole('checkbox').last()
  await app.press('Shift+C')
  await expect(last).not.toBeChecked()
  await app.press('End', 'Space')
  await expect(last).toBeChecked()
  await app.press('Escape')
  await expect(last).toBeHidden()
  await expect(modified).toBeVisible()
  await runInPalette(app, 'mettre à jour la vue')
  await expect(app.toasts).toContainText(`Vue « ${name} » mise à jour`)
  await expect(modified).toBeHidden()
  expect((await viewNamed(api, name))?.columns).toContain('callbackAt')
})

test('a view is renamed, shared, deleted and brought back', full, async ({ page, app, api }) => {
  const name = `Midi ${uniqueWord()}`
  const made = await api.send('POST', 'views', { resource: 'orders', name, query: 'q=status%3APENDING' })
  expect(made.status()).toBe(201)
  const { id } = (await made.json()) as View
  await app.openList(`/orders/list?q=status%3APENDING&view=${id}`)
  await expect(page.getByRole('heading', heading)).toHaveText(`Commandes · ${name}`)
  await runInPalette(app, 'renommer la vue')
  await expect(page.getByLabel('Nom de la vue')).toBeFocused()
  await app.fill(`${name} bis`)
  await app.press('Enter')
  await expect(page.getByRole('heading', heading)).toHaveText(`Commandes · ${name} bis`)
  await runInPalette(app, 'partager la vue')
  await expect(app.toasts).toContainText(`Vue « ${name} bis » partagée`)
  expect((await viewNamed(api, `${name} bis`))?.isShared).toBe(true)

  await runInPalette(app, 'supprimer la vue')
  await expect(page.getByRole('heading', heading)).toHaveText('Commandes')
  expect(await viewNamed(api, `${name} bis`)).toBeUndefined()
  // F8 focuses the toast.
  await expect(app.toasts).toContainText(`Vue « ${name} bis » supprimée`)
  await app.press('F8')
  await expect(page.getByRole('button', { name: /^Défaire/ })).toBeFocused()
  await app.press('Enter')
  await expect(page.getByRole('heading', heading)).toHaveText(`Commandes · ${name} bis`)
  expect((await viewNamed(api, `${name} bis`))?.isShared).toBe(true)
})

test('every list has views of its own, which it shows as they say', full, async ({ page, app }) => {
  await app.openList('/shippings/list')
  await app.press('v')
  await app.enter('à confier')
  await expect(page.getByRole('heading', heading)).toHaveText('Livraisons · À confier à un livreur')
  await expect(page).toHaveURL('/shippings/list?q=status%3APENDING&sort=createdAt&view=to-assign')
  await expect(page.getByText('modifiée', { exact: true })).toBeHidden()
  await app.press('Shift+F')
  await expect(page.getByRole('heading', heading)).toHaveText('Livraisons')
})

const sharing = [
  { role: 'seller', path: '/orders/list', title: 'Commandes', mayShare: false },
  { role: 'agent', path: '/shippings/list', title: 'Livraisons', mayShare: true },
] as const

for (const { role, path, title, mayShare } of sharing) {
  test(`sharing a view is ${mayShare ? '' : 'not '}offered to a ${role}`, full, async ({ page, app }) => {
    const name = `À moi ${uniqueWord()}`
    await app.openAs(role, path)
    await app.listReady(title)
    await app.press('Shift+V')
    await expect(page.getByLabel('Nom de la vue')).toBeFocused()
    await expect(page.getByRole('checkbox', { name: /^La partager/ })).toHaveCount(mayShare ? 1 : 0)
    await app.enter(name)
    await expect(page.getByRole('heading', heading)).toHaveText(`${title} · ${name}`)
    await app.listReady(title)
    await app.ask('la vue')
    await expect(app.palette.getByRole('option', { name: /^Renommer la vue/ })).toBeVisible()
    await expect(app.palette.getByRole('option', { name: /^Partager la vue/ })).toHaveCount(mayShare ? 1 : 0)
  })
}

test('readers of a shared view may use it and not change it', full, async ({ page, app, api }) => {
  const name = `Pour tous ${uniqueWord()}`
  const made = await api.send('POST', 'views', {
    resource: 'orders',
    name,
    query: 'q=status%3ACANCELLED',
    isShared: true,
  })
  expect(made.status()).toBe(201)
  const { ownerName } = (await made.json()) as View
  await app.openList('/orders/list', 'seller')
  await app.press('v')
  await app.type(name)
  await expect(app.highlighted).toContainText(name)
  await expect(app.highlighted).toContainText(ownerName)
  await app.press('Enter')
  await expect(page.getByRole('heading', heading)).toHaveText(`Commandes · ${name}`)
  await app.listReady('Commandes')
  await app.ask('supprimer la vue')
  await expect(app.palette.getByRole('option', { name: /^Supprimer la vue/ })).toContainText(
    'partagée par quelqu’un d’autre',
  )
})

const runInPalette = async (app: AppPage, words: string) => {
  await expect(app.grid).toBeFocused()
  await app.ask(words)
  await expect(app.highlighted).toHaveText(new RegExp(words, 'i'))
  await app.press('Enter')
}

const viewNamed = async (api: Api, name: string): Promise<View | undefined> => {
  const answer = await api.send('GET', 'views?resource=orders')
  const { items } = (await answer.json()) as { items: View[] }
  return items.find((view) => view.name === name)
}

test('keys pressed before the columns have come act in them in order', full, async ({ page, app }) => {
  const letCome = await holdRequests(page, /assets\/columns-dialog-/)
  await app.openList('/orders/list')
  await app.press('Shift+C', 'End', 'Space')
  const grid = page.getByRole('grid', { name: 'Colonnes' })
  await expect(grid).toHaveCount(0)
  letCome()
  const shown = grid.getByRole('checkbox')
  await expect(shown.last()).toBeChecked()
  await expect(shown.first()).toBeChecked()
})

test('own views come first and open by a digit; the default one opens with the list, the whole list stays a key away', async ({
  page,
  app,
  api,
}) => {
  const admin = await newAdmin(api)
  const [own, other] = [`2e appel ${uniqueWord()}`, `Zèbre ${uniqueWord()}`]
  await api.send('POST', 'views', {
    resource: 'orders',
    name: other,
    query: 'q=status%3ACANCELLED',
    isShared: true,
  })
  await app.openAs(admin.email, '/orders/list?q=status%3ANOT_REACHABLE&sort=totalPrice')
  await app.listReady('Commandes')
  await app.press('Shift+V')
  await expect(page.getByLabel('Nom de la vue')).toBeFocused()
  await app.enter(own)
  const title = page.getByRole('heading', heading)
  await expect(title).toHaveText(`Commandes · ${own}`)
  const place = page.url()

  await test.step('the first row of the menu is the own view, the shared one is last', async () => {
    await app.press('v')
    const rows = app.palette.getByRole('option')
    await expect(rows.first()).toContainText(own)
    await expect(rows.nth(1)).toContainText('Toute la liste')
    await expect(rows.last()).not.toContainText('Toute la liste')
    await expect(rows.filter({ hasText: other })).toHaveCount(1)
    await app.press('2')
    await expect(page).toHaveURL('/orders/list')
    await app.listReady('Commandes')
    await app.press('v', '1')
    await expect(page).toHaveURL(place)
    await app.listReady('Commandes')
  })

  await test.step('made the default by the palette, it opens where the address names no filter', async () => {
    await runInPalette(app, 'ouvrir cette liste sur cette vue')
    await expect(app.toasts).toContainText(`« ${own} » s’ouvre désormais avec cette liste`)
    await app.press('g', 'h')
    await expect(title).toHaveText('Tableau de bord')
    await app.press('g', 'o')
    await expect(page).toHaveURL(place)
    await expect(title).toHaveText(`Commandes · ${own}`)
    await app.listReady('Commandes')
    await page.goBack()
    await expect(title).toHaveText('Tableau de bord')
    await page.goto('/orders/list')
    await expect(page).toHaveURL(place)
    await app.listReady('Commandes')
    await page.goto('/orders/list?q=status%3APENDING')
    await expect(title).toHaveText('Commandes')
  })

  await test.step('the whole list is chosen as ever, and stays so after a reload', async () => {
    await app.listReady('Commandes')
    await app.press('v')
    await expect(app.palette.getByRole('option').first()).toContainText('par défaut')
    await app.press('2')
    await expect(page).toHaveURL('/orders/list?view=all')
    await page.reload()
    await app.listReady('Commandes')
    await expect(title).toHaveText('Commandes')
    await expect(page).toHaveURL('/orders/list?view=all')
  })

  await test.step('the keyboard page names the digits', async () => {
    await app.press('g', ',')
    const fixed = page.getByRole('region', { name: 'Touches fixes' })
    await expect(fixed).toContainText('ouvrir la première à la neuvième vue')
  })

  await test.step('taken back, the list opens whole again, keys at once are for its rows', async () => {
    await app.press('g', 'o')
    await expect(page).toHaveURL(place)
    await app.listReady('Commandes')
    await runInPalette(app, 'ouvrir cette liste sans vue')
    await app.press('g', 'h')
    await expect(title).toHaveText('Tableau de bord')
    await app.press('g', 'o')
    await app.listReady('Commandes')
    await expect(page).toHaveURL('/orders/list')
  })
})
