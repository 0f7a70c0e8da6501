import { violations } from './support/axe.ts'
import { newOrder, newPhone, newProduct, uniqueWord } from './support/records.ts'
import { expect, test } from './support/shared-page.ts'

test('everything about a customer is exported and erased by keyboard, after the end of the phone is typed', async ({
  page,
  app,
  api,
}) => {
  const phone = newPhone()
  const word = uniqueWord()
  const product = await newProduct(api)
  const order = await newOrder(api, {
    customerName: `Zélie ${word}`,
    customerPhone: phone.e164,
    product: product.id,
  })
  await app.openList('/orders/list')

  await test.step('the palette downloads everything that is stored', async () => {
    await app.ask(phone.spaced)
    await expect(app.highlighted).toContainText(`Zélie ${word}Client`)
    await app.press('Enter')
    await app.type('exporter tout')
    await expect(app.highlighted).toContainText('Exporter tout d’un client')
    const download = page.waitForEvent('download')
    await app.press('Enter')
    expect((await download).suggestedFilename()).toBe(`${phone.e164.slice(1)}.xlsx`)
  })

  await test.step('the dialog counts by place, and refuses a wrong number', async () => {
    await app.ask(phone.spaced)
    await expect(app.highlighted).toContainText(`Zélie ${word}Client`)
    await app.press('Enter')
    await app.type('effacer')
    await expect(app.highlighted).toContainText('Effacer un client')
    await app.press('Enter')
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('Commandes1')
    await expect(dialog).toContainText('1 commande est encore ouverte')
    expect(await violations(page)).toEqual([])
    const field = dialog.getByRole('textbox', { name: 'Tapez les 4 derniers chiffres' })
    await expect(field).toBeFocused()
    await page.keyboard.type('00')
    await app.press('Enter')
    await expect(dialog).toContainText('Ce ne sont pas les derniers chiffres')
    expect(await violations(page)).toEqual([])
    await app.press('Control+A')
    await page.keyboard.type(phone.e164.slice(-4))
    await app.press('Enter')
    await expect(dialog).toBeHidden()
  })

  await test.step('the order stays without its customer', async () => {
    await app.ask(String(order.number))
    await app.press('Enter')
    await expect(page).toHaveURL(`/orders/view/${order.id}`)
    await expect(page.getByRole('main')).toContainText('[∅]')
    await expect(page.getByRole('main')).not.toContainText(word)
    // The number that stands for the erased one cannot be called.
    await expect(page.getByRole('main')).not.toContainText('+999')
    await expect(page.getByRole('main').locator('a[href^="tel:"]')).toHaveCount(0)
    await app.press('Shift+H')
    await expect(page.getByRole('dialog')).toContainText('Effacement du client')
  })
})
