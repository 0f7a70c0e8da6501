import type { Page } from '@playwright/test'
import { callPolicyIds, defaultCallPolicy } from '../../domain/calls/call-policy.ts'
import type { Order } from '../../domain/orders/order.ts'
import { openApi } from './support/api.ts'
import { violations } from './support/axe.ts'
import { newAgent, newOrder, newProduct, uniqueWord } from './support/records.ts'
import { expect, test } from './support/test.ts'

/** A country of its own: the queue is the whole country's, and its policy holds for all callers there. */
const country = 'bf'

test('a caller’s morning: the queue, each outcome, a merge, a message, a blocked customer, the figures', async ({
  page,
  app,
  api,
  playwright,
  server,
}) => {
  // Colours are compared when they are final.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const word = uniqueWord()
  const agent = await newAgent(api, { country, phone: '+22670112233' })
  await api.put('users/calls', { ids: [agent.id], calls: true })
  await api.create('templates', {
    country,
    name: `Rappel ${word}`,
    channel: 'whatsapp',
    language: 'fr',
    text: 'Bonjour {customer},\nvotre commande n° {number} de {product} vous attend.',
  })
  const product = await newProduct(api, { country, name: `Lampe ${word}` })
  const orderOf = (name: string, phone: string) =>
    newOrder(api, {
      country,
      product: product.id,
      customerName: `${name} ${word}`,
      customerPhone: phone,
      customerAddress: 'Ouagadougou, Gounghin',
    })
  const phones = Array.from({ length: 7 }, (_, at) => `+2267${String(Date.now() + at).slice(-7)}`)
  // Promised calls of others would come first, whenever the test runs.
  const promisedBefore = await api.list('orders', { country, status: 'NOT_REACHABLE', limit: 100 })
  if (promisedBefore.items.length > 0)
    await api.put('orders/status', { ids: promisedBefore.items.map(({ id }) => id), status: 'CANCELLED' })
  // The policy below puts the newest first.
  const blocked = await orderOf('Fanta', phones[5]!)
  const written = await orderOf('Elise', phones[4]!)
  const second = await orderOf('Djamila', phones[3]!)
  const first = await orderOf('Djamila', phones[3]!)
  const promised = await orderOf('Chantal', phones[2]!)
  const missed = await orderOf('Binta', phones[1]!)
  const confirmed = await orderOf('Awa', phones[0]!)
  await api.create('blocked', { country, phone: phones[5], reason: `Trois refus ${word}` })
  const policy = await api.one('call-policies', callPolicyIds[country])
  await api.update('call-policies', policy.id, { ...defaultCallPolicy, queueOrder: 'newest' })
  const statusOf = async ({ id }: Order) => (await api.one('orders', id)).status

  await app.openAs(agent.email, '/')
  await test.step('the queue of the country is one key sequence away, in the order of its policy', async () => {
    await expect(page).toHaveURL(/shippings\/list/)
    await app.press('g', 't')
    await expect(sheet(page, confirmed)).toBeVisible()
    await expect(sheet(page, confirmed)).toContainText('première commande de ce numéro')
    await app.press('o')
    await expect.poll(() => statusOf(confirmed)).toBe('CONFIRMED')
  })

  await test.step('one is not reached, another asks to be called at half past two', async () => {
    await expect(sheet(page, missed)).toBeVisible()
    await app.press('n')
    await expect(sheet(page, promised)).toBeVisible()
    await app.press('r')
    await app.enter('14:30')
    await expect.poll(async () => (await api.one('orders', promised.id)).callbackAt).toMatch(/T14:30:00/)
    await expect.poll(() => statusOf(missed)).toBe('NOT_REACHABLE')
  })

  await test.step('two orders of one customer become one; u takes it back, and the merge again', async () => {
    await expect(sheet(page, first)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Fusionner avec une autre commande' })).toBeVisible()
    await app.press('w')
    await expect(app.highlighted).toContainText(`${second.number}`)
    await expect(app.highlighted).toContainText('2 pièces en tout')
    await app.press('Enter')
    await expect.poll(async () => (await api.one('orders', first.id)).quantity).toBe(2)
    await expect.poll(() => statusOf(second)).toBe('CANCELLED')
    await expect(app.toasts).toContainText('fusionnée')
    await app.press('u')
    await expect.poll(async () => (await api.one('orders', first.id)).quantity).toBe(1)
    expect(await statusOf(second)).toBe('PENDING')
    expect(await statusOf(missed), 'the outcome before stays').toBe('NOT_REACHABLE')
    await expect(sheet(page, first)).toBeVisible()
    await app.press('w')
    await expect(app.highlighted).toContainText(`${second.number}`)
    await app.press('Enter')
    await expect.poll(() => statusOf(second)).toBe('CANCELLED')
    await expect(sheet(page, first)).toContainText('2 ×')
    await app.press('w')
    await expect(app.palette).toContainText('Aucune autre commande de ce client')
    await app.press('Escape')
    await app.press('o')
    await expect.poll(() => statusOf(first)).toBe('CONFIRMED')
  })

  await test.step('a template is read whole, opened, and in the history', async () => {
    await expect(sheet(page, written)).toBeVisible()
    await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }))
    await app.press('l')
    await app.type(word)
    await expect(app.highlighted).toContainText(`Rappel ${word}`)
    const text = `votre commande n° ${written.number} de Lampe ${word} vous attend.`
    await expect(page.getByRole('region', { name: 'Aperçu' })).toContainText(text)
    const opening = page.context().waitForEvent('page')
    await app.press('Enter')
    const opened = await opening
    await opened.waitForLoadState()
    expect(opened.url()).toContain(`https://wa.me/${phones[4]!.slice(1)}?text=`)
    expect(decodeURIComponent(opened.url())).toContain(text)
    await opened.close()
    await expect
      .poll(async () => {
        const history = await (await api.send('GET', `orders/${written.id}/history`)).json()
        return history.items[0]?.verb
      })
      .toBe('order.message')
    await app.press('j')
  })

  await test.step('a blocked customer is marked with the reason, and cancelled with one', async () => {
    await expect(sheet(page, blocked)).toBeVisible()
    await expect(sheet(page, blocked)).toContainText(`Client bloqué : Trois refus ${word}`)
    await page.setViewportSize({ width: 390, height: 640 })
    await expect(page.getByText('Client bloqué')).toBeInViewport({ ratio: 1 })
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(await violations(page)).toEqual([])
    await app.press('x', '2')
    await expect.poll(() => statusOf(blocked)).toBe('CANCELLED')
    expect((await api.one('orders', blocked.id)).comment).toBe('Trop cher')
  })

  await test.step('the figures are those of the morning', async () => {
    const session = page.getByRole('complementary', { name: 'Séance' })
    await expect(session.getByRole('definition').first()).toHaveText('5')
    const own = await openApi(playwright, server.url, agent.email)
    const range = `from=${hoursFromNow(-1)}&to=${hoursFromNow(1)}`
    const { items } = await (await own.send('GET', `callers?${range}`)).json()
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ caller: agent.id, calls: 5, confirmed: 2 })

    for (const [method, path, body] of [
      ['GET', 'orders', undefined],
      ['POST', 'orders/download', { where: { country }, format: 'csv' }],
      ['PUT', 'orders/delete', { ids: [missed.id] }],
      ['POST', 'orders', { country, product: product.id }],
      ['GET', 'call-policies', undefined],
      ['GET', 'tariffs', undefined],
    ] as const) {
      expect((await own.send(method, path, body)).status(), `${method} ${path}`).toBe(403)
    }
    await own.close()
  })

  await test.step('the own figures are one key sequence away, and nobody else’s', async () => {
    await app.press('g', 'Shift+C')
    await expect(page).toHaveURL(/callers/)
    const figures = page.getByRole('table', { name: 'Chiffres des appels' })
    await expect(figures.getByRole('link', { name: `${agent.name}, Appels: 5` })).toBeVisible()
    await expect(page.getByRole('region', { name: 'En ce moment' })).toHaveCount(0)
    expect(await violations(page)).toEqual([])
    // The demo may have nobody else to call in this country at this hour.
    await orderOf('Gaston', phones[6]!)
    await app.press('g', 't')
    await expect(page.getByRole('button', { name: 'Confirmer' })).toBeVisible()
  })

  await test.step('what is denied is neither shown nor reachable', async () => {
    for (const name of ['Commandes', 'Règles d’appel', 'Tarifs', 'Factures', 'Utilisateurs']) {
      await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
    }
    for (const asked of ['exporter les commandes', 'supprimer la commande', 'aller aux commandes']) {
      await app.ask(asked)
      await expect(app.palette.getByRole('option', { name: asked })).toHaveCount(0)
      await app.press('Escape')
      await expect(app.palette).toBeHidden()
    }
    await page.goto(`/orders/view/${missed.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Commande n° ${missed.number}`)
    await app.press('Escape')
    await expect(page, 'an order leads back to the queue').toHaveURL(/orders\/triage/)
    await expect(page.getByRole('button', { name: 'Confirmer' })).toBeVisible()
    await app.press('Escape')
    await expect(page, 'leaving leads to the own start').toHaveURL(/shippings\/list/)
    await expect(app.toasts).not.toContainText('Cet écran n’est pas ouvert')
    await app.listReady('Livraisons')
    await app.press('g', 'o')
    await expect(app.toasts).toContainText('Votre rôle ne permet pas cette action')
    await page.goto('/orders/list')
    await expect(page).toHaveURL(/shippings\/list/)
  })
  await api.update('call-policies', policy.id, { queueOrder: policy.queueOrder })
})

const sheet = (page: Page, { number }: Order) => page.getByRole('article', { name: `Commande n° ${number}` })

const hoursFromNow = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()
