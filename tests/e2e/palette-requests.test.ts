import { newOrders, uniqueWord } from './support/records.ts'
import { expect, test } from './support/test.ts'

test('requests in plain words are run by keyboard, with a dry run first', async ({
  page,
  desk,
  api,
  openAs,
}) => {
  const word = uniqueWord()
  const orders = await newOrders(api, word, ['Lassina', 'Mariam'])
  const [first, second] = orders.map(({ number }) => number)
  const statuses = async () => Promise.all(orders.map(async ({ id }) => (await api.one('orders', id)).status))
  await openAs('admin', '/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await test.step('the first page of the dashboard has recent records', async () => {
    await desk.press('Control+k')
    await expect(desk.palette.getByRole('group', { name: 'Récents' })).toContainText(String(second))
  })

  await test.step('two numbers behind a verb', async () => {
    await desk.fill(`confirmer ${first} ${second}`)
    await expect(desk.highlighted).toContainText(`Confirmer : ${first}, ${second}`)
    await expect(desk.palette).toContainText('2 changeraient')
    await desk.press('Enter')
    await expect(desk.toasts).toContainText('2 commandes confirmées')
    expect(await statuses()).toEqual(['CONFIRMED', 'CONFIRMED'])
    await desk.press('u')
    await expect.poll(statuses).toEqual(['PENDING', 'PENDING'])
  })

  await test.step('a verb and a sentence', async () => {
    await desk.press('Control+k')
    await desk.type(`annuler les commandes en attente à ${word}`)
    await expect(desk.highlighted).toContainText('Annuler la commande : 2 commandes')
    await expect(desk.highlighted).toContainText(`en attente · « ${word} »`)
    await desk.press('Enter')
    await expect(desk.highlighted).toContainText('A changé d’avis')
    await desk.press('Enter')
    await expect(page.getByRole('alertdialog')).toContainText('2 changeraient')
    await desk.press('Enter')
    await expect.poll(statuses).toEqual(['CANCELLED', 'CANCELLED'])
  })

  await test.step('a sentence that finds nothing is not first', async () => {
    await desk.press('Control+k')
    await desk.type(`commandes en attente à ${word}`)
    await expect(desk.palette.getByRole('option').first()).toBeVisible()
    await expect(desk.palette).not.toContainText('Annuler la commande : 0')
    await desk.fill(`lassina ${word.slice(0, -2)}${word.at(-1)}${word.at(-2)}`)
    await expect(desk.palette.getByRole('option', { name: `Lassina ${word}` }).first()).toBeVisible()
    await desk.fill(`où est la commande ${first}`)
    await expect(desk.highlighted).toContainText(`Lassina ${word}`)
    await desk.fill('15 % de 180 000')
    await expect(desk.highlighted).toHaveText(/^27\s000/)
  })

  await test.step('a figure at a period, a list, a country, a language', async () => {
    await desk.fill('chiffre d’affaires du mois dernier')
    await expect(desk.highlighted).toHaveText(/Le mois dernier$/)
    await desk.press('Enter')
    await expect(page).toHaveURL(/\/dashboard\?period=lastMonth/)
    await desk.press('Control+k')
    await desk.type('comptes à activer')
    await expect(desk.highlighted).toContainText('Filtrer :')
    await desk.press('Enter')
    await desk.listReady('Utilisateurs')
    await expect(page).toHaveURL(/q=isActivated%3Afalse/)
    await desk.press('Control+k')
    await desk.type('passer au sénégal')
    await expect(desk.highlighted).toHaveText(/Sénégal$/)
    await desk.press('Enter')
    await expect(page.getByRole('button', { name: 'Pays : SN Sénégal' })).toBeVisible()
    await desk.press('Control+k')
    await desk.type('allemand')
    await expect(desk.highlighted).toHaveText(/Deutsch$/)
    await desk.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Benutzer')
  })
})
