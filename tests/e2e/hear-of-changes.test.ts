import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook as Verifier } from 'standardwebhooks'
import { violations } from './support/axe.ts'
import { newOrder, newProduct, newSeller, uniqueWord } from './support/records.ts'
import { expect, test } from './support/shared-page.ts'

test('a program hears of orders, by keyboard: webhook, secret, test, log, sending again', async ({
  page,
  app,
  api,
}) => {
  const word = uniqueWord()
  const seller = await newSeller(api)
  const product = await newProduct(api, { owner: seller.id, name: `Lampe solaire ${word}` })
  const received: { body: string; headers: Record<string, string> }[] = []
  let status = 200
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      received.push({ body, headers: request.headers as Record<string, string> })
      response.writeHead(status).end(status === 200 ? 'merci' : 'en panne')
    })
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/${word}`
  const setup = page.getByRole('main').getByRole('region', { name: 'Vérifier les messages' })
  const secretLine = setup.getByRole('code')

  await test.step('the form leads to the page of the webhook, with its secret', async () => {
    await app.openList('/webhooks/list')
    await app.press('n')
    await page.getByRole('combobox', { name: 'Vendeur' }).focus()
    await page.keyboard.type(seller.name)
    await expect(page.getByRole('option', { name: seller.name })).toBeVisible()
    await app.press('Enter')
    await page.getByRole('textbox', { name: 'Nom' }).focus()
    await page.keyboard.type(`Suivi ${word}`)
    await page.getByRole('textbox', { name: 'Adresse' }).focus()
    await page.keyboard.type(url)
    await app.press('Control+Enter')
    await expect(page.getByRole('group', { name: 'Événements' })).toBeVisible()
    await page.getByRole('checkbox', { name: 'Commande créée' }).focus()
    await app.press(' ')
    expect(await violations(page)).toEqual([])
    await app.press('Control+Enter')
    await expect(setup).toContainText('Copiez-le maintenant')
    expect(await violations(page)).toEqual([])
  })

  const secret = (await secretLine.textContent())!
  const webhookId = new URL(page.url()).pathname.split('/').at(-1)!
  expect(secret).toMatch(/^whsec_[\w+/]{32}$/)
  const verify = (at: number) => new Verifier(secret).verify(received[at]!.body, received[at]!.headers)

  await test.step('a test is sent by its key, and its page shows the answer', async () => {
    await app.press('t')
    const main = page.getByRole('main')
    await expect(page.getByRole('heading', { name: /^Envoi n° \d+$/ })).toBeVisible()
    await expect(main).toContainText('Remis')
    await expect(main).toContainText('merci')
    expect(verify(0)).toMatchObject({ type: 'webhook.test' })
  })

  await test.step('a receiver that wants no more stops it, and its page says so', async () => {
    status = 410
    const order = await newOrder(api, { product: product.id })
    await app.openAs('admin', `/webhooks/view/${webhookId}`)
    await expect(page.getByRole('main')).toContainText('Arrêté : le serveur a répondu')
    expect(verify(1)).toMatchObject({ type: 'order.created', data: { id: order.id } })
    status = 200
    await app.press('e')
    await page.getByRole('checkbox', { name: 'Activé' }).focus()
    await app.press(' ')
    await app.press('Control+Enter')
    await expect(page.getByText('Arrêté : le serveur a répondu')).toHaveCount(0)
  })

  await test.step('what failed is sent again with z', async () => {
    await app.openList(
      `/deliveries/list?q=${encodeURIComponent('status:failed event:order.created created:today')}`,
    )
    const row = page.getByRole('row').filter({ hasText: `Suivi ${word}` })
    await expect(row).toContainText('410')
    await app.press('z')
    await expect.poll(() => received.length).toBe(3)
    expect(received[2]!.headers['webhook-id']).toBe(received[1]!.headers['webhook-id'])
    verify(2)
  })

  receiver.closeAllConnections()
  await new Promise((done) => receiver.close(done))
})
