import { newOrder, newOrders, uniqueWord } from './support/records.ts'
import { expect, test } from './support/shared-page.ts'

test('requests in plain words are run by keyboard, with a dry run first', async ({ page, app, api }) => {
  const word = uniqueWord()
  const orders = await newOrders(api, word, ['Lassina', 'Mariam'])
  const [first, second] = orders.map(({ number }) => number)
  const statuses = async () => Promise.all(orders.map(async ({ id }) => (await api.one('orders', id)).status))
  await app.openAs('admin', '/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await test.step('the first page of the dashboard has recent records', async () => {
    await app.press('Control+k')
    await expect(app.palette.getByRole('group', { name: 'Récents' })).toContainText(String(second))
  })

  await test.step('two numbers behind a verb', async () => {
    await app.fill(`confirmer ${first} ${second}`)
    await expect(app.highlighted).toContainText(`Confirmer : ${first}, ${second}`)
    await expect(app.palette).toContainText('2 changeraient')
    await app.press('Enter')
    await expect(app.toasts).toContainText('2 commandes confirmées')
    expect(await statuses()).toEqual(['CONFIRMED', 'CONFIRMED'])
    await app.press('u')
    await expect.poll(statuses).toEqual(['PENDING', 'PENDING'])
  })

  await test.step('a verb and a sentence', async () => {
    await app.ask(`annuler les commandes en attente à ${word}`)
    await expect(app.highlighted).toContainText('Annuler la commande : 2 commandes')
    await expect(app.highlighted).toContainText(`en attente · « ${word} »`)
    await app.press('Enter')
    await expect(app.highlighted).toContainText('A changé d’avis')
    // The pane shows the sentence's matches, not the active record.
    await expect(app.palette).toContainText('2 commandes')
    await expect(app.palette.getByRole('region', { name: 'Aperçu' })).toContainText(word)
    await app.press('Enter')
    await expect(page.getByRole('alertdialog')).toContainText('2 changeraient')
    await app.press('Enter')
    await expect.poll(statuses).toEqual(['CANCELLED', 'CANCELLED'])
  })
})

test('a sentence that finds nothing is not first; figures, lists, countries and languages are asked for', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const word = uniqueWord()
  const { number: first } = await newOrder(api, { customerName: `Lassina ${word}` })
  await api.put('orders/status', {
    where: { country: 'ic', keyword: word },
    status: 'CANCELLED',
    reason: 'CHANGED_MIND',
  })
  await app.openAs('admin', '/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await test.step('a sentence that finds nothing is not first', async () => {
    await app.ask(`commandes en attente à ${word}`)
    await expect(app.palette.getByRole('option').first()).toBeVisible()
    await expect(app.palette).not.toContainText('Annuler la commande : 0')
    await app.fill(`lassina ${word.slice(0, -2)}${word.at(-1)}${word.at(-2)}`)
    await expect(app.palette.getByRole('option', { name: `Lassina ${word}` }).first()).toBeVisible()
    await app.fill(`où est la commande ${first}`)
    await expect(app.highlighted).toContainText(`Lassina ${word}`)
    await app.fill('15 % de 180 000')
    await expect(app.highlighted).toHaveText(/^27\s000/)
  })

  await test.step('a figure at a period, a list, a country, a language', async () => {
    await app.fill('chiffre d’affaires du mois dernier')
    await expect(app.highlighted).toHaveText(/Le mois dernier$/)
    await app.press('Enter')
    await expect(page).toHaveURL(/\/dashboard\?period=lastMonth/)
    await app.ask('comptes à activer')
    await expect(app.highlighted).toContainText('Filtrer :')
    await app.press('Enter')
    await app.listReady('Utilisateurs')
    await expect(page).toHaveURL(/q=isActivated%3Afalse/)
    await app.ask('passer au sénégal')
    await expect(app.highlighted).toHaveText(/Sénégal$/)
    await app.press('Enter')
    await expect(page.getByRole('button', { name: 'Pays : SN Sénégal' })).toBeVisible()
    await app.ask('allemand')
    await expect(app.highlighted).toHaveText(/Deutsch$/)
    await app.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Benutzer')
  })
})
