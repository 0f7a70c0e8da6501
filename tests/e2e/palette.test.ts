import { newOrder, newOrders, newProduct, uniqueWord } from './support/records.ts'
import { expect, full, test } from './support/shared-page.ts'

test.beforeEach(({ app }) => app.openList('/orders/list'))

test('opens from anywhere, fields too, and gives keyboard and page back', async ({ page, app, api }) => {
  const field = app.palette.getByRole('combobox')
  await app.press('Control+k')
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('grid')).toHaveCount(0)
  await app.press('Shift+Tab', 'Tab')
  await expect(app.palette.locator(':focus')).toHaveCount(1)
  await app.press('Escape', 'Escape')
  await expect(app.palette).toBeHidden()
  await expect(page.getByRole('grid')).toHaveCount(1)
  await expect(app.grid).toBeFocused()

  await app.press('f')
  await app.type('abc')
  await app.press('Control+k')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')
  await app.press('Escape')
  await expect(app.filterBox).toBeFocused()
  await expect(app.filterBox).toHaveValue('abc')
  await app.press('Escape')

  // Held, the key that opened it types nothing.
  const active = await newOrder(api, { customerName: uniqueWord() })
  await app.openList(`/orders/list?q=${active.customerName}`)
  for (let times = 0; times < 4; times++) await page.keyboard.down('s')
  await page.keyboard.up('s')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')
  await app.press('Escape')
})

test('finds an order of another country by its number, and opens it', full, async ({ page, app, api }) => {
  const product = await newProduct(api, { country: 'tn' })
  const order = await newOrder(api, { country: 'tn', product: product.id, customerPhone: '+21620123456' })
  await app.ask(String(order.number))
  await expect(app.palette.getByRole('option', { selected: true })).toContainText(`${order.number}`)
  await app.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Commande n° ${order.number}`)
  await expect(page.getByRole('main')).toContainText('Tunisie')
})

test('shows what is in view at each opening, and no earlier text', full, async ({ page, app }) => {
  for (let opening = 0; opening < 2; opening++) {
    await app.press('j')
    const number = (await app.active())?.cells[1]
    await app.press('Control+k')
    await expect(app.palette.getByRole('group', { name: `Commande n° ${number}` })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Palette' })).toHaveValue('')
    await app.press('ArrowDown')
    await app.type('xyz')
    await app.press('Escape')
    await expect(app.palette).toHaveCount(0)
  }
})

test('moves by arrows, to the ends and by groups, over unrendered rows', full, async ({ app }) => {
  const group = () =>
    app.highlighted.evaluate((option) => {
      const group = option.closest('[role=group]')
      return document.getElementById(group?.getAttribute('aria-labelledby') ?? '')?.textContent
    })
  await app.press('Control+k', 'End')
  await expect(app.highlighted).toHaveAttribute(
    'aria-posinset',
    (await app.highlighted.getAttribute('aria-setsize')) ?? 'nothing',
  )
  await expect(app.highlighted).toBeInViewport()
  await app.press('ArrowDown')
  await expect.poll(group).toBe('Réglages')
  await app.press('Home', 'ArrowUp')
  await expect(app.highlighted).toHaveAttribute('aria-posinset', '1')
  await expect(app.highlighted).toBeInViewport()
  await app.press('ArrowDown')
  await expect(app.highlighted).toHaveAttribute('aria-posinset', '2')
  for (const name of ['Cette liste', 'Aller à', 'Créer', 'Réglages']) {
    await app.press('Alt+ArrowDown')
    await expect.poll(group).toBe(name)
  }
  await app.press('Alt+ArrowUp')
  await expect.poll(group).toBe('Créer')
  await app.type('aller')
  await expect(app.highlighted).toHaveAttribute('aria-posinset', '1')
})

test('a typed scope is left by Backspace, other text, and without match', full, async ({ app }) => {
  const field = app.palette.getByRole('combobox')
  const scoped = app.palette.getByRole('combobox', { name: 'Chercher dans Livraisons…' })
  const leaves = async (...keys: string[]) => {
    await app.type('livraisons ')
    await expect(scoped).toHaveValue('')
    await app.press(...keys)
  }
  await app.press('Control+k')
  await leaves('Backspace')
  await expect(scoped).toHaveCount(0)
  await leaves('Control+a')
  await app.type('se déconnecter')
  await expect(scoped).toHaveCount(0)
  await expect(field).toHaveValue('se déconnecter')
  await expect(app.highlighted).toHaveText(/^Se déconnecter/)
  await app.press('Control+a', 'Backspace')
  await leaves('x', 'y', 'Control+a', 'Backspace')
  await expect(scoped).toHaveCount(0)
  await expect(field).toHaveValue('')

  await leaves()
  await app.type('se déconnecter')
  await expect(app.highlighted).toHaveText('Chercher partout : « se déconnecter »')
  await app.press('Enter')
  await expect(scoped).toHaveCount(0)
  await expect(field).toHaveValue('se déconnecter')
  await expect(app.highlighted).toHaveText(/^Se déconnecter/)
})

test('shows the dry run of an argument beside it, runs and undoes it', full, async ({ page, app, api }) => {
  const word = uniqueWord()
  const orders = await newOrders(api, word, ['Un', 'Deux'])
  await api.put('orders/status', { ids: [orders[0]!.id], status: 'CANCELLED' })
  const statuses = async () => Promise.all(orders.map(async ({ id }) => (await api.one('orders', id)).status))
  await app.filter(word)
  await expect.poll(app.total).toBe(2)
  await app.press('Control+a', 'Control+k')
  await app.type('statut annul')
  await expect(app.highlighted).toContainText('Annulée')
  await app.press('Enter')
  await expect(app.highlighted).toContainText('A changé d’avis')
  await app.press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('1 changerait, 1 refusée')
  await expect(question).toContainText('déjà à ce statut')
  expect(await statuses()).toEqual(['CANCELLED', 'PENDING'])
  await app.press('Enter')
  await expect(app.toasts).toContainText(`Commande n° ${orders[1]!.number} annulée, 1 refusée`)
  expect(await statuses()).toEqual(['CANCELLED', 'CANCELLED'])
  await app.press('u')
  await expect(app.toasts).toContainText('1 changement défait')
  expect(await statuses()).toEqual(['CANCELLED', 'PENDING'])
})

test('changes the status of one order in two keys, and takes it back by one', full, async ({ app, api }) => {
  const customerName = `Vite ${uniqueWord()}`
  const order = await newOrder(api, { customerName })
  const status = async () => (await api.one('orders', order.id)).status
  await app.filter(customerName)
  await expect.poll(async () => (await app.active())?.cells[1]).toBe(String(order.number))
  await app.press('s', '1')
  await expect(app.palette).toBeHidden()
  await expect(app.toasts).toContainText(`Commande n° ${order.number} confirmée`)
  await expect.poll(status).toBe('CONFIRMED')
  // Statuses that are not allowed are disabled and say why.
  await app.press('s', '2')
  await expect(app.highlighted).toHaveText(/^Injoignable.*passage impossible depuis ce statut/)
  await app.press('Escape', 'u')
  await expect(app.palette).toBeHidden()
  await expect.poll(status).toBe('PENDING')
})

test('works a sum out, copies it, and says so', full, async ({ page, context, app }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await app.ask('= 12500*3 + 2%')
  await expect(app.highlighted).toHaveText(/^38\s250/)
  await app.press('Enter')
  await expect(app.palette).toBeHidden()
  await expect(app.toasts).toContainText('38250 copié')
  expect(await copied()).toBe('38250')
  await expect(app.grid).toBeFocused()

  // The label is omitted if unambiguous.
  await app.ask('3*4500')
  await expect(app.highlighted).toHaveText(/^13\s500/)
  await app.fill('= 5/0')
  await expect(app.palette.getByText('Division par zéro')).toBeVisible()
})

test('shows what may not run with its reason, and does not run it', full, async ({ page, app, api }) => {
  const customerName = `Refus ${uniqueWord()}`
  const order = await newOrder(api, { customerName })
  await api.put('orders/status', { ids: [order.id], status: 'CANCELLED' })
  await app.filter(customerName)
  await expect.poll(async () => (await app.active())?.cells[1]).toBe(String(order.number))
  await app.ask('marquer injoignable')
  await expect(app.highlighted).toHaveText(/^Marquer injoignable.*passage impossible depuis ce statut/)
  // Commands of shippings, which ask for a record, can be run: a status that the order cannot take comes after them.
  await expect(app.palette.getByRole('option')).toHaveText([
    /^Marquer injoignable.*passage impossible depuis ce statut$/,
    /^Marquer injoignable ?Livraisons$/,
    /^Changer le statut : Injoignable ?Livraisons$/,
    /^Changer le statut : Injoignable$/,
    /^Filtrer : 0 commande/,
    /^Sélectionner : 0 commande.*rien de tel ici$/,
  ])
  await app.press('Enter', 'ArrowDown', 'ArrowDown', 'ArrowDown')
  await expect(app.highlighted).toHaveText(/^Changer le statut : Injoignable$/)
  await expect(app.palette).toContainText('0 changerait, 1 refusée : passage impossible depuis ce statut')
  await app.press('Enter')
  await expect(app.palette).toBeVisible()
  expect(await api.one('orders', order.id)).toMatchObject({ status: 'CANCELLED', version: 2 })
  await app.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeHidden()
})

test('asks for what is missing, page by page, and steps back by Escape', full, async ({ page, app }) => {
  await app.ask('changer de pays')
  await app.press('Enter')
  await expect(app.palette.getByRole('combobox')).toHaveAttribute('placeholder', 'Quel pays ?')
  await app.press('Escape')
  await expect(app.palette.getByRole('combobox')).toHaveValue('changer de pays')
  await app.press('Enter')
  await app.type('sene')
  await expect(app.highlighted).toHaveText(/^Sénégal/)
  await app.press('Enter')
  await expect(page.getByRole('button', { name: 'Pays : SN Sénégal' })).toBeVisible()
  await app.listReady('Commandes')

  await app.ask('changer de langue')
  await app.press('Enter')
  await app.type('engl')
  await expect(app.highlighted).toHaveText('English')
  await app.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders')
  await expect(page.getByRole('button', { name: 'Country: SN Senegal' })).toBeVisible()
})
