import type { Page } from '@playwright/test'
import type { User } from '../../domain/users/user.ts'
import { casesOf } from '../support/is-full.ts'
import { demoPassword } from './support/api.ts'
import { violations } from './support/axe.ts'
import { newInvoice, settleParcels } from './support/invoices.ts'
import { printed } from './support/read-pdf.ts'
import { newSeller } from './support/records.ts'
import { refuseOnceForProof } from './support/refuse-once.ts'
import { expect, full, test } from './support/test.ts'

const sheetOf = (page: Page, code: string) =>
  page.getByRole('article', { name: new RegExp(`^(Relevé|Facture) ${code}$`) })

for (const role of casesOf(['admin', 'seller', 'moderator'], (one) => one === 'moderator')) {
  test(`${role} opens an invoice by Enter, and leaves it by Escape`, full, async ({ page, app }) => {
    await app.openList('/invoices/list?sort=-week', role)
    const code = (await app.active())?.cells.find((cell) => cell.startsWith('INV-')) ?? ''
    await app.press('Enter')
    await expect(page).toHaveURL(/\/invoices\/view\/[\w-]+\?sort=-week$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(code)
    await expect(sheetOf(page, code)).toBeFocused()
    await expect(page).toHaveTitle(`${code} · Waybill`)
    await expect(page.getByRole('region', { name: 'Historique' }).getByRole('listitem')).not.toHaveCount(0)
    expect(await page.getByRole('button', { name: 'Modifier les frais' }).count()).toBe(
      role === 'admin' ? 1 : 0,
    )
    expect(await violations(page)).toEqual([])
    await app.press('Escape')
    await expect(page).toHaveURL('/invoices/list?sort=-week')
    await app.listReady('Factures')
  })
}

test('billing says what it opens and extends, and is undone', full, async ({ page, app, api }) => {
  const due = await api.send('POST', 'invoices/generate', { country: 'ic' })
  const { batchId } = (await due.json()) as { batchId: string | null }
  const [first, second] = [await newSeller(api), await newSeller(api)]
  const invoiceOf = async ({ id }: User) => (await api.list('invoices', { owner: id })).items[0]
  const dialog = page.getByRole('alertdialog', { name: 'Facturer les colis dus' })
  await app.openList('/invoices/list')
  await app.press('n')
  await expect(app.toasts).toContainText('Aucun colis à facturer')

  await settleParcels(api, first, { delivered: 1 })
  await app.press('j')
  await app.press('n')
  await expect(dialog).toContainText(
    /1 nouvelle facture, pour 1 colis\. Net à payer aux vendeurs : 8\s000\sF\sCFA\./,
  )
  await app.press('Enter')
  await expect(app.toasts).toContainText('1 facture établie')
  const opened = await invoiceOf(first)
  await expect.poll(async () => (await app.active())?.cells).toContain(opened?.code)

  await settleParcels(api, first, { delivered: 1 })
  await settleParcels(api, second, { delivered: 2, returned: 1 })
  for (const _ of [1, 2, 3]) await app.press('j')
  await app.press('n')
  await expect(dialog).toContainText(/1 nouvelle facture, 1 facture existante complétée, pour 4 colis\./)
  await app.press('Enter')
  await expect(app.toasts).toContainText('1 facture établie, 1 facture complétée')
  await expect.poll(async () => (await app.active())?.cells).toContain((await invoiceOf(second))?.code)
  expect(await invoiceOf(first)).toMatchObject({ code: opened?.code, totalShipments: 2 })

  await app.press('u')
  await expect.poll(() => invoiceOf(second)).toBeUndefined()
  expect(await invoiceOf(first)).toMatchObject({ code: opened?.code, totalShipments: 1 })
  if (batchId !== null) await api.send('POST', `changes/${batchId}/undo`)
})

test('j and k walk the invoices of the list, in its order', full, async ({ page, app, api }) => {
  const query = { country: 'ic', status: 'UN_PAID', sort: '-totalWithFees', limit: 500 }
  await newInvoice(api, { delivered: 1 })
  await newInvoice(api, { delivered: 2 })
  const { items } = await api.list('invoices', query)
  await app.openList('/invoices/list?q=status:UN_PAID&sort=-totalWithFees')
  await app.press('Enter')
  for (const [key, at] of [
    ['', 0],
    ['j', 1],
    ['k', 0],
    [']', 1],
    ['[', 0],
    ['k', 0],
  ] as const) {
    if (key !== '') await app.press(key)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(items[at]?.code ?? '')
    await expect(page.getByText(`${at + 1} sur ${items.length}`)).toBeVisible()
  }
  await expect(page.getByRole('button', { name: 'Facture précédente' })).toBeDisabled()

  await test.step('on a phone, each of its buttons is fully visible', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const name of ['Imprimer la facture', 'Marquer payée', 'Modifier les frais']) {
      await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    }
  })
})

test('an admin marks it paid on its page; its fees can no longer change', async ({ page, app, api }) => {
  const invoice = await newInvoice(api, { delivered: 2, returned: 1 })
  const query = encodeURIComponent(`owner:${invoice.owner} status:UN_PAID`)
  await app.openAs('admin', `/invoices/view/${invoice.id}?q=${query}`)
  const sheet = sheetOf(page, invoice.code)
  await expect(sheet).toContainText('3 colis')
  await expect(page.getByText('1 sur 1')).toBeVisible()
  await expect(sheet).toContainText(/Waybill verse 15\s500\sF\sCFA à Vendeuse \w+ : le total encaissé moins/)
  await expect(sheet).toContainText('Versement prévu le')
  await expect(sheet).toContainText('À verser')
  await expect(sheet).not.toContainText('carte bancaire')
  const fees = sheet.getByRole('region', { name: `Facture de frais ${invoice.code}` })
  await expect(fees).toContainText(/TVA 18 %\s*534\sF\sCFA/)
  await expect(fees).toContainText(/Total TTC\s*3\s500\sF\sCFA/)
  await expect(sheet).toContainText(/Montants en F\sCFA/)
  await expect(sheet).not.toContainText('XOF')
  await app.press('s')
  await expect(app.palette.getByRole('combobox')).toHaveAttribute('placeholder', 'Nouveau statut')
  await app.type('payée')
  await expect(app.highlighted).toContainText('Payée')
  await app.press('Enter')
  await expect(page.getByRole('button', { name: 'Marquer impayée' })).toBeVisible()
  await expect(sheet).toContainText('Versé le')
  await expect(page.getByText('1 sur 1'), 'it keeps its place in the list that it left').toBeVisible()
  expect(await api.one('invoices', invoice.id)).toMatchObject({ status: 'PAID' })
  await expect(page.getByRole('region', { name: 'Historique' })).toContainText('Marquée payée')
  await app.press('e')
  await expect(app.toasts).toContainText('ses frais ne se modifient plus')
})

test('marking one as paid asks who is at the keyboard, and goes on by itself', async ({ page, app, api }) => {
  app.expectErrors(/status of 403/)
  const invoice = await newInvoice(api, { delivered: 1 })
  const asked = await refuseOnceForProof(page, '**/api/invoices/status**')
  await app.openAs('admin', `/invoices/view/${invoice.id}`)
  await expect(sheetOf(page, invoice.code)).toContainText('1 colis')
  await app.press('s')
  await expect(app.palette.getByRole('combobox')).toHaveAttribute('placeholder', 'Nouveau statut')
  await app.type('payée')
  await expect(app.highlighted).toContainText('Payée')
  await app.press('Enter')
  const proof = page.getByRole('dialog', { name: 'Confirmez que c’est vous' })
  await expect(proof.getByLabel('Mot de passe')).toBeFocused()
  expect(await api.one('invoices', invoice.id)).toMatchObject({ status: 'UN_PAID' })
  expect(await violations(page)).toEqual([])
  await page.waitForTimeout(800)
  await expect(app.toasts, 'nothing goes on meanwhile').not.toContainText('en cours')
  await app.fill(demoPassword)
  await app.press('Enter')
  await expect(proof).toBeHidden()
  await expect(page.getByRole('button', { name: 'Marquer impayée' })).toBeVisible()
  expect(await api.one('invoices', invoice.id)).toMatchObject({ status: 'PAID' })
  expect(asked()).toBe(2)
})

test('fees above the cash are said in words: the seller owes', full, async ({ page, app, api }) => {
  const { id, code } = await newInvoice(api, { returned: 2 })
  await app.openAs('admin', `/invoices/view/${id}`)
  await expect(sheetOf(page, code)).toContainText('Net dû par le vendeur')
  await expect(sheetOf(page, code)).toContainText(/Vendeuse \w+ doit 1\s000\sF\sCFA à Waybill\./)
  await expect(sheetOf(page, code)).toHaveAccessibleName(`Facture ${code}`)
  await expect(sheetOf(page, code)).toContainText('Échéance')
  await expect(sheetOf(page, code)).toContainText('Le compte est à régler dans les 7 jours')
  await app.press('e')
  await expect(page).toHaveURL(`/invoices/edit/${id}`)
  await expect(page.getByLabel('Frais d’expédition')).toBeFocused()
})

test.describe('on paper', () => {
  test.use({ colorScheme: 'dark' })

  test('a usual statement is one sheet of A4, without the shell, its fees another; p prints it, from the list too', {
    tag: '@full',
  }, async ({ page, app, api }) => {
    await page.addInitScript(() => {
      window.print = () => document.body.setAttribute('data-printed', 'yes')
    })
    const hasPrinted = () => page.evaluate(() => document.body.getAttribute('data-printed'))
    const { id, code, ownerName } = await newInvoice(api, { delivered: 28, returned: 6 })
    await app.openList(`/invoices/list?q=${code}`)
    await app.press('p')
    await expect(page).toHaveURL(`/invoices/view/${id}?q=${code}`)
    await expect(sheetOf(page, code)).toBeVisible()
    await expect.poll(hasPrinted).toBe('yes')

    const { title, size, sheets } = await printed(page)
    expect(title).toBe(code)
    expect(size).toBe('210 × 297')
    // The statement, and our fees with their tax.
    expect(sheets).toHaveLength(2)
    expect(sheets[1]).toContain('Facture de frais')
    for (const text of [code, ownerName, 'Côte d’Ivoire', 'Cliente 34', '221 000 F CFA', '1 / 2']) {
      // Fonts and PDF texts use different apostrophes.
      expect(sheets[0]?.replaceAll(/['ʼ]/g, '’')).toContain(text)
    }
    for (const text of ['Commandes', 'Historique', 'Imprimer', 'Rechercher']) {
      expect(sheets[0]).not.toContain(text)
    }
    await expect(page).toHaveTitle(`${code} · Waybill`)
  })

  test('a long one is several: the heads of its columns on each, every line once, the totals together', {
    tag: '@full',
  }, async ({ page, app, api }) => {
    const { id, code, ownerName } = await newInvoice(api, { delivered: 120 })
    await app.openAs('admin', `/invoices/view/${id}`)
    await expect(sheetOf(page, code)).toContainText('120 colis')
    const { sheets } = await printed(page)
    expect(sheets.length).toBeGreaterThan(2)
    const lines = sheets.map((sheet) => sheet.match(/Cliente \d+/g) ?? [])
    expect(new Set(lines.flat()).size).toBe(120)
    expect(lines.flat()).toHaveLength(120)
    for (const [at, sheet] of sheets.entries()) {
      if (lines[at]!.length > 0) expect(sheet, `sheet ${at + 1}`).toContain('Encaissé')
      // Every sheet after the first has the heading, even without lines.
      const says = sheet.includes(`Relevé ${code} · ${ownerName}`)
      expect(says, `sheet ${at + 1}`).toBe(at > 0)
      expect(sheet).toContain(`${at + 1} / ${sheets.length}`)
    }
    const last = sheets.at(-2) ?? ''
    for (const text of ['Total encaissé', 'Frais de livraison', 'Net à payer', '960 000 F CFA']) {
      expect(last).toContain(text)
    }
  })
})
