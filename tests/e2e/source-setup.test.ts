import { createHmac } from 'node:crypto'
import { violations } from './support/axe.ts'
import { newPhone, newProduct, newSeller, uniqueWord } from './support/records.ts'
import { expect, test } from './support/shared-page.ts'

test('a shop is connected by keyboard: address and secret are shown once, and the first event as it comes', async ({
  page,
  app,
  api,
  server,
}) => {
  const word = uniqueWord()
  const seller = await newSeller(api)
  const lamp = await newProduct(api, { owner: seller.id, name: `Lampe solaire ${word}` })
  const setup = page.getByRole('main').getByRole('region', { name: 'Mise en service' })
  const codeAfter = (button: string) =>
    setup
      .locator('div')
      .filter({ has: page.getByRole('button', { name: button }) })
      .getByRole('code')
      .last()

  await test.step('the form leads to the page of the source, with its secret', async () => {
    await app.openList('/sources/list')
    await app.press('n')
    await page.getByRole('combobox', { name: 'Vendeur' }).focus()
    await page.keyboard.type(seller.name)
    await expect(page.getByRole('option', { name: seller.name })).toBeVisible()
    await app.press('Enter')
    await page.getByRole('textbox', { name: 'Nom' }).focus()
    await page.keyboard.type(`Boutique ${word}`)
    await page.getByRole('combobox', { name: 'Genre' }).focus()
    await page.keyboard.type('Programme')
    await app.press('Control+Enter')
    await expect(setup).toContainText('Copiez-le maintenant')
    await expect(setup).toContainText('En attente du premier événement')
    expect(await violations(page)).toEqual([])
  })

  const secret = (await codeAfter('Copier : Secret').textContent())!
  const address = (await codeAfter('Copier : Adresse').textContent())!
  expect(address).toContain('/hooks/')
  expect(secret).toMatch(/^[\w+/]{32}$/)

  await test.step('an event signed with it is shown as it was read', async () => {
    const body = JSON.stringify({
      id: `${word}-1`,
      createdAt: '2026-11-27T08:00:00Z',
      currency: 'XOF',
      customer: { name: 'Awa Koné', phone: newPhone().e164 },
      address: { line: 'Rue 12', city: 'Abidjan' },
      items: [{ sku: null, name: lamp.name, quantity: 1, price: 9_500 }],
      outstanding: 9_500,
    })
    const answer = await page.request.post(new URL(new URL(address).pathname, server.url).href, {
      data: Buffer.from(body),
      headers: {
        'content-type': 'application/json',
        'x-waybill-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      },
    })
    expect(answer.status()).toBe(200)
    await expect(setup.getByRole('link', { name: 'Awa Koné' })).toContainText('Commande créée')
    const latest = page.getByRole('main').getByRole('region', { name: 'Derniers événements' })
    await expect(latest.getByRole('listitem')).toHaveCount(1)
  })

  await test.step('another secret is made from the palette, and the page shows it', async () => {
    await app.ask('nouveau secret')
    await app.press('Enter')
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
    await app.press('Control+Enter')
    await expect(codeAfter('Copier : Secret')).not.toHaveText(secret)
  })

  await test.step('after a reload it is shown no more', async () => {
    await page.reload()
    await expect(setup).toContainText('Le secret n’est montré qu’une fois')
    await expect(setup).not.toContainText(secret)
  })
})
