import { createHmac } from 'node:crypto'
import type { SourceWithSecret } from '../../domain/sources/source.ts'
import { violations } from './support/axe.ts'
import { newPhone, newProduct, newSeller, uniqueWord } from './support/records.ts'
import { expect, test } from './support/shared-page.ts'

test('an event that waits for its product is read, mapped with those like it, taken back and replayed by key', async ({
  page,
  app,
  api,
  server,
}) => {
  const word = uniqueWord()
  const seller = await newSeller(api)
  const lamp = await newProduct(api, { owner: seller.id, name: `Lampe solaire ${word}` })
  await newProduct(api, { owner: seller.id, name: `Ventilateur ${word}` })
  const source = (await api.create('sources', {
    country: 'ic',
    owner: seller.id,
    name: `Boutique ${word}`,
    kind: 'generic',
  })) as SourceWithSecret
  const phone = newPhone()
  for (const id of [`${word}-1`, `${word}-2`]) {
    const body = JSON.stringify({
      id,
      createdAt: '2026-11-27T08:00:00Z',
      currency: 'XOF',
      customer: { name: 'Awa Koné', phone: phone.e164 },
      address: { line: 'Rue 12', city: 'Abidjan' },
      items: [{ sku: null, name: `Lampe solairee ${word}`, quantity: 1, price: 9_500 }],
      outstanding: 9_500,
    })
    const signature = createHmac('sha256', source.secret!).update(body).digest('hex')
    const answer = await page.request.post(new URL(source.address, server.url).href, {
      data: Buffer.from(body),
      headers: { 'content-type': 'application/json', 'x-waybill-signature': `sha256=${signature}` },
    })
    expect(answer.status()).toBe(200)
  }
  const waiting = async () => (await api.list('intake', { source: source.id, isOpen: 'true' })).total
  await expect.poll(waiting).toBe(2)
  const orders = async () => (await api.list('orders', { keyword: phone.e164 })).total

  /** What asks before a change. */
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))

  await app.openList(`/intake/list?q=${word}`)
  await expect.poll(app.total).toBe(2)

  await test.step('Enter shows the event as it was understood beside what came', async () => {
    await app.press('Enter')
    const part = (name: string) => page.getByRole('main').getByRole('region', { name, exact: true })
    await expect(part('Compris')).toContainText(`Lampe solairee ${word}`)
    await expect(part('Compris')).toContainText('Produit à choisir')
    await expect(part('Tel que reçu')).toContainText(`"name": "Lampe solairee ${word}"`)
    expect(await violations(page)).toEqual([])
    await app.press('Escape')
    await app.listReady('Boîte d’entrée')
  })

  await test.step('m offers the product that was meant first, and every event with the line follows', async () => {
    await app.press('m')
    await expect(app.highlighted).toContainText(lamp.name)
    await expect(app.highlighted).toContainText('Vouliez-vous dire')
    await app.press('Enter')
    await expect(question).toContainText('2 événements')
    await expect(question).toContainText(`Lampe solairee ${word} est ${lamp.name}`)
    expect(await orders()).toBe(0)
    await app.press('Enter')
    await expect(app.toasts).toContainText('2 événements traités')
    expect(await orders()).toBe(2)
    expect(await waiting()).toBe(0)
  })

  await test.step('u takes the orders back, z makes them again after a dry run', async () => {
    await app.press('u')
    await expect.poll(orders).toBe(0)
    await expect.poll(waiting).toBe(2)
    await expect(page.getByRole('grid')).toContainText('Rejouez-le pour la recréer')
    await app.press('Control+a')
    await app.press('z')
    await expect(question).toContainText('2 changeraient')
    expect(await orders()).toBe(0)
    await app.press('Enter')
    await expect.poll(orders).toBe(2)
    await expect.poll(waiting).toBe(0)
  })
})
