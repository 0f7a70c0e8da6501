import type { Page } from '@playwright/test'
import type { ResourceName } from '../../domain/resources.ts'
import { casesOf } from '../support/is-full.ts'
import { demoPassword } from './support/api.ts'
import type { AppPage } from './support/app-page.ts'
import { newInvoice } from './support/invoices.ts'
import { newSeller, uniqueWord } from './support/records.ts'
import { expect, full, test } from './support/shared-page.ts'

type Typed = readonly [label: string, value: string, kind?: 'choice']

type Path = {
  resource: Exclude<ResourceName, 'invoices' | 'shippings' | 'orders'>
  title: string
  /** Values for a new record, by label. */
  typed: (word: string) => readonly Typed[]
  made: (word: string) => Record<string, unknown>
  /** Values of the edit, by label. */
  edited: readonly Typed[]
  became: Record<string, unknown>
  /** The status typed after `s`, if it has statuses. */
  status?: { typed: string; is: string }
}

const goods = (word: string): readonly Typed[] => [
  ['Nom', word],
  ['Prix', '15 000'],
  ['Quantité', '40'],
]
const comment: readonly Typed[] = [['Commentaire', 'Vu au téléphone']]

const paths: readonly Path[] = [
  {
    resource: 'products',
    title: 'Produits',
    typed: (word) => [
      ['Nom', word],
      ['Prix', '15 000'],
      ['Prix d’achat', '9 000'],
      ['En stock', '40'],
      ['Nature', 'Fragile', 'choice'],
      ['Poids (kg)', '1,25'],
      ['Nom de la boutique', 'Marché du Plateau'],
      ['Lien de la source', 'https://fournisseur.example/lampe'],
    ],
    made: (name) => ({
      name,
      price: 15_000,
      initialPrice: 9000,
      quantity: 40,
      type: 'FRAGILE',
      weight: 1.25,
      storeName: 'Marché du Plateau',
      sourceLink: 'https://fournisseur.example/lampe',
    }),
    edited: [['En stock', '55']],
    became: { quantity: 55, available: 55, version: 2 },
  },
  {
    resource: 'expeditions',
    title: 'Expéditions',
    typed: (word) => [...goods(word), ['Transport', 'Avion', 'choice'], ['Poids (kg)', '12,5']],
    made: (name) => ({ name, price: 15_000, quantity: 40, mode: 'AIR', weight: 12.5, status: 'PENDING' }),
    edited: comment,
    became: { comment: 'Vu au téléphone', version: 2 },
    status: { typed: 'pas', is: 'NOT_YET' },
  },
  {
    resource: 'requests',
    title: 'Demandes',
    typed: goods,
    made: (name) => ({ name, price: 15_000, quantity: 40, status: 'PENDING' }),
    edited: comment,
    became: { comment: 'Vu au téléphone', version: 2 },
    status: { typed: 'conf', is: 'CONFIRMED' },
  },
  {
    resource: 'affiliates',
    title: 'Offres',
    typed: goods,
    made: (name) => ({ name, price: 15_000, quantity: 40, products: 0 }),
    edited: [['Prix', '14 500']],
    became: { price: 14_500, version: 2 },
  },
  {
    resource: 'packages',
    title: 'Formules',
    typed: (word) => [
      ['Nom', word],
      ['Code', word.slice(-10)],
    ],
    made: (name) => ({ name, pack: name.slice(-10), users: 0 }),
    edited: [['Code', 'RENOMMÉE']],
    became: { pack: 'RENOMMÉE', version: 2 },
  },
  {
    resource: 'users',
    title: 'Utilisateurs',
    typed: (word) => [
      ['Nom', word],
      ['Rôle', 'Vendeur', 'choice'],
      ['E-mail', `${word}@waybill.test`],
      ['Téléphone', '07 08 09 10 14'],
      ['Mot de passe', 'un mot de passe'],
    ],
    made: (name) => ({ name, role: 'seller', email: `${name}@waybill.test`, phone: '+2250708091014' }),
    edited: [['Téléphone', '01 02 03 04 05']],
    became: { phone: '+2250102030405', version: 2 },
  },
]

// One with statuses, and the one whose form differs most; others are generated alike.
for (const path of casesOf(paths, ({ resource }) => resource === 'expeditions' || resource === 'users')) {
  test(`${path.resource} are made, changed, deleted, brought back by keys`, async ({ page, app, api }) => {
    const word = uniqueWord()
    await app.openAs('admin', `/${path.resource}/list`)
    await app.listReady(path.title)
    await app.press('n')
    await write(page, app, path.typed(word))
    await app.press('Control+Enter')
    await expect(app.toasts).toContainText(/ n° \d+ enregistrée?/)
    const made = (await api.list(path.resource, { keyword: word })).items[0]
    if (made === undefined) throw new Error(`no ${path.resource} was made`)
    expect(made).toMatchObject(path.made(word))

    await app.listReady(path.title)
    await app.filter(word)
    await expect.poll(app.total).toBe(1)
    await app.press('e')
    await write(page, app, path.edited)
    await app.press('Control+Enter')
    await app.listReady(path.title)
    expect(await api.one(path.resource, made.id)).toMatchObject(path.became)
    // Back to the filtered list.
    expect(await app.total()).toBe(1)

    if (path.status) {
      await app.press('s')
      await app.enter(path.status.typed)
      await expect.poll(() => api.one(path.resource, made.id)).toMatchObject({ status: path.status.is })
      await app.press('u')
      await expect.poll(() => api.one(path.resource, made.id)).toMatchObject({ status: 'PENDING' })
    }

    const status = async () => (await api.send('GET', `${path.resource}/${made.id}`)).status()
    await app.press('Delete')
    await expect(page.getByRole('alertdialog')).toContainText(/^Supprimer .* n° \d+/)
    await app.press('Control+Enter')
    await expect.poll(status).toBe(404)
    // People by their names.
    await expect(app.toasts).toContainText(/ (?:n° \d+|\S+) supprimée?/)
    await app.press('u')
    await expect(app.toasts).toContainText('1 changement défait')
    await expect.poll(status).toBe(200)
  })
}

test('an account is shut out and let in again, and given a password; a weak one is refused in place', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const seller = await newSeller(api)
  const isActivated = async () => (await api.one('users', seller.id)).isActivated
  await app.openList(`/users/list?q=${seller.email}`)
  await app.press('Shift+a')
  await expect.poll(isActivated).toBe(false)
  await app.press('u')
  await expect.poll(isActivated).toBe(true)

  await app.ask('changer le mot de passe')
  await expect(app.highlighted).toHaveText(/^Changer le mot de passe/)
  await app.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Nouveau mot de passe de ${seller.name}` })
  const box = dialog.getByLabel('Mot de passe')
  await expect(box).toBeFocused()
  await app.type('court')
  await app.press('Control+Enter')
  await expect(box).toHaveAccessibleDescription(/au moins 6 caractères/)
  await app.fill('tout nouveau')
  await app.press('Control+Enter')
  await expect(dialog).toBeHidden()
  const login = (password: string) => api.send('POST', 'sessions', { email: seller.email, password })
  expect((await login('tout nouveau')).status()).toBeLessThan(300)
  expect((await login(demoPassword)).status()).toBe(401)
})

test('an offer is taken into the products, the next one written', full, async ({ page, app, api }) => {
  const word = uniqueWord()
  const offer = await api.create('affiliates', { country: 'ic', name: word, price: 8000, quantity: 10 })
  await app.openAs('admin', `/affiliates/store?q=${word}`)
  await app.listReady('Boutique')
  await app.press('a')
  await expect(page.getByRole('textbox', { name: 'Nom', exact: true })).toHaveValue(word)
  await app.press('Control+Shift+Enter')
  await expect(app.toasts).toContainText(/Produit n° \d+ enregistré/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nouveau produit')
  const { items } = await api.list('products', { keyword: word })
  expect(items).toMatchObject([{ name: word, price: 8000, affiliate: offer.id }])
})

test('an invoice: its fees are set, it is paid, and that is undone', full, async ({ app, page, api }) => {
  const invoice = await newInvoice(api, { delivered: 2 })
  await app.openList(`/invoices/list?q=${invoice.code}`)
  await app.press('e')
  await write(page, app, [['Autres frais', '1 500']])
  await app.press('Control+Enter')
  await app.listReady('Factures')
  expect(await api.one('invoices', invoice.id)).toMatchObject({ otherFees: 1500 })
  await app.press('f')
  await app.fill(invoice.code)
  await app.press('Enter')
  await expect.poll(async () => (await app.active())?.cells.join()).toContain(invoice.code)
  await app.press('s')
  // No accents: composed characters have no key events, so they are not queued until the list is loaded.
  await expect(app.palette.getByRole('combobox')).toBeFocused()
  await app.enter('payée')
  await expect.poll(async () => (await api.one('invoices', invoice.id)).status).toBe('PAID')
  await app.press('u')
  await expect.poll(async () => (await api.one('invoices', invoice.id)).status).toBe('UN_PAID')
})

/** Fills fields by their labels, going from one to the next by Tab. */
const write = async (page: Page, app: AppPage, typed: readonly Typed[]): Promise<void> => {
  for (const [label, value, kind] of typed) {
    const isChoice = kind === 'choice'
    const role = isChoice ? 'combobox' : 'textbox'
    // Password inputs have no role.
    const control =
      label === 'Mot de passe' ? page.getByLabel(label) : page.getByRole(role, { name: label, exact: true })
    await app.tabTo(control)
    if (isChoice) await app.type(value)
    else await app.fill(value)
  }
}
