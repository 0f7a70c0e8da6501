import type { Order } from '../../domain/orders/order.ts'
import type { Api } from './support/api.ts'
import { newOrders, uniqueWord } from './support/records.ts'
import { expect, full, test } from './support/test.ts'

test('`.` repeats the last change on another row and on a new selection, and says what it would do', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const { word, orders } = await fiveOrders(api)
  await app.openList(`/orders/list?q=${word}`)
  await app.ask('repeter')
  await expect(app.highlighted).toContainText('rien n’a encore été changé')
  await app.press('Escape')

  await app.press('s')
  await app.type('confirm')
  await expect(app.highlighted).toContainText('Confirmée')
  await app.press('Enter')
  await expect(app.toasts).toContainText(/Commande n° \d+ confirmée/)
  await app.press('j', '.')
  await expect.poll(() => confirmed(api, orders)).toBe(2)

  await app.press('u')
  await expect(app.toasts).toContainText('1 changement défait')
  await app.press('j', 'Shift+j', 'Shift+j', 'Control+k')
  await app.type('repeter')
  await expect(app.highlighted).toContainText('Répéter : Changer le statut : Confirmée')
  await expect(app.palette).toContainText('3 changeraient')
  await app.press('Escape', '.')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('3 changeraient')
  await app.press('Enter')
  await expect.poll(() => confirmed(api, orders)).toBe(4)

  await app.press('u')
  await expect(app.toasts).toContainText('3 changements défaits')
  await app.press('Shift+u')
  await expect(app.toasts).toContainText('3 changements refaits')
  expect(await confirmed(api, orders)).toBe(4)
})

test('steps are recorded, bound to a key, run by row, undone together', full, async ({ page, app, api }) => {
  const { word, orders } = await fiveOrders(api)
  await app.openList(`/orders/list?q=${word}`)
  await app.press('Shift+q')
  await expect(page.getByRole('button', { name: 'Finir l’enregistrement (0 étape)' })).toBeVisible()
  await app.press('s')
  await app.type('confirm')
  await expect(app.highlighted).toContainText('Confirmée')
  await app.press('Enter')
  await expect(app.toasts).toContainText(/Commande n° \d+ confirmée/)
  await app.press('c')
  await app.enter('Rappeler demain')
  await expect(app.toasts).toContainText('Commentaire ajouté')
  await app.press('j')
  await expect(page.getByRole('button', { name: 'Finir l’enregistrement (3 étapes)' })).toBeVisible()
  await app.press('Shift+q')

  const dialog = page.getByRole('dialog', { name: 'Garder une macro' })
  await expect(dialog.getByRole('textbox', { name: 'Nom' })).toBeFocused()
  await app.type(`Relance ${word}`)
  await app.press('Tab', 'j')
  await expect(dialog).toContainText('Cette touche est déjà celle de')
  await app.press('Backspace', 'Alt+w')
  await expect(dialog.getByRole('textbox', { name: /Touche/ })).toHaveValue('Alt + W')
  await app.press('Enter')
  await expect(app.toasts).toContainText(`Macro « Relance ${word} » gardée`)
  await expect(app.grid).toBeFocused()

  const done = async () => {
    const now = await Promise.all(orders.map(({ id }) => api.one('orders', id)))
    return now.filter(({ status, comment }) => status === 'CONFIRMED' && comment === 'Rappeler demain').length
  }
  await app.press('Alt+w')
  await expect.poll(done).toBe(2)
  await app.press('Alt+w', 'Alt+w')
  await expect.poll(done).toBe(4)
  await expect(app.toasts).toContainText(`« Relance ${word} » : 2 enregistrements modifiés`)
  await app.press('u')
  await expect(app.toasts).toContainText('2 changements défaits')
  expect(await done()).toBe(3)
  await app.press('Shift+u')
  await expect(app.toasts).toContainText('2 changements refaits')
  expect(await done()).toBe(4)

  await page.reload()
  await app.listReady('Commandes')
  await app.press('Home', 'Alt+w')
  await expect(app.toasts).toContainText(`« Relance ${word} » : plus rien à changer`)
  await expect.poll(async () => (await app.active())?.at).toBe(2)
})

test('a macro is edited: its steps are left out, moved and given another value; what was cancelled changed nothing', async ({
  page,
  app,
  api,
}) => {
  const { word, orders } = await fiveOrders(api)
  const id = crypto.randomUUID()
  const comment = { command: 'order.comment', args: { comment: 'Rappeler demain' } }
  const macro = { id, name: `Suite ${word}`, steps: [...steps, comment, { command: 'list.down', args: {} }] }
  await api.put('profile/desk', { macros: [macro], overrides: { [`macro:${id}`]: ['Alt+w'] } })
  await app.openList(`/orders/list?q=${word}`)
  await app.press('Control+a', 'Alt+w')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await app.press('Escape')
  await expect(app.toasts).toContainText(`« Suite ${word} » annulée : rien n’a été changé`)
  await app.press('Escape')

  await app.ask('modifier une macro')
  await expect(app.highlighted).toContainText('Modifier une macro')
  await app.press('Enter')
  await app.type(word)
  await expect(app.highlighted).toContainText(`Suite ${word}`)
  await app.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Modifier « Suite ${word} »` })
  await expect(dialog.getByRole('textbox', { name: 'Nom' })).toBeFocused()
  await app.type(`Note ${word}`)
  const list = dialog.getByRole('listbox')
  await app.tabTo(list)
  // Leaves out the status and the clearing; the comment comes after the move, with another text.
  await app.press('Space', 'ArrowDown', 'Space', 'ArrowDown', 'Alt+ArrowDown')
  await expect(list.getByRole('option', { selected: true })).toHaveText(['Ligne suivante', /Rappeler demain/])
  await app.tabTo(dialog.getByRole('textbox', { name: /Étape 4/ }))
  await app.fill('Vu')
  await app.press('Enter')
  await expect(app.toasts).toContainText(`Macro « Note ${word} » modifiée`)
  await app.press('Home', 'Alt+w')
  await expect(app.toasts).toContainText(`« Note ${word} » : 1 enregistrement modifié`)
  expect(await confirmed(api, orders)).toBe(0)
  const second = await api.one('orders', orders.at(-2)!.id)
  expect(second.comment).toBe('Vu')
  await app.press('u')
  await expect(app.toasts).not.toContainText('1 enregistrement modifié')
})

test('a macro on many asks once, is in the palette on each of the user’s machines, and is deleted by name', {
  tag: '@full',
}, async ({ app, api }) => {
  const { word, orders } = await fiveOrders(api)
  await api.put('profile/desk', { macros: [{ id: crypto.randomUUID(), name: `Tri ${word}`, steps }] })
  await app.openList(`/orders/list?q=${word}`)
  await app.press('Control+a', 'Control+k')
  await app.type(`tri ${word}`)
  await expect(app.highlighted).toContainText(`Tri ${word}`)
  await expect(app.palette).toContainText('5 changeraient')
  await app.press('Enter')
  await expect.poll(() => confirmed(api, orders)).toBe(5)
  await expect(app.toasts).toContainText(`« Tri ${word} » : 5 enregistrements modifiés`)
  await app.press('u')
  await expect.poll(() => confirmed(api, orders)).toBe(0)

  await app.ask('supprimer une macro')
  await expect(app.highlighted).toContainText('Supprimer une macro')
  await app.press('Enter')
  await expect(app.highlighted).toContainText(`Tri ${word}`)
  await app.press('Enter')
  await expect(app.toasts).toContainText(`Macro « Tri ${word} » supprimée`)
})

const steps = [
  { command: 'order.status', args: { status: 'CONFIRMED' } },
  { command: 'list.clear-selection', args: {} },
]

const fiveOrders = async (api: Api): Promise<{ word: string; orders: Order[] }> => {
  const word = uniqueWord()
  return { word, orders: await newOrders(api, word, ['Un', 'Deux', 'Trois', 'Quatre', 'Cinq']) }
}

const confirmed = async (api: Api, orders: readonly Order[]): Promise<number> => {
  const now = await Promise.all(orders.map(({ id }) => api.one('orders', id)))
  return now.filter(({ status }) => status === 'CONFIRMED').length
}
