import type { Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { newInvoice } from './support/invoices.ts'
import { printed } from './support/read-pdf.ts'
import { expect, test } from './support/shared-page.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('a seller is paid in part and then in full, with a receipt and a statement, by keyboard alone', async ({
  page,
  app,
  api,
}) => {
  const invoice = await newInvoice(api, { delivered: 2, returned: 0 })
  const { ownerName: seller, remaining, code } = invoice
  const present = () => api.one('invoices', invoice.id)
  await app.openList('/invoices/list', 'admin')
  await app.press('g', 'Shift+L')
  await expect(heading(page)).toHaveText('Payer un vendeur')
  await expect(page.getByRole('combobox', { name: 'Vendeur' })).toBeFocused()
  await app.type(seller)
  await app.press('Enter')
  const amount = page.getByRole('textbox', { name: `Payé sur ${code}` })
  const everything = page.getByRole('button', { name: 'Payer tout le dû' })
  const record = page.getByRole('button', { name: 'Enregistrer le versement' })
  await expect(everything).toBeFocused()
  expect(await violations(page)).toEqual([])

  await test.step('more than what remains is refused at the amount', async () => {
    await app.tabTo(amount)
    await app.enter(String(remaining + 1))
    await expect(amount).toHaveAttribute('aria-invalid', 'true')
    await app.fill('1000')
    await app.press('Enter')
  })
  await expect(heading(page)).toHaveText(/^Reçu du versement PAY-CI-\d{4}-\d{5}$/)
  await expect.poll(async () => (await present()).remaining).toBe(remaining - 1_000)

  await test.step('the receipt has two signatures, and is printed on light paper', async () => {
    const receipt = page.getByRole('article', { name: /^Reçu du versement/ })
    await expect(receipt).toContainText('Signature du vendeur')
    await expect(receipt).toContainText(seller)
    expect((await printed(page)).sheets.join(' ')).toContain(code)
    expect(await violations(page)).toEqual([])
  })

  await test.step('one key pays the rest', async () => {
    await app.press('g', 'Shift+L')
    await app.type(seller)
    await app.press('Enter')
    await expect(everything).toBeFocused()
    await app.press('a')
    await expect(amount).toHaveValue(String(remaining - 1_000))
    await expect(record).toBeFocused()
    await app.press('Enter')
    await expect(heading(page)).toHaveText(/^Reçu du versement/)
    await expect.poll(async () => (await present()).status).toBe('PAID')
  })

  await test.step('u takes the payout back', async () => {
    await app.press('u')
    await expect.poll(async () => (await present()).status).toBe('UN_PAID')
  })

  await test.step('the statement is found by its name, with the balance; keys pressed before it has come are for it', async () => {
    await page.route(/\/api\/sellers\/[\w-]+\/statement\?/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.continue()
    })
    const saved = page.waitForEvent('download')
    await app.press('Control+k')
    await app.type(`relevé de ${seller}`)
    await expect(page.getByRole('option').first()).toContainText(`Relevé d’un vendeur : ${seller}`)
    await app.press('Enter')
    await expect(page).toHaveURL(/payouts\/statement/)
    await app.press('Shift+E')
    expect((await saved).suggestedFilename()).toContain(seller)
    await expect(heading(page)).toHaveText(`Relevé de ${seller}`)
    const sheet = page.getByRole('article', { name: `Relevé de ${seller}` })
    await expect(sheet).toContainText(code)
    await expect(sheet).toContainText('Versement PAY-CI-')
    expect(await violations(page)).toEqual([])
  })

  await test.step('keys pressed before the receipt has come are for the receipt', async () => {
    await app.press('g', 'Shift+L')
    await app.type(seller)
    await app.press('Enter')
    await expect(everything).toBeFocused()
    await app.press('a')
    await expect(record).toBeFocused()
    await page.route(/\/api\/payouts\/[\w-]+$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.continue()
    })
    await app.press('Enter')
    await expect(page).toHaveURL(/payouts\/receipt/)
    await app.press('Escape')
    await app.listReady('Versements')
  })
})
