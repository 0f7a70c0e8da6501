import type { Page } from '@playwright/test'
import { newSeller } from './support/records.ts'
import { expect, full, test } from './support/test.ts'

/** Buttons of an empty screen; their names include keys. */
const steps = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('button')

const emptyLists = [
  { path: '/orders/list', said: 'Les commandes importées', next: [/Importer des commandes/] },
  { path: '/products/list', said: 'Une offre prise dans la boutique', next: [/Aller à la boutique/] },
  {
    path: '/requests/list',
    said: 'Une demande part d’un de vos produits',
    next: [/Demander un réassort/, /Aller à la boutique/],
  },
  { path: '/affiliates/list', said: 'Les offres que l’équipe propose', next: [/Aller à la boutique/] },
  { path: '/expeditions/list', said: 'Les envois de marchandise', next: [] },
  { path: '/invoices/list', said: 'Une facture est établie', next: [] },
] as const

test('a new seller is led by keys from the dashboard and every empty list to the store and the import', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const seller = await newSeller(api)

  await test.step('the dashboard of an account without orders says where to start', async () => {
    await app.openAs(seller.email, '/dashboard')
    await expect(page.getByRole('heading', { name: 'Par où commencer' })).toBeVisible()
    await expect(page.getByText('Aucune commande sur cette période')).toHaveCount(0)
    await expect(steps(page)).toHaveText([/Aller à la boutique/, /Importer des commandes/, /Nouvelle source/])
    await app.press('g', 'b')
    await expect(page).toHaveURL('/affiliates/store')
    await page.goBack()
    await expect(steps(page).nth(1)).toHaveText(/MajN ?I$/)
    await app.press('Shift+N', 'i')
    await expect(page).toHaveURL('/orders/import')
  })

  await test.step('a file of a seller without any product leads to the store', async () => {
    const rows = ['Produit;Nom;Téléphone;Adresse;Qté', 'Montre;Awa Koné;0708091011;Cocody;1']
    const choose = page.getByRole('button', { name: 'Choisir un fichier' })
    await app.chooseFile(choose, 'mai.csv', Buffer.from(rows.join('\n')))
    await expect(page.getByText('Vous n’avez pas encore de produit dans ce pays')).toBeVisible()
    await app.activate(
      page.getByRole('main').getByRole('button', { name: 'Aller à la boutique' }),
      'Shift+Tab',
    )
    await expect(page).toHaveURL('/affiliates/store')
  })

  for (const { path, said, next } of emptyLists) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Rien ici pour l’instant' })).toBeVisible()
      await expect(page.getByRole('main')).toContainText(said)
      await expect(steps(page)).toHaveText([...next, /Actualiser/])
    })
  }
  await page.goto('/products/list')
  await app.activate(steps(page).first())
  await expect(page).toHaveURL('/affiliates/store')
})

test('a period without orders, where there are some, offers another', full, async ({ page, app }) => {
  await app.openAs('admin', '/dashboard?from=2020-01-01&to=2020-01-31')
  await expect(page.getByRole('heading', { name: 'Aucune commande sur cette période' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Par où commencer' })).toHaveCount(0)
  await expect(steps(page)).toHaveText([/Choisir une autre période/])
})
