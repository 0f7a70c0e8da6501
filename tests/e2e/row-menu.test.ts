import { newOrder, newOrders, newProduct, uniqueWord } from './support/records.ts'
import { expect, full, test } from './support/shared-page.ts'

test('what can be done with a row opens as a menu: reasons beside what cannot, keys beside what can', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const word = uniqueWord()
  const order = await newOrder(api, { customerName: `Menu ${word}` })
  await app.openList(`/orders/list?q=${word}`)
  const menu = page.getByRole('menu', { name: 'Actions sur la ligne' })

  for (const key of ['m', 'Shift+F10', 'ContextMenu']) {
    await app.press(key)
    await expect(menu.getByRole('menuitem', { name: /^Modifier la commande/ })).toBeFocused()
    await app.press('Escape')
    await expect(menu).toBeHidden()
    await expect(app.grid).toBeFocused()
  }

  await app.press('m')
  await expect(menu).toContainText(`Commande n° ${order.number}`)
  const reopen = menu.getByRole('menuitem', { name: /^Rouvrir/ })
  await expect(reopen).toHaveAttribute('aria-disabled', 'true')
  await expect(reopen).toContainText('déjà à ce statut')
  await app.type('rouv')
  await expect(reopen).toBeFocused()
  await app.press('Enter')
  await expect(menu).toBeVisible()
  await app.press('Escape', 'm')
  await expect(menu.getByRole('menuitem', { name: /^Modifier la commande/ })).toBeFocused()
  await app.type('confirmer')
  await expect(menu.getByRole('menuitem', { name: /^Confirmer/ })).toBeFocused()
  await app.press('Enter')
  // A single order that `u` restores needs no confirmation.
  await expect(app.toasts).toContainText(`Commande n° ${order.number} confirmée`)
  await expect(app.grid).toBeFocused()
  expect(await api.one('orders', order.id)).toMatchObject({ status: 'CONFIRMED' })
})

test.describe('a cell', () => {
  test('is edited in its cell; errors are shown there, Tab moves to the next', async ({ page, app, api }) => {
    const word = uniqueWord()
    const order = await newOrder(api, { customerName: `Avant ${word}`, comment: word })
    await app.openList(`/orders/list?q=${word}`)
    const cell = () => app.grid.getAttribute('aria-activedescendant')
    await app.press('F2')
    expect(await cell()).toMatch(/customerName$/)
    await app.press('ArrowRight')
    expect(await cell()).toMatch(/customerPhone$/)
    await app.press('ArrowLeft', 'Enter')
    const name = page.getByRole('textbox', { name: 'Client' })
    await expect(name).toBeFocused()
    await app.press('Control+a', 'Delete', 'Enter')
    await expect(name).toHaveAccessibleDescription('Ce champ est obligatoire.')
    await app.fill(`Après ${word}`)
    await app.press('Tab')
    const phone = page.getByRole('textbox', { name: 'Téléphone' })
    await expect(phone).toBeFocused()
    await expect(phone).toHaveValue('+225 07 08 09 10 11')
    await app.fill('12')
    await app.press('Enter')
    await expect(phone).toHaveAccessibleDescription(/impossible dans ce pays/)
    await app.fill('0102030405')
    await app.press('Enter')
    await expect(app.grid).toBeFocused()
    expect(await cell()).toMatch(/customerPhone$/)
    await expect.poll(async () => (await api.one('orders', order.id)).customerPhone).toBe('+2250102030405')
    expect(await api.one('orders', order.id)).toMatchObject({ customerName: `Après ${word}`, version: 3 })

    await app.press('Enter')
    await app.fill('jamais gardé')
    await app.press('Escape')
    await expect(app.grid).toBeFocused()
    await app.press('Escape')
    expect((await app.active())?.cells.join()).toContain(`Après ${word}`)
    expect((await app.active())?.cells.join()).toContain('+225 01 02 03 04 05')
    expect(await api.one('orders', order.id)).toMatchObject({ version: 3 })
  })

  test('of a confirmed order: the product is fixed, and the reason shown', full, async ({ app, api }) => {
    const word = uniqueWord()
    const product = await newProduct(api)
    const order = await newOrder(api, { product: product.id, customerName: `Tenue ${word}` })
    await api.put('orders/status', { ids: [order.id], status: 'CONFIRMED' })
    await app.openList(`/orders/list?q=${word}`)
    await app.press('F2', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter')
    await expect(app.toasts).toContainText('Produit')
    await expect(app.toasts).toContainText('La commande est confirmée.')
    await expect(app.grid).toBeFocused()
  })

  test('is undone by u before what was changed earlier', full, async ({ app, api }) => {
    const word = uniqueWord()
    const orders = await newOrders(api, word, ['Un', 'Deux'])
    await app.openList(`/orders/list?q=${word}`)
    await app.press('s', '2')
    await expect(app.toasts).toContainText('injoignable')
    await app.press('j', 'F2', 'Enter')
    await app.fill(`Nommée ${word}`)
    await app.press('Enter')
    await expect(app.toasts).toContainText('Client : enregistré')
    await app.press('Escape', 'u')
    await expect(app.toasts).toContainText('1 changement défait')
    const now = async () => {
      const records = await Promise.all(orders.map(({ id }) => api.one('orders', id)))
      return records.map(({ status, customerName }) => [status, customerName.split(' ')[0]]).toSorted()
    }
    await expect.poll(now).toEqual([
      ['NOT_REACHABLE', expect.stringMatching(/Un|Deux/)],
      ['PENDING', expect.stringMatching(/Un|Deux/)],
    ])
    await app.press('u')
    await expect.poll(now).toEqual([
      ['PENDING', 'Deux'],
      ['PENDING', 'Un'],
    ])
  })

  test('that another user edited first is merged: mine or theirs', full, async ({ page, app, api }) => {
    app.expectErrors(/status of 412/)
    const word = uniqueWord()
    const order = await newOrder(api, { customerName: `Base ${word}` })
    await app.openList(`/orders/list?q=${word}`)
    await app.press('F2', 'Enter')
    await expect(page.getByRole('textbox', { name: 'Client' })).toBeFocused()
    await api.update('orders', order.id, { customerName: `Leur ${word}` })
    await app.fill(`Mon ${word}`)
    await app.press('Enter')
    const merge = page.getByRole('dialog', { name: 'Cette fiche a changé entre-temps' })
    await expect(merge.getByRole('radio', { name: `Le mien Mon ${word}` })).toBeFocused()
    await expect(merge, 'by whom and when').toContainText(/n° \d+ : Modification · .+ · \d\d:\d\d/)
    await app.press('Enter')
    await expect.poll(async () => (await api.one('orders', order.id)).customerName).toBe(`Mon ${word}`)
    await expect(merge).toBeHidden()
  })

  test('is not shown to users who may only read', full, async ({ app }) => {
    await app.openList('/invoices/list', 'moderator')
    await app.press('F2')
    await expect(app.toasts).toContainText('Votre rôle ne permet pas')
  })
})
