import { newOrder, newPhone, newProduct, newSeller, uniqueWord } from './support/records.ts'
import { expect, full, test } from './support/shared-page.ts'

const required = 'Ce champ est obligatoire.'

test.describe('an order', () => {
  test('is created by form, with errors at their fields, and Ctrl+Enter', async ({ page, app, api }) => {
    const product = await newProduct(api, { price: 12_500 })
    await app.openList('/orders/list')
    await app.press('n')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nouvelle commande')
    const lookup = page.getByRole('combobox', { name: 'Produit' })
    await expect(lookup).toBeFocused()
    await app.press('Control+Enter')

    await expect(lookup).toBeFocused()
    await expect(lookup).toHaveAccessibleDescription(required)
    await expect(page.getByLabel('Client')).toHaveAccessibleDescription(required)
    await expect(page.getByLabel('Commentaire')).toHaveAccessibleDescription('')

    const option = page.getByRole('option', { name: product.name })
    await test.step('text without a choice stays in the field and is refused', async () => {
      const refusal = /Rien n’est choisi pour ce texte\. Choisissez dans la liste ou effacez le texte\./
      await app.fill('introuvable')
      await expect(page.getByText('Aucun résultat')).toBeVisible()
      await app.press('Tab')
      await expect(lookup).toHaveValue('introuvable')
      await expect(lookup).toHaveAccessibleDescription(refusal)
      await expect(lookup).toHaveAttribute('aria-invalid', 'true')
      await app.press('Shift+Tab')
      await app.fill(product.name)
      await expect(option).toBeVisible()
      await app.press('Control+Enter')
      await expect(lookup).toHaveAccessibleDescription(refusal)
      await expect(lookup).toHaveValue(product.name)
      await expect(lookup).toBeFocused()
      await app.press('ArrowDown')
      await expect(option).toBeVisible()
      await app.press('Shift+Tab')
      await expect(lookup).not.toBeFocused()
      await expect(lookup).toHaveAccessibleDescription(refusal)
      await app.press('Tab')
      await app.fill('')
      await app.press('Delete')
      await app.press('Tab')
      await expect(lookup).toHaveValue('')
      await expect(lookup).toHaveAccessibleDescription(required)
      await app.press('Shift+Tab')
    })
    await test.step('PageDown and PageUp move by ten options', async () => {
      await app.press('ArrowDown')
      const options = page.getByRole('option')
      await expect(options.nth(10)).toBeAttached()
      const [first, tenth] = await Promise.all([0, 9].map((index) => options.nth(index).getAttribute('id')))
      await app.press('PageDown')
      await expect(lookup).toHaveAttribute('aria-activedescendant', tenth ?? '')
      await app.press('PageUp')
      await expect(lookup).toHaveAttribute('aria-activedescendant', first ?? '')
      await app.press('Escape')
    })

    await app.type(product.name)
    await expect(option).toContainText(`#${product.number}`)
    await expect(option).toContainText(/en stock · 12\s500\sF/)
    await app.press('Enter')
    await expect(lookup).toHaveValue(product.name)
    await app.press('Tab')
    await app.fill('3')
    await app.tabTo(page.getByLabel('Client'))
    await app.type('Aïcha N’Guessan')
    await app.press('Tab')
    await app.type('12345')
    await app.press('Tab')
    await app.type('Cocody Angré')
    await app.press('Control+Enter')

    const phone = page.getByLabel('Téléphone')
    await expect(phone).toBeFocused()
    await expect(phone).toHaveAccessibleDescription(/impossible dans ce pays/)
    await app.fill('07 08 09 10 11')
    await app.press('Control+Enter')
    await expect(app.toasts).toContainText(/Commande n° \d+ enregistrée/)
    await app.listReady('Commandes')

    const { items } = await api.list('orders', { product: product.id })
    expect(items).toMatchObject([
      {
        country: 'ic',
        customerName: 'Aïcha N’Guessan',
        customerPhone: '+2250708091011',
        quantity: 3,
        price: 12_500,
        totalPrice: 37_500,
        status: 'PENDING',
      },
    ])
  })

  test(
    'restored after a reload has its product selected, so that typing replaces it',
    full,
    async ({ page, app, api }) => {
      const [first, second] = [await newProduct(api), await newProduct(api)]
      await app.openList('/orders/list')
      await app.press('n')
      const lookup = page.getByRole('combobox', { name: 'Produit' })
      await expect(lookup).toBeFocused()
      await app.fill(first.name)
      await expect(page.getByRole('option', { name: first.name })).toBeVisible()
      await app.press('Enter')
      await expect(lookup).toHaveValue(first.name)
      await page.reload()
      await expect(lookup).toHaveValue(first.name)
      await expect(lookup).toBeFocused()
      await page.keyboard.type(second.name)
      await expect(lookup).toHaveValue(second.name)
    },
  )

  test('shows its total before it is saved, at either price', full, async ({ page, app, api }) => {
    const product = await newProduct(api, { price: 12_500 })
    await app.openAs('admin', '/orders/add')
    const lookup = page.getByRole('combobox', { name: 'Produit' })
    await expect(lookup).toBeFocused()
    const total = page.getByRole('status').filter({ hasText: 'Total' })
    await expect(total).toHaveText('Total—')
    await app.fill(product.name)
    await expect(page.getByRole('option', { name: product.name })).toBeVisible()
    await app.press('Enter')
    await app.tabTo(page.getByLabel('Quantité'))
    await app.fill('3')
    await expect(total).toHaveText(/^Total3 × 12\s500\sF\sCFA =37\s500\sF\sCFA$/)
    await app.tabTo(page.getByLabel('Prix', { exact: false }))
    await app.fill('9 000')
    await expect(total).toHaveText(/^Total3 × 9\s000\sF\sCFA =27\s000\sF\sCFA$/)
    await app.fill('x')
    await expect(total).toHaveText('Total—')
  })

  test('recognises by the telephone who has ordered before, and takes over name and address', {
    tag: '@full',
  }, async ({ page, app, api }) => {
    const name = `Nadège ${uniqueWord()}`
    const called = newPhone()
    await newOrder(api, {
      customerName: name,
      customerPhone: called.e164,
      customerAddress: 'Plateau, rue 12',
    })
    await app.openAs('admin', '/orders/add')
    await expect(page.getByRole('combobox', { name: 'Produit' })).toBeFocused()
    const phone = page.getByLabel('Téléphone')
    await app.tabTo(phone)
    await app.type(called.digits)
    const known = page.getByRole('status').filter({ hasText: name })
    await expect(known).toContainText('1 commande, 1 à appeler')
    await app.activate(known.getByRole('button', { name: 'Reprendre nom et adresse' }))
    await expect(page.getByLabel('Client')).toHaveValue(name)
    await expect(page.getByLabel('Adresse')).toHaveValue('Plateau, rue 12')
  })

  test('saves only what was changed', full, async ({ page, app, api }) => {
    const order = await newOrder(api)
    await app.openAs('admin', `/orders/edit/${order.id}`)
    const lookup = page.getByRole('combobox', { name: 'Produit' })
    await expect(lookup).toBeFocused()
    const chosen = await lookup.inputValue()
    await test.step('nothing is saved under text without a choice; Escape in the list clears it', async () => {
      const writes: string[] = []
      page.on('request', (sent) => sent.method() === 'PUT' && writes.push(sent.url()))
      await app.fill('introuvable')
      await app.tabTo(page.getByLabel('Client'))
      await app.press('Control+Enter')
      await expect(lookup).toBeFocused()
      await expect(lookup).toHaveValue('introuvable')
      expect(writes).toEqual([])
      await app.press('ArrowDown')
      await expect(lookup).toHaveAttribute('aria-expanded', 'true')
      await app.press('Escape')
      await expect(lookup).toHaveValue(chosen)
      await expect(lookup).not.toHaveAttribute('aria-invalid')
    })
    await app.tabTo(page.getByLabel('Client'))
    await app.fill('Mariam Traoré')
    const [request] = await Promise.all([
      page.waitForRequest((sent) => sent.method() === 'PUT'),
      app.press('Control+Enter'),
    ])
    expect(request.postDataJSON()).toEqual({ customerName: 'Mariam Traoré' })
    await app.listReady('Commandes')
    expect(await api.one('orders', order.id)).toMatchObject({ customerName: 'Mariam Traoré', version: 2 })
  })

  test('asks before what was typed is lost', full, async ({ page, app, api }) => {
    const order = await newOrder(api, { customerName: 'Avant' })
    await app.openList('/orders/list')
    await app.press('e')
    const name = page.getByLabel('Client')
    await app.tabTo(name)
    await app.fill('Jamais gardé')
    await app.press('Escape')
    const question = page.getByRole('alertdialog', { name: 'Quitter sans enregistrer ?' })
    await expect(question).toBeVisible()
    await app.press('Escape')
    await expect(question).toBeHidden()
    await expect(name).toHaveValue('Jamais gardé')
    await expect(name).toBeFocused()

    await app.press('Escape')
    await app.activate(question.getByRole('button', { name: 'Quitter sans enregistrer' }))
    await app.listReady('Commandes')
    expect(await api.one('orders', order.id)).toMatchObject({ customerName: 'Avant' })
  })

  test('that another user saved first is merged field by field', full, async ({ page, app, api }) => {
    app.expectErrors(/status of 412/)
    const order = await newOrder(api)
    await app.openAs('admin', `/orders/edit/${order.id}`)
    await app.tabTo(page.getByLabel('Client'))
    await app.fill('Le mien')
    await app.tabTo(page.getByLabel('Adresse'))
    await app.fill('Chez moi')
    await api.update('orders', order.id, {
      customerName: 'Le sien',
      customerAddress: 'Chez lui',
      quantity: 2,
    })
    await app.press('Control+Enter')

    const merge = page.getByRole('dialog', { name: 'Cette fiche a changé entre-temps' })
    await expect(merge.getByRole('group')).toHaveCount(2)
    const mine = merge.getByRole('group', { name: 'Client' }).getByRole('radio', { name: /^Le mien/ })
    await expect(mine).toBeFocused()
    await expect(mine).toBeChecked()
    await app.press('ArrowDown')
    await app.press('Control+Enter')
    await app.listReady('Commandes')
    expect(await api.one('orders', order.id)).toMatchObject({
      customerName: 'Le sien',
      customerAddress: 'Chez moi',
      quantity: 2,
    })
  })
})

test('an expedition: its seller is identified by phone and country, its dates are typed in words', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const seller = await newSeller(api)
  const name = `Lot ${uniqueWord()}`
  await app.openList('/expeditions/list')
  await app.press('n')
  await expect(page.getByRole('combobox', { name: 'Vendeur' })).toBeFocused()
  await app.type(seller.name)
  await expect(page.getByRole('option', { name: seller.name })).toContainText(/\d\d \d\d.* · Côte d’Ivoire/)
  await app.press('Enter')
  await app.tabTo(page.getByRole('textbox', { name: 'Nom', exact: true }))
  await app.type(name)
  await app.press('Tab')
  await app.type('15000')
  await app.tabTo(page.getByLabel('Quantité'))
  await app.fill('4')
  await app.tabTo(page.getByRole('combobox', { name: 'Transport', exact: true }))
  await app.type('Avion')

  const leaves = page.getByRole('combobox', { name: 'Expédiée le' })
  const arrives = page.getByRole('combobox', { name: 'Annoncée le' })
  await test.step('what was typed is said back, and what is no day is said too', async () => {
    await app.tabTo(leaves)
    await app.type('24/13')
    await expect(leaves).toHaveAccessibleDescription(/Cette date n’est pas comprise/)
    await app.fill('24/12/2031')
    await expect(leaves).toHaveAccessibleDescription(/mercredi 24 décembre 2031/)
    await app.press('Tab')
    await expect(leaves).toHaveValue('24/12/2031')
  })
  await test.step('a month is walked by its keys', async () => {
    await expect(arrives).toBeFocused()
    await app.type('30 déc 2031')
    await app.press('ArrowDown')
    await expect(page.getByRole('button', { name: 'mardi 30 décembre 2031' })).toBeFocused()
    await app.press('PageDown', 'ArrowDown', 'Escape')
    await expect(arrives).toBeFocused()
    await expect(arrives).toHaveValue('30 déc 2031')
    await app.press('ArrowDown', 'PageDown', 'ArrowDown', 'Enter')
    await expect(arrives).toBeFocused()
    await expect(arrives).toHaveValue('06/02/2032')
  })
  await app.press('Control+Enter')
  await expect(app.toasts).toContainText(/Expédition n° \d+ enregistrée/)
  const { items } = await api.list('expeditions', { keyword: name })
  expect(items).toMatchObject([
    { name, owner: seller.id, expeditionDate: '2031-12-24', providedDate: '2032-02-06' },
  ])
})

test('a user is created by form; a taken address is shown at its field', full, async ({ page, app, api }) => {
  app.expectErrors(/status of 409|status of 422|status of 400/)
  const email = `${uniqueWord()}@waybill.test`
  await app.openList('/users/list')
  await app.press('n')
  await app.tabTo(page.getByLabel('Nom'))
  await app.type('Koffi Kouamé')
  await app.press('Tab')
  await app.type('Agent')
  await app.press('Tab')
  await app.type('admin@waybill.test')
  await app.press('Tab')
  await app.type('0708091012')
  await app.tabTo(page.getByLabel('Mot de passe'))
  await app.type('un mot long')
  await app.press('Control+Enter')
  const address = page.getByLabel('E-mail')
  await expect(address).toHaveAccessibleDescription(/Un compte utilise déjà cette adresse/)
  await expect(address).toBeFocused()
  await app.fill(email)
  await app.press('Control+Enter')
  await expect(app.toasts).toContainText(/Utilisateur n° \d+ enregistré/)
  const { items } = await api.list('users', { keyword: email })
  expect(items).toMatchObject([{ email, role: 'agent', phone: '+2250708091012', name: 'Koffi Kouamé' }])
})

test('toasts come after a form in the tab order, and give the focus back where it was', async ({
  page,
  app,
  api,
}) => {
  const product = await newProduct(api, { name: `Lampe ${uniqueWord()}` })
  await app.openAs('admin', `/orders/add?product=${product.id}`)
  const lookup = page.getByRole('combobox', { name: 'Produit' })
  await expect(lookup).toBeFocused()
  await app.fill(product.name)
  await expect(page.getByRole('option', { name: product.name })).toBeVisible()
  await app.press('Enter')
  const client = page.getByLabel('Client')
  await app.tabTo(client)
  await app.type('Awa Koné')
  await app.press('Tab')
  await app.type('0708091011')
  await app.press('Tab')
  await app.type('Cocody')
  await app.press('Control+Shift+Enter')
  await expect(app.toasts).toContainText(/Commande n° \d+ enregistrée/)
  await expect(lookup).toBeFocused()

  const focused = () =>
    page.evaluate(() => {
      const place = document.activeElement?.closest('form, [aria-live]')
      const { textContent = '', id = '' } = (document.activeElement as HTMLElement | null) ?? {}
      return { part: place?.tagName ?? null, text: textContent?.trim() || id }
    })
  const seen: string[] = []
  for (let at = await focused(); at.part === 'FORM'; at = await focused()) {
    seen.push(at.text)
    await app.press('Tab')
  }
  expect(seen.at(-1)).toMatch(/^Créer/)
  expect(seen.length).toBeGreaterThan(8)
  await expect.poll(async () => (await focused()).part).toBe('OL')
  await app.press('Escape')
  await expect(page.getByRole('button', { name: /^Créer(?! et)/ })).toBeFocused()
  await expect(app.toasts.getByRole('listitem')).toHaveCount(0)
})

test('a toast that another one replaces gives the focus back', async ({ app }) => {
  await app.openList('/orders/list')
  const refusal = app.toasts.getByRole('listitem').filter({ hasText: 'Rien à répéter' })
  await app.press('.')
  await expect(refusal).toBeVisible()
  await app.press('F8')
  await expect(refusal.getByRole('button')).toBeFocused()
  await app.press('.')
  await expect(app.grid).toBeFocused()
  await expect(refusal).toHaveCount(1)
})
