import type { View } from '../../domain/views/view.ts'
import type { Api } from './support/api.ts'
import type { Desk } from './support/desk.ts'
import { uniqueWord } from './support/records.ts'
import { expect, test } from './support/test.ts'

const heading = { level: 1 } as const

test('a view is saved, left, found again by its name, changed, renamed, shared and deleted', async ({
  page,
  desk,
  openAs,
  api,
}) => {
  const name = `Matin ${uniqueWord()}`
  await openAs('admin', '/orders/list')
  await desk.listReady('Commandes')
  await desk.press('f')
  await desk.type('statut:en-attente')
  await desk.press('Enter')
  await desk.press('o')
  await desk.type('total')
  await desk.press('Enter')
  await expect(page).toHaveURL('/orders/list?q=status%3APENDING&sort=totalPrice')
  await desk.listReady('Commandes')

  await desk.press('Shift+V')
  await expect(page.getByLabel('Nom de la vue')).toBeFocused()
  await desk.press('Enter')
  await expect(page.getByLabel('Nom de la vue')).toHaveAccessibleDescription(/obligatoire/)
  await desk.type(name)
  await desk.press('Enter')
  await expect(page.getByRole('heading', heading)).toHaveText(`Commandes · ${name}`)
  await expect(desk.grid).toBeFocused()

  await desk.press('v')
  await desk.type('toute la liste')
  await desk.press('Enter')
  await expect(page).toHaveURL('/orders/list')
  await expect(page.getByRole('heading', heading)).toHaveText('Commandes')
  await desk.press('v')
  await desk.type(name)
  await expect(desk.highlighted).toContainText(name)
  await desk.press('Enter')
  await expect(page).toHaveURL(/\/orders\/list\?q=status%3APENDING&sort=totalPrice&view=/)
  await page.reload()
  await expect(page.getByRole('heading', heading)).toHaveText(`Commandes · ${name}`)
  await desk.listReady('Commandes')
  const modified = page.getByText('modifiée', { exact: true })
  await expect(modified).toBeHidden()

  const last = page.getByRole('grid', { name: 'Colonnes' }).getByRole('checkbox').last()
  await desk.press('Shift+C')
  await expect(last).not.toBeChecked()
  await desk.press('End', 'Space')
  await expect(last).toBeChecked()
  await desk.press('Escape')
  await expect(last).toBeHidden()
  await expect(modified).toBeVisible()
  await runInPalette(desk, 'mettre à jour la vue')
  await expect(desk.toasts).toContainText(`Vue « ${name} » mise à jour`)
  await expect(modified).toBeHidden()
  expect((await viewNamed(api, name))?.columns).toContain('callbackAt')

  await runInPalette(desk, 'renommer la vue')
  await expect(page.getByLabel('Nom de la vue')).toBeFocused()
  await desk.fill(`${name} bis`)
  await desk.press('Enter')
  await expect(page.getByRole('heading', heading)).toHaveText(`Commandes · ${name} bis`)
  await runInPalette(desk, 'partager la vue')
  await expect(desk.toasts).toContainText(`Vue « ${name} bis » partagée`)
  expect((await viewNamed(api, `${name} bis`))?.isShared).toBe(true)

  await runInPalette(desk, 'supprimer la vue')
  await expect(page.getByRole('heading', heading)).toHaveText('Commandes')
  expect(await viewNamed(api, `${name} bis`)).toBeUndefined()
  await desk.press('F8')
  await expect(page.getByRole('button', { name: /^Défaire/ })).toBeFocused()
  await desk.press('Enter')
  await expect(page.getByRole('heading', heading)).toHaveText(`Commandes · ${name} bis`)
  expect((await viewNamed(api, `${name} bis`))?.isShared).toBe(true)
})

test('every list has views of its own, which it shows as they say', async ({ page, desk, openAs }) => {
  await openAs('admin', '/shippings/list')
  await desk.listReady('Livraisons')
  await desk.press('v')
  await desk.type('à confier')
  await desk.press('Enter')
  await expect(page.getByRole('heading', heading)).toHaveText('Livraisons · À confier à un livreur')
  await expect(page).toHaveURL('/shippings/list?q=status%3APENDING&sort=createdAt&view=to-assign')
  await expect(page.getByText('modifiée', { exact: true })).toBeHidden()
  await desk.press('Shift+F')
  await expect(page.getByRole('heading', heading)).toHaveText('Livraisons')
})

const sharing = [
  { role: 'seller', path: '/orders/list', title: 'Commandes', mayShare: false },
  { role: 'agent', path: '/shippings/list', title: 'Livraisons', mayShare: true },
] as const

for (const { role, path, title, mayShare } of sharing) {
  test(`sharing a view is ${mayShare ? '' : 'not '}offered to a ${role}`, async ({ page, desk, openAs }) => {
    const name = `À moi ${uniqueWord()}`
    await openAs(role, path)
    await desk.listReady(title)
    await desk.press('Shift+V')
    await expect(page.getByLabel('Nom de la vue')).toBeFocused()
    await expect(page.getByRole('checkbox', { name: /^La partager/ })).toHaveCount(mayShare ? 1 : 0)
    await desk.type(name)
    await desk.press('Enter')
    await expect(page.getByRole('heading', heading)).toHaveText(`${title} · ${name}`)
    await desk.listReady(title)
    await desk.press('Control+k')
    await desk.type('la vue')
    await expect(desk.palette.getByRole('option', { name: /^Renommer la vue/ })).toBeVisible()
    await expect(desk.palette.getByRole('option', { name: /^Partager la vue/ })).toHaveCount(mayShare ? 1 : 0)
  })
}

test('readers of a shared view may use it and not change it', async ({ page, desk, openAs, api }) => {
  const name = `Pour tous ${uniqueWord()}`
  const made = await api.send('POST', 'views', {
    resource: 'orders',
    name,
    query: 'q=status%3ACANCELLED',
    isShared: true,
  })
  expect(made.status()).toBe(201)
  const { ownerName } = (await made.json()) as View
  await openAs('seller', '/orders/list')
  await desk.listReady('Commandes')
  await desk.press('v')
  await desk.type(name)
  await expect(desk.highlighted).toContainText(name)
  await expect(desk.highlighted).toContainText(ownerName)
  await desk.press('Enter')
  await expect(page.getByRole('heading', heading)).toHaveText(`Commandes · ${name}`)
  await desk.listReady('Commandes')
  await desk.press('Control+k')
  await desk.type('supprimer la vue')
  await expect(desk.palette.getByRole('option', { name: /^Supprimer la vue/ })).toContainText(
    'partagée par quelqu’un d’autre',
  )
})

const runInPalette = async (desk: Desk, words: string) => {
  await expect(desk.grid).toBeFocused()
  await desk.press('Control+k')
  await desk.type(words)
  await expect(desk.highlighted).toHaveText(new RegExp(words, 'i'))
  await desk.press('Enter')
}

const viewNamed = async (api: Api, name: string): Promise<View | undefined> => {
  const answer = await api.send('GET', 'views?resource=orders')
  const { items } = (await answer.json()) as { items: View[] }
  return items.find((view) => view.name === name)
}

test('keys that are pressed before the columns have come act in them one after the other', async ({
  page,
  desk,
  openAs,
}) => {
  let letCome: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    letCome = resolve
  })
  await page.route(/assets\/columns-dialog-/, async (route) => {
    await held
    await route.continue()
  })
  await openAs('admin', '/orders/list')
  await desk.listReady('Commandes')
  await desk.press('Shift+C', 'End', 'Space')
  const grid = page.getByRole('grid', { name: 'Colonnes' })
  await expect(grid).toHaveCount(0)
  letCome()
  const shown = grid.getByRole('checkbox')
  await expect(shown.last()).toBeChecked()
  await expect(shown.first()).toBeChecked()
})
