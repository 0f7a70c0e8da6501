import { countOptionRenders } from './support/count-option-renders.ts'
import { newOrder, newOrders, uniqueWord } from './support/records.ts'
import { expect, test, testInFullRun } from './support/test.ts'

test.beforeEach(async ({ openAs, desk }) => {
  await openAs('admin', '/orders/list')
  await desk.listReady('Commandes')
})

test('opens from anywhere, writing included, and gives the keyboard and the page back', async ({
  page,
  desk,
}) => {
  const field = desk.palette.getByRole('combobox')
  await desk.press('Control+k')
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('grid')).toHaveCount(0)
  await desk.press('Shift+Tab', 'Tab')
  await expect(desk.palette.locator(':focus')).toHaveCount(1)
  await desk.press('Escape', 'Escape')
  await expect(desk.palette).toBeHidden()
  await expect(page.getByRole('grid')).toHaveCount(1)
  await expect(desk.grid).toBeFocused()

  await desk.press('f')
  await desk.type('abc')
  await desk.press('Control+k')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')
  await desk.press('Escape')
  await expect(desk.filterBox).toBeFocused()
  await expect(desk.filterBox).toHaveValue('abc')
})

test('shows what is in view at each opening, and nothing of what was typed before', async ({
  page,
  desk,
}) => {
  for (let opening = 0; opening < 2; opening++) {
    await desk.press('j')
    const number = (await desk.active())?.cells[1]
    await desk.press('Control+k')
    await expect(desk.palette.getByRole('group', { name: `Commande n° ${number}` })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Palette' })).toHaveValue('')
    await desk.press('ArrowDown')
    await desk.type('xyz')
    await desk.press('Escape')
    await expect(desk.palette).toHaveCount(0)
  }
})

test('moves by arrows, to either end and from group to group, over rows that are not rendered yet', async ({
  desk,
}) => {
  const group = () =>
    desk.highlighted.evaluate((option) => {
      const group = option.closest('[role=group]')
      return document.getElementById(group?.getAttribute('aria-labelledby') ?? '')?.textContent
    })
  await desk.press('Control+k', 'End')
  await expect(desk.highlighted).toHaveAttribute(
    'aria-posinset',
    (await desk.highlighted.getAttribute('aria-setsize')) ?? 'nothing',
  )
  await expect(desk.highlighted).toBeInViewport()
  await desk.press('ArrowDown')
  await expect.poll(group).toBe('Réglages')
  await desk.press('Home', 'ArrowUp')
  await expect(desk.highlighted).toHaveAttribute('aria-posinset', '1')
  await expect(desk.highlighted).toBeInViewport()
  await desk.press('ArrowDown')
  await expect(desk.highlighted).toHaveAttribute('aria-posinset', '2')
  for (const name of ['Cette liste', 'Aller à', 'Créer', 'Réglages']) {
    await desk.press('Alt+ArrowDown')
    await expect.poll(group).toBe(name)
  }
  await desk.press('Alt+ArrowUp')
  await expect.poll(group).toBe('Créer')
  await desk.type('aller')
  await expect(desk.highlighted).toHaveAttribute('aria-posinset', '1')
})

test('a scope that was typed is left by Backspace, by replacing the text, and where it has no match', async ({
  desk,
}) => {
  const field = desk.palette.getByRole('combobox')
  const scoped = desk.palette.getByRole('combobox', { name: 'Chercher dans Livraisons…' })
  const leaves = async (...keys: string[]) => {
    await desk.type('livraisons ')
    await expect(scoped).toHaveValue('')
    await desk.press(...keys)
  }
  await desk.press('Control+k')
  await leaves('Backspace')
  await expect(scoped).toHaveCount(0)
  await leaves('Control+a')
  await desk.type('se déconnecter')
  await expect(scoped).toHaveCount(0)
  await expect(field).toHaveValue('se déconnecter')
  await expect(desk.highlighted).toHaveText(/^Se déconnecter/)
  await desk.press('Control+a', 'Backspace')
  await leaves('x', 'y', 'Control+a', 'Backspace')
  await expect(scoped).toHaveCount(0)
  await expect(field).toHaveValue('')

  await leaves()
  await desk.type('se déconnecter')
  await expect(desk.highlighted).toHaveText('Chercher partout : « se déconnecter »')
  await desk.press('Enter')
  await expect(scoped).toHaveCount(0)
  await expect(field).toHaveValue('se déconnecter')
  await expect(desk.highlighted).toHaveText(/^Se déconnecter/)
})

testInFullRun(
  'finds commands by any of their words, in either language, without accents',
  async ({ desk }) => {
    for (const words of ['nouvelle com', 'new order', 'creer commande']) {
      await desk.press('Control+k')
      await desk.type(words)
      await expect(desk.highlighted).toHaveText(/^Nouvelle commande/)
      await desk.press('Escape')
    }
    await desk.press('Control+k')
    await desk.type('aller prod')
    await expect(desk.highlighted).toHaveText(/^Aller aux produits/)
    await desk.press('Enter')
    await desk.listReady('Produits')
  },
)

test('finds an order by a piece of its customer: name, accents, telephone, number', async ({
  page,
  desk,
  api,
}) => {
  const surname = uniqueWord()
  const customerName = `Zoé-Aïssata ${surname}`
  const order = await newOrder(api, { customerName, customerPhone: '+2250777012345' })
  const pieces = [`${surname.slice(0, 6)} aissa`, `AÏSSATA ${surname}`, '07 77 01 23 45', `#${order.number}`]
  for (const piece of pieces) {
    await page.goto('/orders/list')
    await desk.listReady('Commandes')
    await desk.press('Control+k')
    await desk.type(piece)
    await expect(desk.highlighted, piece).toContainText(customerName)
    await desk.press('Enter')
    // A telephone is its customer's, whose orders come next.
    if (/^[\d ]+$/.test(piece)) {
      await expect(desk.highlighted).toContainText(String(order.number))
      await desk.press('Enter')
    }
    await expect(page).toHaveURL(`/orders/view/${order.id}`)
    await expect(page.getByRole('main')).toContainText(customerName)
  }
})

test('shows a dry run of an argument on the same line, runs it and undoes it', async ({
  page,
  desk,
  api,
}) => {
  const word = uniqueWord()
  const orders = await newOrders(api, word, ['Un', 'Deux'])
  await api.put('orders/status', { ids: [orders[0]!.id], status: 'CANCELLED' })
  const statuses = async () => Promise.all(orders.map(async ({ id }) => (await api.one('orders', id)).status))
  await desk.press('f')
  await desk.type(word)
  await desk.press('Enter')
  await expect.poll(desk.total).toBe(2)
  await desk.press('Control+a', 'Control+k')
  await desk.type('statut annul')
  await expect(desk.highlighted).toContainText('Annulée')
  await desk.press('Enter')
  await expect(desk.highlighted).toContainText('A changé d’avis')
  await desk.press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('1 changerait, 1 refusée')
  await expect(question).toContainText('déjà à ce statut')
  expect(await statuses()).toEqual(['CANCELLED', 'PENDING'])
  await desk.press('Enter')
  await expect(desk.toasts).toContainText(`Commande n° ${orders[1]!.number} annulée, 1 refusée`)
  expect(await statuses()).toEqual(['CANCELLED', 'CANCELLED'])
  await desk.press('u')
  await expect(desk.toasts).toContainText('1 remise comme avant')
  expect(await statuses()).toEqual(['CANCELLED', 'PENDING'])
})

test('changes the status of one order in two keys, and takes it back by one', async ({ desk, api }) => {
  const customerName = `Vite ${uniqueWord()}`
  const order = await newOrder(api, { customerName })
  const status = async () => (await api.one('orders', order.id)).status
  await desk.press('f')
  await desk.type(customerName)
  await desk.press('Enter')
  await expect.poll(async () => (await desk.active())?.cells[1]).toBe(String(order.number))
  await desk.press('s', '1')
  await expect(desk.palette).toBeHidden()
  await expect(desk.toasts).toContainText(`Commande n° ${order.number} confirmée`)
  await expect.poll(status).toBe('CONFIRMED')
  // What it cannot become is not picked, and says why.
  await desk.press('s', '2')
  await expect(desk.highlighted).toHaveText(/^Injoignable.*passage impossible depuis ce statut/)
  await desk.press('Escape', 'u')
  await expect(desk.palette).toBeHidden()
  await expect.poll(status).toBe('PENDING')
})

test('works a sum out, copies it, and says so', async ({ page, context, desk }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await desk.press('Control+k')
  await desk.type('= 12500*3 + 2%')
  await expect(desk.highlighted).toHaveText(/^38\s250/)
  await desk.press('Enter')
  await expect(desk.palette).toBeHidden()
  await expect(desk.toasts).toContainText('38250 copié')
  expect(await copied()).toBe('38250')
  await expect(desk.grid).toBeFocused()

  // It need not say so where it can be nothing else.
  await desk.press('Control+k')
  await desk.type('3*4500')
  await expect(desk.highlighted).toHaveText(/^13\s500/)
  await desk.fill('= 5/0')
  await expect(desk.palette.getByText('Division par zéro')).toBeVisible()
})

test('shows what may not run with its reason, and does not run it', async ({ page, desk, api }) => {
  const customerName = `Refus ${uniqueWord()}`
  const order = await newOrder(api, { customerName })
  await api.put('orders/status', { ids: [order.id], status: 'CANCELLED' })
  await desk.press('f')
  await desk.type(customerName)
  await desk.press('Enter')
  await expect.poll(async () => (await desk.active())?.cells[1]).toBe(String(order.number))
  await desk.press('Control+k')
  await desk.type('marquer injoignable')
  // Below them stand those of the shippings, which would ask which one.
  await expect(desk.highlighted).toHaveText(/^Marquer injoignable.*passage impossible depuis ce statut/)
  await desk.press('Enter', 'ArrowDown')
  await expect(desk.highlighted).toHaveText(/^Changer le statut : Injoignable/)
  await expect(desk.palette).toContainText('0 changerait, 1 refusée : passage impossible depuis ce statut')
  await desk.press('Enter')
  await expect(desk.palette).toBeVisible()
  expect(await api.one('orders', order.id)).toMatchObject({ status: 'CANCELLED', version: 2 })
  await desk.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeHidden()
})

test('asks for what is missing, one page after the other, and steps back by Escape', async ({
  page,
  desk,
}) => {
  await desk.press('Control+k')
  await desk.type('changer de pays')
  await desk.press('Enter')
  await expect(desk.palette.getByRole('combobox')).toHaveAttribute('placeholder', 'Quel pays ?')
  await desk.press('Escape')
  await expect(desk.palette.getByRole('combobox')).toHaveValue('changer de pays')
  await desk.press('Enter')
  await desk.type('sene')
  await expect(desk.highlighted).toHaveText(/^Sénégal/)
  await desk.press('Enter')
  await expect(page.getByRole('button', { name: 'Pays : SN Sénégal' })).toBeVisible()
  await desk.listReady('Commandes')

  await desk.press('Control+k')
  await desk.type('changer de langue')
  await desk.press('Enter')
  await desk.type('engl')
  await expect(desk.highlighted).toHaveText('English')
  await desk.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders')
  await expect(page.getByRole('button', { name: 'Country: SN Senegal' })).toBeVisible()
})

test('renders for a key the rows in view once; the rest of them when the keys rest', async ({
  page,
  desk,
}) => {
  const rendered = await countOptionRenders(page)
  await desk.listReady('Commandes')
  await desk.press('Control+k')
  await expect(desk.highlighted).toBeVisible()
  const [first = 0] = await rendered()
  expect(first, 'of the page that opens').toBeLessThanOrEqual(inView)
  await expect
    .poll(() => desk.palette.getByRole('option').count(), 'the rest of them')
    .toBeGreaterThan(inView)
  await rendered()
  for (const letter of 'com') {
    await desk.type(letter)
    await expect.poll(() => desk.palette.getByRole('option').count()).toBeGreaterThan(0)
    const [key = 0, ...later] = await rendered()
    expect(key, `rows rendered for "${letter}"`).toBeLessThanOrEqual(inView)
    expect(later.length, 'what an answer and the rest of the rows may add').toBeLessThanOrEqual(2)
  }
  expect(await desk.palette.getByRole('option').count(), 'whatever is found').toBeLessThanOrEqual(mostRows)
})

/** As many as the list has room for, and at most what it shows of what is found. */
const inView = 12
const mostRows = 50
